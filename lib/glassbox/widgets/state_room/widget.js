import { element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";

const WAYS = ["random", "lstm", "attention"];
const CHANCE = 1 / 8; // a guess among 8 kinds: a square as pale as the ground

/** How dark a square is: 0 where the answers are guesses, 1 where all are right. */
function shade(hit) {
  return Math.max(0, (hit - CHANCE) / (1 - CHANCE));
}

const total = (parts) => parts.reduce((sum, part) => sum + part, 0);

function build({ model, text, edit, undo, reset }) {
  const n = model.get("hits")[0][0].length;
  const width = namedSlider({
    name: text.width,
    min: 0,
    max: model.get("widths").length - 1,
    "data-field": "width",
    onvalue: (at) => edit.commit("at", { at }),
  });
  const token = namedSlider({
    name: text.token,
    min: 1,
    max: n,
    "data-field": "token",
    onvalue: (place) => edit.commit("back", { back: n - place }),
  });
  const rows = WAYS.map((way) => {
    const squares = Array.from({ length: n }, (_, i) =>
      element("i", { "data-place": i + 1 }),
    );
    const count = element("b");
    const asked = element("span", { class: "gb-asked" });
    const strip = element(
      "div",
      { class: "gb-strip", role: "img", onclick },
      ...squares,
    );
    const name = element("div", { class: "gb-name" }, text.ways[way]);
    const node = element("div", { class: "gb-way" }, name, count, strip, asked);
    return { way, squares, count, asked, strip, node };
  });
  const ends = element(
    "div",
    { class: "gb-ends gb-meaning", "aria-hidden": "true" },
    element("span", {}, text.first),
    element("span", {}, text.last),
  );
  const told = element("p", { "data-words": "told" });
  const children = [
    element("div", { class: "gb-controls" }, width.node, token.node),
    element("p", { class: "gb-meaning" }, text.scale),
    ...rows.map((row) => row.node),
    ends,
    told,
    element("div", { class: "gb-actions" }, undo, reset),
  ];

  function onclick({ target }) {
    const place = Number(target.dataset.place);
    if (place) edit.commit("back", { back: n - place });
  }
  function update({ widths, hits, at, back }) {
    const size = widths[at];
    const place = n - back;
    width.set(at, text.numbers({ n: size }));
    token.set(place, text.place({ place, n }));
    const counts = rows.map(({ way, squares, count, asked, strip }, row) => {
      const parts = hits[row][at];
      squares.forEach((square, i) => {
        const hit = parts[n - 1 - i];
        square.style.setProperty("--shade", shade(hit).toFixed(3));
        square.dataset.value = hit;
        square.classList.toggle("gb-chosen", i + 1 === place);
      });
      const sum = total(parts);
      const found = fixed(sum, 1);
      count.dataset.value = sum;
      write(count, text.count({ found, n }));
      write(asked, text.asked({ place, percent: fixed(100 * parts[back], 0) }));
      strip.ariaLabel = text.strip({ way: text.ways[way], found, n });
      return found;
    });
    const [random, lstm, attention] = counts;
    const words = { size, all: size * n, n, random, lstm, attention };
    write(told, text.told(words));
    return `${told.textContent} ${rows.map((row) => row.asked.textContent).join(" ")}`;
  }
  return { children, update };
}

export default widget({
  name: "room",
  traits: ["widths", "hits", "at", "back"],
  build,
});
