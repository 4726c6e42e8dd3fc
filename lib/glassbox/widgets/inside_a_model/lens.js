// What the output head would say after each layer, and what each part adds to a logit.
import { element, write } from "../shared/elements.js";
import { fixed, formatNear } from "../shared/format.js";
import { numbersTable } from "../shared/numbers_table.js";
import { HEADS, LETTERS, likeliest } from "./numbers.js";

const TOP = 3;

/** Three panels, for the vectors before the first layer and after each. */
export function lens(text) {
  const title = element("p", { class: "gb-title" });
  const panels = Object.values(text.layers).map((name, layer) => {
    const bars = Array.from({ length: TOP }, () => {
      const [letter, bar, value] = ["span", "i", "b"].map((tag) => element(tag));
      const node = element("li", {}, letter, element("div", {}, bar), value);
      return { letter, bar, value, node };
    });
    const list = element("ol", {}, ...bars.map(({ node }) => node));
    const node = element("div", { "data-layer": layer }, element("p", {}, name), list);
    return { bars, node };
  });
  const row = element("div", { class: "gb-panels" }, ...panels.map(({ node }) => node));
  const node = element("div", { class: "gb-lens" }, title, row);

  /** stages: a row of logits for each panel; next: the right letter, or undefined. */
  function draw(stages, next, words) {
    write(title, words);
    panels.forEach(({ bars }, layer) => {
      likeliest(stages[layer], TOP).forEach(({ letter, probability }, rank) => {
        const one = bars[rank];
        const isRight = letter === next;
        const told = isRight && !rank ? text.right_letter : text.letter;
        write(one.letter, told({ letter }));
        one.node.classList.toggle("gb-right", isRight);
        one.node.dataset.letter = letter;
        one.bar.style.width = `${100 * probability}%`;
        one.value.dataset.value = `${probability}`;
        const percent = Math.round(100 * probability);
        write(
          one.value,
          percent ? text.percent({ percent: `${percent}` }) : text.little,
        );
      });
    });
  }
  return { node, draw };
}

/** What a reader may open: the parts of one logit, and all weights from a position. */
export function more(text, ontoggle) {
  const title = element("p", { class: "gb-title" });
  const rows = ["table", ...HEADS, "sum"].map((part) => {
    const [name, bar, value] = ["span", "i", "b"].map((tag) => element(tag));
    write(
      name,
      HEADS.includes(part) ? text.head_name({ head: part }) : text.parts[part],
    );
    const node = element(
      "li",
      { "data-part": part },
      name,
      element("div", {}, bar),
      value,
    );
    return { part, bar, value, node };
  });
  const weights = numbersTable();
  const node = element(
    "details",
    { class: "gb-more", ontoggle },
    element("summary", { "data-action": "more" }, text.more),
    element(
      "div",
      { class: "gb-tables" },
      element(
        "div",
        {},
        title,
        element("ol", { class: "gb-parts" }, ...rows.map((row) => row.node)),
        element("p", { class: "gb-meaning" }, text.sum_note),
      ),
      element(
        "div",
        {
          class: "gb-scroll",
          tabindex: 0,
          role: "group",
          "aria-label": text.weights_name,
        },
        weights.node,
      ),
    ),
  );

  function draw(state, inside, at) {
    if (!node.open) return;
    const { content, off } = state;
    const guess = inside.guesses[at];
    const isEnd = at + 1 >= content.length;
    const of = isEnd ? guess : LETTERS.indexOf(content[at + 1]);
    const words = isEnd ? text.parts_of_guess : text.parts_of_next;
    write(title, words({ letter: LETTERS[of] }));
    const adds = inside.parts.map((part) => part[at][of]);
    const values = [...adds, inside.stages.at(-1)[at][of]];
    const largest = Math.max(...values.map(Math.abs));
    rows.forEach(({ part, bar, value, node: row }, i) => {
      const size = (50 * Math.abs(values[i])) / largest;
      bar.style.width = `${size}%`;
      bar.style.insetInlineStart = `${values[i] < 0 ? 50 - size : 50}%`;
      value.dataset.value = `${values[i]}`;
      write(value, fixed(values[i], 2));
      row.dataset.cut = `${off.includes(part)}`;
    });
    const heads = [text.columns.position, text.columns.letter, ...HEADS];
    const lines = [...content.slice(0, at + 1)].map((letter, j) => [
      [`${j}`, j],
      [letter, letter],
      ...HEADS.map((_, h) => {
        const weight = inside.weights[h][at][j];
        return [formatNear(weight), weight];
      }),
    ]);
    const caption = text.weights({ letter: content[at], position: `${at}` });
    weights.set(caption, heads, lines);
  }
  return { node, draw };
}
