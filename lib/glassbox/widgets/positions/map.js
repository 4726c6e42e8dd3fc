// The map of the widget positions: a row a position, a column a component, blue above
// zero and orange below; one pixel a number on a canvas, which the style enlarges.
import { colourScale } from "../shared/colour_scale.js";
import { element } from "../shared/ui.js";

/**
 * onlook(row, column) hears where the pointer is, or onlook() that it has left;
 * onchoose(row, column) of a click, a tap or an arrow key. set(rows) shows the rows;
 * point(row, column, second) moves the marks, words says where they are.
 */
export function signedMap({ name, onlook, onchoose }) {
  const canvas = element("canvas");
  const [first, second, cell] = ["first", "second", "cell"].map((part) =>
    element("div", { class: `gb-mark gb-${part}` }));
  const node = element("div", {
    class: "gb-signed", role: "slider", tabindex: 0, "aria-label": name, "aria-valuemin": 0,
    onkeydown, onpointermove: (event) => onlook(...placeOf(event)),
    onpointerleave: () => onlook(), onclick: (event) => onchoose(...placeOf(event)),
    ontransitionend: repaint, // the style has a transition that only a new theme starts
  }, canvas, second, first, cell);
  let [rows, here, colours] = [[[]], [0, 0], null];

  function placeOf({ clientX, clientY }) {
    const box = node.getBoundingClientRect();
    const place = (at, length, n) => Math.max(0, Math.min(n - 1, Math.floor((n * at) / length)));
    return [place(clientY - box.top, box.height, rows.length),
      place(clientX - box.left, box.width, rows[0].length)];
  }
  function onkeydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [i, j] = here;
    const [bottom, right] = [rows.length - 1, rows[0].length - 1];
    const place = {
      ArrowUp: [i - 1, j], ArrowDown: [i + 1, j], ArrowLeft: [i, j - 1], ArrowRight: [i, j + 1],
      PageUp: [i - 10, j], PageDown: [i + 10, j], Home: [0, j], End: [bottom, j],
    }[event.key];
    if (!place) return;
    event.preventDefault();
    const inside = (at, last) => Math.max(0, Math.min(last, at));
    onchoose(inside(place[0], bottom), inside(place[1], right));
  }

  function set(next) {
    rows = next;
    node.style.setProperty("--rows", rows.length);
    node.style.setProperty("--columns", rows[0].length);
    node.ariaValueMax = rows.length - 1;
    paint();
  }
  function paint() {
    colours ??= readColours(node);
    if (colours) paintSigned(canvas, rows, colours);
  }
  function point(i, j, other, words) {
    here = [i, j];
    first.style.translate = `0 ${100 * i}%`;
    second.style.translate = `0 ${100 * other}%`;
    second.hidden = other >= rows.length;
    cell.style.translate = `${100 * j}% ${100 * i}%`;
    node.ariaValueNow = i;
    node.ariaValueText = words;
  }
  function repaint() {
    colours = null;
    paint();
  }
  const sized = new ResizeObserver(repaint); // its colours have a value once it is shown
  sized.observe(node);
  return { node, set, point, stop: () => sized.disconnect() };
}

function paintSigned(canvas, rows, colours) {
  [canvas.width, canvas.height] = [rows[0].length, rows.length];
  const context = canvas.getContext("2d");
  const image = context.createImageData(canvas.width, canvas.height);
  rows.flat().forEach((x, at) => {
    const scale = colours[x < 0 ? "below" : "above"];
    image.data.set(scale[Math.round(255 * Math.min(1, Math.abs(x)))], 4 * at);
    image.data[4 * at + 3] = 255;
  });
  context.putImageData(image, 0, 0);
}

/** The theme's two scales as the element sees them; null while it is not on the page. */
function readColours(node) {
  if (!node.isConnected) return null;
  const [zero, above, below] = ["surface", "accent", "negative"].map((name) => {
    const probe = node.appendChild(element("span", { style: `color: var(--gb-${name})` }));
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  });
  return { above: colourScale(zero, above), below: colourScale(zero, below) };
}
