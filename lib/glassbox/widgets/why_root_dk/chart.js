// A chart of the widget why √d_k: one quantity over d_k, raw and scaled.
import { formula } from "../shared/formula.js";
import { element, formatNumber } from "../shared/ui.js";
import { DIMENSIONS } from "./numbers.js";

export const KINDS = ["raw", "scaled"];
export const FIGURES = ["variance", "largest", "jacobian"];
const across = (d_k) => Math.log2(d_k) / 10; // 1 … 1024 to 0 … 1

/** Two curves over d_k, raw and scaled, on a log scale unless it is of shares. */
export function chart(text, name) {
  const [left, right, top, bottom] = [34, 166, 8, 120];
  const isLog = name !== "largest";
  const grid = svg("g");
  const cursor = svg("path", { class: "gb-cursor" });
  const curves = KINDS.map((kind) => svg("path", { class: `gb-curve gb-${kind}` }));
  const dots = KINDS.map((kind) => svg("circle", { r: 4, class: `gb-${kind}` }));
  const names = KINDS.map((kind) => {
    const label = svg("text", { x: right + 6, class: `gb-${kind}` });
    label.textContent = text[kind];
    return label;
  });
  const picture = svg("svg", { viewBox: "0 0 210 140", role: "img", "data-chart": name });
  picture.append(grid, cursor, ...curves, ...dots, ...names);
  const numbers = KINDS.map((kind) => element("b", { "data-figure": `${kind}-${name}` }));
  const node = element("div", {},
    element("div", { class: "gb-title" }, text.charts[name]), picture,
    element("p", {}, ...KINDS.flatMap((kind, i) => [
      element("span", { class: `gb-key gb-${kind}` }, text[kind], " ", numbers[i]), " "])),
    element("p", { class: "gb-meaning" }, ...formula(text.meanings[name])));
  let [low, high] = isLog ? [-1, 1] : [0, 1];
  const x = (d_k) => (left + (right - left) * across(d_k)).toFixed(1);
  const y = (value) => {
    const part = ((isLog ? Math.log10(value) : value) - low) / (high - low);
    return (bottom - (bottom - top) * part).toFixed(1);
  };

  /** Draw the curves: values[kind] has one number for each of DIMENSIONS. */
  function draw(values) {
    const all = values.flat();
    if (isLog) {
      low = Math.floor(Math.log10(Math.min(...all)));
      high = Math.ceil(Math.log10(Math.max(...all)));
    }
    const step = isLog ? Math.ceil((high - low) / 4) : 0.5;
    grid.replaceChildren();
    for (let n = step * Math.ceil(low / step); n <= high; n += step) {
      const height = y(isLog ? 10 ** n : n);
      tick(left - 5, Number(height) + 4, isLog ? powerOfTen(n) : n, "gb-mark");
      grid.append(svg("path", { d: `M${left} ${height}H${right}` }));
    }
    for (const d_k of [1, 32, 1024]) tick(x(d_k), bottom + 16, d_k, "");
    values.forEach((row, i) => {
      const places = row.map((value, n) => `${x(DIMENSIONS[n])} ${y(value)}`);
      curves[i].setAttribute("d", `M${places.join("L")}`);
      names[i].setAttribute("y", Number(y(row.at(-1))) + 4);
    });
  }
  function tick(at_x, at_y, words, look) {
    const mark = svg("text", { x: at_x, y: at_y, class: look });
    mark.textContent = words;
    grid.append(mark);
  }
  /** Mark the present d_k; its numbers may come before the curves do. */
  function mark(d_k, values) {
    cursor.setAttribute("d", `M${x(d_k)} ${top}V${bottom}`);
    const words = values.map((value) => formatNumber(value, value < 10 ? 3 : 1));
    values.forEach((value, i) => {
      dots[i].setAttribute("cx", x(d_k));
      dots[i].setAttribute("cy", y(value));
      numbers[i].textContent = words[i];
      numbers[i].dataset.value = value;
    });
    picture.ariaLabel = text.chart_said(text.charts[name], d_k, ...words);
  }
  return { name, node, picture, draw, mark };
}

function svg(tag, attributes = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function powerOfTen(n) {
  const raised = [...`${n}`].map((c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]);
  return n === 0 ? "1" : `10${raised.join("")}`;
}
