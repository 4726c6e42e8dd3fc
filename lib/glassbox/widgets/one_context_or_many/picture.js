// The picture of the widget one context or many: output words to choose from, their
// contexts, and what the chosen one is made of, as links to the source words and bars.
import { button, element, svg } from "../shared/elements.js";
import { lowered } from "./numbers.js";
import { named, short, show, spell } from "./writing.js";

// Where the contexts stand, in percent from the output words, and the one for all.
const [MIDDLE, SHARED] = [26, 50];
const WIDEST = 14; // a link that carries a share of 1, in pixels

/**
 * onchoose(i) hears of an output word; set(shares, at, isOne) shows what at gets. The
 * buttons' actions begin with the prefix: two pictures may stand side by side.
 */
export function picture(text, shown, onchoose, prefix = "") {
  const { source, target, glosses, rows } = shown; // each source word's numbers, or null
  const n_rows = Math.max(source.length, target.length);
  const row = glosses.length ? 37 : n_rows > 8 ? 25 : 34;
  const height = n_rows * row; // of the drawing; the page may show it lower
  const levels = (words) => words.map((_, i) => ((i + 0.5) / words.length) * height);
  const [from, to] = [levels(target), levels(source)];
  const contextOf = (i) => text.context({ index: lowered(i + 1) });
  let chosen = 0;

  const choices = target.map((word, i) => {
    const node = button(`${prefix}target-${i}`, [word], () => onchoose(i));
    node.setAttribute("role", "radio");
    return node;
  });
  const shared = source.map((word, j) => {
    const bar = element("i");
    const number = element("b");
    const track = element("span", { class: "gb-track", "aria-hidden": "true" }, bar);
    const name = element("span", { class: "gb-word" }, ...named(word, glosses[j]));
    const numbers = rows
      ? [element("small", {}, `(${rows[j].map(spell).join(", ")})`)]
      : [];
    return { bar, number, node: element("li", {}, name, track, number, ...numbers) };
  });
  const ties = target.map(() => svg("path", { class: "gb-tie" }));
  const links = source.map(() => svg("path", { class: "gb-share" }));
  const lines = svg(
    "svg",
    { viewBox: `0 0 100 ${height}`, preserveAspectRatio: "none" },
    ...ties,
    ...links,
  );
  const dots = target.map((_, i) => element("span", { class: "gb-dot" }, contextOf(i)));
  const sourceHead = rows ? text.source_rows : text.source_words;
  const heads = [text.output_words, "", sourceHead].map((words) =>
    element("div", { class: "gb-meaning", "aria-hidden": "true" }, words),
  );
  const radios = {
    class: "gb-column",
    role: "radiogroup",
    "aria-label": text.output_words,
    onkeydown,
  };
  const node = element(
    "div",
    { class: "gb-picture", style: `--rows: ${n_rows}; --row: ${row}px` },
    ...heads,
    element("div", radios, ...choices),
    element("div", { class: "gb-links", "aria-hidden": "true" }, lines, ...dots),
    element(
      "ul",
      { class: "gb-column", "aria-label": text.source_words },
      ...shared.map((one) => one.node),
    ),
  );

  function onkeydown(event) {
    const to = {
      ArrowDown: chosen + 1,
      ArrowRight: chosen + 1,
      ArrowUp: chosen - 1,
      ArrowLeft: chosen - 1,
      Home: 0,
      End: -1,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = (to + choices.length) % choices.length;
    onchoose(next);
    choices[next].focus();
  }
  function set(shares, at, isOne) {
    chosen = at;
    choices.forEach((choice, i) => {
      choice.setAttribute("aria-checked", `${i === at}`);
      choice.tabIndex = i === at ? 0 : -1;
    });
    shared.forEach(({ bar, number }, j) => {
      bar.style.width = `${100 * shares[j]}%`;
      show(number, short(shares[j]), shares[j]);
    });
    const level = (i) => (isOne ? height / 2 : from[i]);
    const middle = isOne ? SHARED : MIDDLE;
    from.forEach((y, i) => {
      ties[i].setAttribute("d", curve(0, y, middle, level(i)));
      ties[i].classList.toggle("gb-chosen", i === at);
      dots[i].hidden = isOne && i > 0;
      dots[i].style.left = `${middle}%`;
      dots[i].style.top = `${(100 * level(i)) / height}%`;
      dots[i].classList.toggle("gb-chosen", isOne || i === at);
    });
    dots[0].textContent = isOne ? text.context_for_all : contextOf(0);
    to.forEach((y, j) => {
      links[j].setAttribute("d", curve(middle, level(at), 100, y));
      links[j].style.strokeWidth = Math.max(0.5, WIDEST * shares[j]).toFixed(2);
    });
  }
  return { node, set };
}

/** A line that leaves and arrives level. */
function curve(x, y, to_x, to_y) {
  const middle = (x + to_x) / 2;
  return `M${x} ${y}C${middle} ${y} ${middle} ${to_y} ${to_x} ${to_y}`;
}
