// The block: a table a text, a row a token, a cell a feature.
import { element } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import {
  formatChange,
  formatInput,
  isPadding,
  isSame,
  isShared,
  markOf,
} from "./numbers.js";

/**
 * draw(state) makes the tables, paint(place, state, x, y, change) writes a cell: input,
 * output and, if it moved, the output's change. A cell calls onpress(place) when it is
 * pressed, and onkeydown; nameOf(place) says which one it is.
 */
export function blockGrid(text, { nameOf, onpress, onkeydown }) {
  const node = element("div", { class: "gb-block" });
  const cells = new Map(); // by place

  function draw({ block, labels }) {
    cells.clear();
    const tables = block.map((sample, b) => {
      const features = sample[0].map((_, f) => heading("col", `${f + 1}`));
      const rows = sample.map((row, t) => {
        const label = heading("row", labels[b * sample.length + t]);
        const entries = row.map((_, f) => makeCell([b, t, f]));
        return element("tr", {}, label, ...entries);
      });
      return element(
        "table",
        { role: "grid" },
        element("caption", {}, text.sample({ n: b + 1 })),
        element("tr", {}, element("td", {}, text.corner), ...features),
        ...rows,
      );
    });
    node.replaceChildren(...tables);
  }
  function makeCell(place) {
    const parts = ["b", "span", "small"].map((tag) => element(tag));
    const onclick = () => onpress(place);
    const attributes = { role: "gridcell", "data-place": place, onkeydown, onclick };
    const cell = { node: element("td", attributes, ...parts), parts, painted: "" };
    cells.set(`${place}`, cell);
    return cell.node;
  }
  function paint(place, state, x, y, change) {
    const cell = cells.get(`${place}`);
    const shared = isShared(place, state);
    const padding = isPadding(place, state.lengths);
    const here = isSame(place, state.selected);
    const poked = here && state.poke !== 0;
    const mark = markOf(state);
    const wanted = [x, y, change, shared, mark, padding, here, poked].join();
    if (wanted === cell.painted) return; // most cells stay: leave them alone, for speed
    cell.painted = wanted;
    const { node, parts } = cell;
    const [input, output] = [formatInput(x), formatNumber(y, 2)];
    const words = { input, output, change: formatChange(change) };
    const changed = change !== 0;
    parts[0].textContent = input;
    parts[1].textContent = output;
    parts[2].textContent = changed ? words.change : "";
    const marked = { shared, mark, changed, padding, poked };
    Object.assign(node.dataset, { output: y, change, ...marked });
    node.tabIndex = here ? 0 : -1;
    node.setAttribute("aria-selected", here);
    const marks = [shared && "in_mean", padding && "padding"].filter(Boolean);
    const form = text.cell[marks.join("_") || "plain"];
    node.setAttribute("aria-label", form({ name: nameOf(place), mark, ...words }));
  }
  function focus(place) {
    cells.get(`${place}`).node.focus();
  }
  return { node, draw, paint, focus, has: (place) => cells.has(`${place}`) };
}

export function heading(scope, words) {
  return element("th", { scope }, words);
}
