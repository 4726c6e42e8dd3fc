// What the output head would say after each layer, and every weight from a position.
import { element, write } from "../shared/elements.js";
import { fixed, formatNear } from "../shared/format.js";
import { numbersTable } from "../shared/numbers_table.js";
import { adds, barRow } from "./adds.js";
import { HEADS, likeliest } from "./numbers.js";

const TOP = 3;

/** Three panels, for the vectors before the first layer and after each. */
export function lens(text) {
  const title = element("p", { class: "gb-title" });
  const panels = Object.values(text.layers).map((name, layer) => {
    const bars = Array.from({ length: TOP }, barRow);
    const list = element("ol", {}, ...bars.map(({ node }) => node));
    const node = element("div", { "data-layer": layer }, element("p", {}, name), list);
    return { bars, node };
  });
  const row = element("div", { class: "gb-panels" }, ...panels.map(({ node }) => node));
  const node = element("div", { class: "gb-lens" }, title, row);

  /** stages: a row of logits for each panel; next: the right letter, or undefined. */
  function draw(stages, next, words) {
    write(title, words);
    panels.forEach(({ bars, node }, layer) => {
      node.hidden = layer >= stages.length; // a layer that the model lacks
      if (node.hidden) return;
      likeliest(stages[layer], TOP).forEach(({ letter, probability }, rank) => {
        const one = bars[rank];
        const isRight = letter === next;
        const told = isRight && !rank ? text.right_letter : text.letter;
        write(one.name, told({ letter }));
        one.node.classList.toggle("gb-right", isRight);
        one.node.dataset.letter = letter;
        one.bar.style.width = `${100 * probability}%`;
        one.value.dataset.value = `${probability}`;
        const percent = fixed(100 * probability, 0);
        write(one.value, percent === "0" ? text.little : text.percent({ percent }));
      });
    });
  }
  return { node, draw };
}

/** What a reader may open: what each head adds to a logit, and every weight. */
export function more(text, ontoggle) {
  const [weights, added] = [numbersTable(), adds(text)];
  const name = text.weights_name;
  const node = element(
    "details",
    { class: "gb-more", ontoggle },
    element("summary", { "data-action": "more" }, text.more),
    added.node,
    element(
      "div",
      { class: "gb-scroll", tabindex: 0, role: "group", "aria-label": name },
      weights.node,
    ),
  );

  function draw(content, inside, at, off) {
    if (!node.open) return;
    added.draw(content, inside, at, off);
    const known = HEADS.slice(0, inside.weights.length);
    const heads = [text.columns.position, text.columns.letter, ...known];
    const lines = [...content.slice(0, at + 1)].map((letter, j) => [
      [`${j}`, j],
      [letter, letter],
      ...known.map((_, h) => {
        const weight = inside.weights[h][at][j];
        return [formatNear(weight), weight];
      }),
    ]);
    const caption = text.weights({ letter: content[at], position: `${at}` });
    weights.set(caption, heads, lines);
  }
  return { node, draw };
}
