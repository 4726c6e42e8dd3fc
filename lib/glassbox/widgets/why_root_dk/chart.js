// A chart of the widget why √d_k: one quantity over d_k, raw and scaled.
import { label, pathThrough } from "../shared/chart.js";
import { element, svg } from "../shared/elements.js";
import { formatNumber, formatShort, powerOfTen } from "../shared/format.js";
import { DIMENSIONS } from "./numbers.js";

export const KINDS = ["raw", "scaled"];
export const FIGURES = ["largest", "jacobian"];
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 190, 10, 118];

/** Where a d_k stands: 1 … 1024 from left to right, on a log scale. */
function across(d_k) {
  return LEFT + ((RIGHT - LEFT) * Math.log2(d_k)) / 10;
}

/** Words in a picture, with d_k's low letter low. */
function lowered(x, y, words) {
  const node = label(x, y, "");
  const parts = words.split(/_(\w)/);
  const up = () => svg("tspan", { dy: -3 }, "\u200b"); // what follows is up again
  const nodes = parts.map((part, i) =>
    i % 2 ? [svg("tspan", { dy: 3, class: "gb-low" }, part), up()] : part,
  );
  node.append(...nodes.flat());
  return node;
}

/** Two curves over d_k, raw and scaled, on a log scale unless it is of weights. */
export function chart(text, name) {
  const isLog = name !== "largest";
  const grid = svg("g");
  const cursor = svg("path", { class: "gb-cursor" });
  const curves = KINDS.map((kind) => svg("path", { class: `gb-curve gb-${kind}` }));
  const dots = KINDS.map((kind) => svg("circle", { r: 4, class: `gb-${kind}` }));
  const names = KINDS.map((kind) => label(RIGHT + 6, 0, text[kind], `gb-${kind}`));
  const picture = svg(
    "svg",
    { viewBox: "0 0 248 158", role: "img", "data-chart": name },
    grid,
    lowered((LEFT + RIGHT) / 2, BOTTOM + 30, text.axis),
    cursor,
    ...curves,
    ...dots,
    ...names,
  );
  const numbers = KINDS.map((kind) =>
    element("b", { "data-figure": `${kind}-${name}` }),
  );
  const keys = KINDS.flatMap((kind, i) => {
    const look = { class: `gb-key gb-${kind}` };
    return [element("span", look, text[kind], " ", numbers[i]), " "];
  });
  const node = element(
    "div",
    {},
    element("div", { class: "gb-title" }, text.charts[name]),
    picture,
    element("div", { class: "gb-keys" }, ...keys),
  );
  let [low, high] = isLog ? [-1, 1] : [0, 1];
  function up(value) {
    const part = ((isLog ? Math.log10(value) : value) - low) / (high - low);
    return BOTTOM - (BOTTOM - TOP) * part;
  }

  /** Draw the curves: values[kind] has one number for each of DIMENSIONS. */
  function draw(values) {
    if (isLog) {
      const all = values.flat();
      low = Math.floor(Math.log10(Math.min(...all)));
      high = Math.ceil(Math.log10(Math.max(...all)));
    }
    const step = isLog ? Math.ceil((high - low) / 4) : 0.5;
    grid.replaceChildren();
    for (let n = step * Math.ceil(low / step); n <= high; n += step) {
      const height = up(isLog ? 10 ** n : n);
      const words = isLog ? powerOfTen(n) : formatShort(n);
      grid.append(label(LEFT - 5, height + 4, words, "gb-mark"));
      grid.append(svg("path", { d: `M${LEFT} ${height.toFixed(2)}H${RIGHT}` }));
    }
    for (const d_k of [1, 32, 1024]) {
      grid.append(label(across(d_k), BOTTOM + 15, d_k));
    }
    values.forEach((row, i) => {
      const places = row.map((value, n) => [across(DIMENSIONS[n]), up(value)]);
      curves[i].setAttribute("d", pathThrough(places));
      names[i].setAttribute("y", up(row.at(-1)) + 4);
    });
  }
  /** Mark the present d_k; its numbers may come before the curves do. */
  function mark(d_k, values) {
    const place = across(d_k).toFixed(2);
    cursor.setAttribute("d", `M${place} ${TOP}V${BOTTOM}`);
    const [raw, scaled] = values.map((value) =>
      formatNumber(value, value < 10 ? 3 : 1),
    );
    values.forEach((value, i) => {
      dots[i].setAttribute("cx", place);
      dots[i].setAttribute("cy", up(value).toFixed(2));
      numbers[i].textContent = [raw, scaled][i];
      numbers[i].dataset.value = value;
    });
    const about = { name: text.charts[name], d_k: `${d_k}`, raw, scaled };
    picture.ariaLabel = text.chart_said(about);
  }
  return { name, node, draw, mark };
}
