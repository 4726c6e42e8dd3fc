// Numbers as strokes from zero: above it positive, below it negative.
import { svg, write } from "./elements.js";
import { formatShort } from "./format.js";

const LEFT = 36;
const RIGHT = 334;
const TOP = 8;
const BOTTOM = 112;

/**
 * draw({ values, low, high, first, from, to, marked, size }) shows values[i] at first + i
 * on an axis from `from` to `to`, between low and high; the marked ones stand out, and
 * dashed lines show a size, if given.
 */
export function stems(kind) {
  const node = svg("svg", { viewBox: "0 0 340 132", role: "img", "data-stems": kind });
  node.classList.add("gb-stems");
  const [zero, sizes, ...series] = ["zero", "size", "up", "down", "marked"].map(
    (name) => svg("path", { class: `gb-${name}` }),
  );
  const labels = Array.from({ length: 5 }, () => svg("text", {}));
  node.append(sizes, ...series, zero, ...labels);

  function draw({ values, low, high, first = 0, from = first, ...options }) {
    const { to = first + values.length - 1, marked = [], size } = options;
    const step = (RIGHT - LEFT) / (to - from + 1); // half a step is left at either end
    const scale = (BOTTOM - TOP) / (high - low);
    const level = (value) => BOTTOM - (value - low) * scale;
    const across = (y) => `M${LEFT} ${y.toFixed(2)}H${RIGHT}`;
    const paths = ["", "", ""];
    values.forEach((value, i) => {
      const x = LEFT + step * (first + i - from + 0.5);
      const one = `M${x.toFixed(2)} ${level(0).toFixed(2)}v${(-scale * value).toFixed(2)}`;
      paths[marked.includes(i) ? 2 : value < 0 ? 1 : 0] += one;
    });
    series.forEach((path, i) => path.setAttribute("d", paths[i]));
    const width = Math.max(0.5, Math.min(6, 0.7 * step));
    node.style.setProperty("--stroke", `${width.toFixed(2)}px`);
    zero.setAttribute("d", across(level(0)));
    sizes.setAttribute("d", size ? across(level(size)) + across(level(-size)) : "");
    const places = [
      [high, LEFT - 5, TOP],
      [0, LEFT - 5, level(0)],
      [low, LEFT - 5, BOTTOM],
      [from, LEFT + 12, BOTTOM + 14],
      [to, RIGHT, BOTTOM + 14],
    ];
    places.forEach(([number, x, y], i) => {
      const hidden = i === 2 && level(0) > BOTTOM - 11; // else it would lie on the zero
      write(labels[i], hidden ? "" : formatShort(number));
      labels[i].setAttribute("x", x);
      labels[i].setAttribute("y", y + 4);
    });
  }
  return { node, draw };
}

/** The least of 1, 2, 5, 10, 20, ... that is at least x. */
export function roundBound(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].find((n) => n * power >= x) * power;
}
