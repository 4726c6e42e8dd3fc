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
 *
 * With onchoose, a reader can pick a stem: onlook(i) hears which one is under the pointer,
 * or onlook() that none is; onchoose(i) of a click, a tap or an arrow key. Then pointed
 * is the stem that stands out most, under the words flag, and axis names the places.
 */
export function stems(kind, { onlook = undefined, onchoose = undefined } = {}) {
  const node = svg("svg", { viewBox: "0 0 340 132", role: "img", "data-stems": kind });
  node.classList.add("gb-stems");
  const names = ["zero", "size", "flag", "up", "down", "marked", "pointed"];
  const [zero, sizes, staff, ...series] = names.map((name) =>
    svg("path", { class: `gb-${name}` }),
  );
  const labels = Array.from({ length: 5 }, () => svg("text", {}));
  const [said, axisName] = ["flag", "axis"].map((name) =>
    svg("text", { class: `gb-${name}` }),
  );
  node.append(sizes, staff, ...series, zero, ...labels, said, axisName);
  let place = { step: 1, start: LEFT, count: 1, pointed: 0 };
  if (onchoose) {
    node.setAttribute("viewBox", "0 -18 340 150"); // room for the flag
    listen(node, { onlook, onchoose, shown: () => place });
  }

  function draw({ values, low, high, first = 0, from = first, ...options }) {
    const { to = first + values.length - 1, marked = [], size } = options;
    const { pointed, flag = "", axis = "" } = options;
    const step = (RIGHT - LEFT) / (to - from + 1); // half a step is left at either end
    const scale = (BOTTOM - TOP) / (high - low);
    const level = (value) => BOTTOM - (value - low) * scale;
    const across = (y) => `M${LEFT} ${y.toFixed(2)}H${RIGHT}`;
    const start = LEFT + step * (first - from);
    const paths = ["", "", "", ""];
    place = { step, start, count: values.length, pointed: pointed ?? 0 };
    values.forEach((value, i) => {
      const x = start + step * (i + 0.5);
      const one = `M${x.toFixed(2)} ${level(0).toFixed(2)}v${(-scale * value).toFixed(2)}`;
      const way = value < 0 ? 1 : 0;
      paths[i === pointed ? 3 : marked.includes(i) ? 2 : way] += one;
    });
    const hoisted = values[pointed] !== undefined;
    const at = start + step * ((pointed ?? 0) + 0.5);
    const top = hoisted ? Math.min(level(0), level(values[pointed])) : 0;
    staff.setAttribute("d", hoisted ? `M${at.toFixed(2)} -3V${top.toFixed(2)}` : "");
    write(said, hoisted ? flag : "");
    said.setAttribute("x", Math.max(LEFT + 60, Math.min(RIGHT - 60, at)));
    said.setAttribute("y", -6);
    write(axisName, axis);
    axisName.setAttribute("x", (LEFT + RIGHT) / 2);
    axisName.setAttribute("y", BOTTOM + 14);

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

/** Let the pointer and the arrow keys pick one of the stems that are shown. */
function listen(node, { onlook, onchoose, shown }) {
  const inside = (i) => Math.max(0, Math.min(shown().count - 1, i));
  function under({ clientX }) {
    const box = node.getBoundingClientRect();
    const x = (340 * (clientX - box.left)) / box.width;
    return inside(Math.floor((x - shown().start) / shown().step));
  }
  node.setAttribute("role", "slider");
  node.setAttribute("tabindex", 0);
  node.addEventListener("pointermove", (event) => onlook(under(event)));
  node.addEventListener("pointerleave", () => onlook());
  node.addEventListener("click", (event) => onchoose(under(event)));
  node.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { pointed, count } = shown();
    const next = {
      ArrowLeft: pointed - 1,
      ArrowDown: pointed - 1,
      ArrowRight: pointed + 1,
      ArrowUp: pointed + 1,
      PageDown: pointed - 10,
      PageUp: pointed + 10,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onchoose(inside(next));
  });
}

/** The least of 1, 2, 5, 10, 20, ... that is at least x. */
export function roundBound(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].find((n) => n * power >= x) * power;
}
