// A grid of numbers from 0 to 1 as colours, a row a query and a column a key: one pixel
// a cell on a canvas, which the style enlarges. Point with mouse, finger or arrow keys.
import { luminance } from "./colour_scale.js";
import { element } from "./elements.js";
import { formatNear } from "./format.js";
import { onTheme, readColours } from "./theme.js";

const LARGEST_CELL = 56; // all lengths in px
const TALLEST = 640;
const LABEL = { font: "12px", row: 15, column: 14, longest: 84 };

/**
 * name names the grid, say(i, j) puts a cell into words. onpoint(i, j) hears where the
 * reader points, onpin(i, j) where they click, tap or press Enter, onescape() of
 * Escape, onleave() when pointer or focus goes elsewhere.
 *
 * set({ values, queries, keys, full }) shows values, all rows in one array, between
 * tokens; full is the number of the full colour. point(i, j) and pin([i, j] or []) move
 * the marks, as does move(i, j), of which onpoint hears nothing; repaint() follows the
 * theme.
 */
export function heatMap({ name, say, onpoint, onpin, onescape, onleave }) {
  const canvas = element("canvas");
  const numbers = element("div", { class: "gb-map-numbers", "aria-hidden": "true" });
  const [row, column, cell, pinned] = ["row", "column", "cell", "pinned"].map((part) =>
    element("div", { class: `gb-map-mark gb-map-${part}` }),
  );
  pinned.hidden = true;
  const field = element(
    "div",
    {
      class: "gb-map-field",
      role: "slider",
      tabindex: 0,
      "aria-label": name,
      "aria-valuemin": 0,
      onkeydown,
      onpointermove,
      onpointerdown: onpointermove,
      onclick,
      onpointerleave: onleave,
      onblur: onleave,
    },
    canvas,
    numbers,
    row,
    column,
    cell,
    pinned,
  );
  const [queryLabels, keyLabels] = ["queries", "keys"].map((side) =>
    element("div", { class: `gb-map-${side}`, "aria-hidden": "true" }),
  );
  const node = element("div", { class: "gb-map" }, keyLabels, queryLabels, field);
  let shown = { values: [], queries: [], keys: [], full: 1 };
  let here = [0, 0];
  let hasPointed = false;
  let colours = null;

  function set(next) {
    const sameTokens = next.queries === shown.queries && next.keys === shown.keys;
    shown = next;
    if (!sameTokens) {
      label(queryLabels, shown.queries);
      label(keyLabels, shown.keys);
      node.style.setProperty("--rows", shown.queries.length);
      node.style.setProperty("--columns", shown.keys.length);
      field.setAttribute("aria-valuemax", shown.values.length - 1);
      numbers.replaceChildren();
      fit();
    }
    paint();
    move(...here);
  }
  function label(axis, tokens) {
    axis.replaceChildren(
      ...tokens.map((token, i) => {
        const node = element("span", {}, token);
        node.style.setProperty("--at", i);
        return node;
      }),
    );
  }

  /** Cells as large as there is room for, and as many labels and numbers as fit. */
  function fit() {
    const room = node.clientWidth;
    if (!room) return;
    const { queries, keys } = shown;
    const [wideQuery, wideKey] = [queries, keys].map((tokens) => widest(tokens, node));
    const gutter = Math.min(wideQuery + 10, LABEL.longest, room * 0.2);
    const width = Math.min((room - gutter - 2) / keys.length, LARGEST_CELL);
    const height = Math.min(
      Math.max(width, Math.min(28, 112 / queries.length)),
      TALLEST / queries.length,
    );
    const flat = wideKey + 4 <= width;
    const lengths = { gutter, width, height, head: flat ? 18 : wideKey + 12 };
    for (const [key, length] of Object.entries(lengths)) {
      node.style.setProperty(`--${key}`, `${length}px`);
    }
    node.dataset.labels = flat ? "flat" : "upright";
    node.dataset.lines = Math.min(width, height) >= 10;
    thin(queryLabels, Math.ceil(LABEL.row / height));
    thin(keyLabels, flat ? 1 : Math.ceil(LABEL.column / width));
    const count = width >= 32 && height >= 18 ? shown.values.length : 0;
    if (numbers.childElementCount !== count) {
      numbers.replaceChildren(...Array.from({ length: count }, () => element("span")));
    }
  }
  function thin(axis, step) {
    [...axis.children].forEach((node, i) => {
      node.dataset.shown = i % step === 0;
    });
  }
  function paint() {
    colours ??= readColours(node);
    if (!colours) return;
    const { values, queries, keys, full } = shown;
    paintMap(canvas, values, queries.length, keys.length, colours, full);
    [...numbers.children].forEach((node, k) => {
      const dark = luminance(colours[shade(values[k], full)]) < 0.18;
      node.style.color = dark ? "#fff" : "#000";
      node.textContent = shortNumber(values[k]);
    });
  }
  function repaint() {
    colours = null;
    paint();
  }

  /** Put the marks on a cell, its labels in bold, and its words into the field. */
  function move(i, j) {
    i = Math.min(i, shown.queries.length - 1);
    j = Math.min(j, shown.keys.length - 1);
    const labels = [
      [queryLabels, i, here[0]],
      [keyLabels, j, here[1]],
    ];
    for (const [axis, now, before] of labels) {
      delete axis.children[before]?.dataset.here;
      axis.children[now].dataset.here = "";
    }
    here = [i, j];
    row.style.translate = `0 ${100 * i}%`;
    column.style.translate = `${100 * j}% 0`;
    cell.style.translate = `${100 * j}% ${100 * i}%`;
    field.setAttribute("aria-valuenow", i * shown.keys.length + j);
    field.setAttribute("aria-valuetext", say(i, j));
  }
  function point(i, j) {
    if (i === here[0] && j === here[1]) return;
    move(i, j);
    onpoint(i, j);
  }
  function pin([i, j]) {
    pinned.hidden = i === undefined;
    if (!pinned.hidden) pinned.style.translate = `${100 * j}% ${100 * i}%`;
  }
  function onpointermove({ offsetX, offsetY }) {
    const place = (at, length, n) =>
      Math.max(0, Math.min(n - 1, Math.floor((n * at) / length)));
    const i = place(offsetY, field.clientHeight, shown.queries.length);
    const j = place(offsetX, field.clientWidth, shown.keys.length);
    if (hasPointed) return point(i, j);
    hasPointed = true; // even at the cell where the marks are at first
    move(i, j);
    onpoint(i, j);
  }
  function onclick(event) {
    // A finger that is lifted has left the grid: the marks may be elsewhere again.
    if (event.detail) onpointermove(event);
    onpin(...here);
  }
  function onkeydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [i, j] = here;
    const [bottom, right] = [shown.queries.length - 1, shown.keys.length - 1];
    const act = {
      ArrowUp: () => point(Math.max(0, i - 1), j),
      ArrowDown: () => point(Math.min(bottom, i + 1), j),
      ArrowLeft: () => point(i, Math.max(0, j - 1)),
      ArrowRight: () => point(i, Math.min(right, j + 1)),
      Home: () => point(i, 0),
      End: () => point(i, right),
      PageUp: () => point(0, j),
      PageDown: () => point(bottom, j),
      Enter: () => onpin(i, j),
      " ": () => onpin(i, j),
      Escape: () => onescape(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // Only once the grid is on the page has it a width, and its colours a value.
  const sized = new ResizeObserver(() => {
    fit();
    paint();
  });
  sized.observe(node);
  const forgetTheme = onTheme(repaint);
  function stop() {
    sized.disconnect();
    forgetTheme();
  }
  return { node, field, set, move, point, pin, here: () => here, stop };
}

/** Draw one pixel a cell. */
export function paintMap(canvas, values, n_queries, n_keys, colours, full = 1) {
  canvas.width = n_keys;
  canvas.height = n_queries;
  const context = canvas.getContext("2d");
  const image = context.createImageData(n_keys, n_queries);
  values.forEach((value, k) => {
    image.data.set(colours[shade(value, full)], 4 * k);
    image.data[4 * k + 3] = 255;
  });
  context.putImageData(image, 0, 0);
}

/** Which of the scale's 256 colours a value has: twice the value, twice as strong. */
function shade(value, full) {
  return full ? Math.round(255 * Math.min(1, value / full)) : 0;
}

/** How wide the widest token would be, in px, 84 at most. */
function widest(tokens, node) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `bold ${LABEL.font} ${getComputedStyle(node).fontFamily}`;
  const widths = tokens.map((token) => context.measureText(token).width);
  return Math.min(LABEL.longest, Math.max(...widths));
}

/** Two decimals; only 0 itself is written 0. */
function shortNumber(value) {
  return value ? formatNear(value) : "0";
}
