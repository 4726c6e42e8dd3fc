// The picture of the widget one context or many: output words to choose from, their
// contexts, and what the chosen one is made of, as links to the source words and bars.
import { button, element, svg } from "../shared/elements.js";
import { lowered } from "./numbers.js";
import { short, show } from "./tables.js";

const MIDDLE = 26; // where the contexts stand, in percent from the output words
const WIDEST = 14; // a link that carries a share of 1, in pixels

/** onchoose(i) hears of an output word; set(shares, at, isOne) shows what at gets. */
export function picture(text, { source, target }, onchoose) {
  const n_rows = Math.max(source.length, target.length);
  const height = n_rows * (n_rows > 8 ? 30 : 44);
  const levels = (words) => words.map((_, i) => ((i + 0.5) / words.length) * height);
  const [from, to] = [levels(target), levels(source)];
  const contextOf = (i) => text.context({ index: lowered(i + 1) });
  let chosen = 0;

  const choices = target.map((word, i) => {
    const node = button(`target-${i}`, [word], () => onchoose(i));
    node.setAttribute("role", "radio");
    return node;
  });
  const shared = source.map((word) => {
    const bar = element("i");
    const number = element("b");
    const track = element("span", { class: "gb-track", "aria-hidden": "true" }, bar);
    const name = element("span", { class: "gb-word" }, word);
    return { bar, number, node: element("li", {}, name, track, number) };
  });
  const ties = target.map(() => svg("path", { class: "gb-tie" }));
  const links = source.map(() => svg("path", { class: "gb-share" }));
  const lines = svg(
    "svg",
    { viewBox: `0 0 100 ${height}`, preserveAspectRatio: "none", height },
    ...ties,
    ...links,
  );
  const dots = target.map((_, i) => element("span", { class: "gb-dot" }, contextOf(i)));
  const heads = [text.output_words, "", text.source_words].map((words) =>
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
    { class: "gb-picture", style: `--height: ${height}px` },
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
    from.forEach((y, i) => {
      ties[i].setAttribute("d", curve(0, y, MIDDLE, level(i)));
      ties[i].classList.toggle("gb-chosen", i === at);
      dots[i].hidden = isOne && i > 0;
      dots[i].style.left = `${MIDDLE}%`;
      dots[i].style.top = `${level(i)}px`;
      dots[i].classList.toggle("gb-chosen", isOne || i === at);
    });
    dots[0].textContent = isOne ? text.context_for_all : contextOf(0);
    to.forEach((y, j) => {
      links[j].setAttribute("d", curve(MIDDLE, level(at), 100, y));
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
