// How a step reads the source: a band from each character, as wide as its weight.
import { svg } from "../shared/elements.js";

const [FEWEST, MOST] = [13, 18]; // cells in a row: a translation, the longest date
const FULL = 0.84; // how wide all bands are together, in cells
const LEAST = 0.005; // of a weight that is drawn: thinner than a hair below it
const ROW = 46 / 60; // a row of cells, in heights of the picture, as the style has them

/** How many cells a row has for a source of n characters. */
function inRow(n) {
  return Math.max(FEWEST, Math.min(MOST, n));
}

/** The outline of the bands from the cells above to the cell with this place below. */
export function outline(weights, at) {
  const columns = inRow(weights.length);
  const last = Math.floor((weights.length - 1) / columns);
  let end = (at % columns) + (1 - FULL) / 2;
  return weights
    .map((weight, j) => {
      if (weight < LEAST) return "";
      const wide = FULL * weight;
      const start = (j % columns) + (1 - wide) / 2;
      const [from, to] = [start, end].map((x) => [x, x + wide]);
      end += wide;
      const top = ROW * (Math.floor(j / columns) - last); // behind the rows below it
      const down = `M${from[0]} ${top}${top ? "V0" : ""}C${from[0]} .6 ${to[0]} .4 ${to[0]} 1`;
      return `${down}H${to[1]}C${to[1]} .4 ${from[1]} .6 ${from[1]} 0${top ? `V${top}` : ""}Z`;
    })
    .join("");
}

/** A picture of them, for eyes alone: the cells above say the numbers. */
export function bands() {
  const path = svg("path");
  const node = svg("svg", { class: "gb-bands", "aria-hidden": "true" }, path);
  node.setAttribute("preserveAspectRatio", "none");

  /** Show how a step reads a source of n characters: its weights, none before step 1. */
  function set(weights, at, n, isOff) {
    node.dataset.off = isOff; // drawn in dashes: what the head finds goes nowhere
    node.setAttribute("viewBox", `0 0 ${inRow(n)} 1`);
    node.parentElement.style.setProperty("--in-row", inRow(n));
    path.setAttribute("d", outline(weights, at));
  }
  return { node, set };
}
