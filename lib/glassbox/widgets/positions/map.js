// The map of the widget positions: a row a position, a column a component, blue above
// zero and orange below; one pixel a number on a canvas, which the style enlarges.
import { colourScale } from "../shared/colour_scale.js";
import { element } from "../shared/elements.js";

/**
 * onlook(row, column) hears where the pointer is, or onlook() that it has left;
 * onchoose(row, column) of a click, a tap or an arrow key. set(rows) shows the rows;
 * point(row, column, second, words) moves the marks, words say where they are.
 */
export function signedMap({ name, onlook, onchoose }) {
  const canvas = element("canvas");
  const [first, second, cell] = ["first", "second", "cell"].map((part) =>
    element("div", { class: `gb-mark gb-${part}` }),
  );
  const node = element(
    "div",
    {
      class: "gb-signed",
      role: "slider",
      tabindex: 0,
      "aria-label": name,
      "aria-valuemin": 0,
      onkeydown,
      onpointermove: (event) => onlook(...placeOf(event)),
      onpointerleave: () => onlook(),
      onclick: (event) => onchoose(...placeOf(event)),
      ontransitionend: repaint, // the style's transition: only a new theme starts it
    },
    canvas,
    second,
    first,
    cell,
  );
  let rows = [[]];
  let here = [0, 0];
  let colours = null;

  function placeOf({ clientX, clientY }) {
    const box = node.getBoundingClientRect();
    return [
      inside(Math.floor((rows.length * (clientY - box.top)) / box.height), rows),
      inside(Math.floor((rows[0].length * (clientX - box.left)) / box.width), rows[0]),
    ];
  }
  function onkeydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [i, j] = here;
    const place = {
      ArrowUp: [i - 1, j],
      ArrowDown: [i + 1, j],
      ArrowLeft: [i, j - 1],
      ArrowRight: [i, j + 1],
      PageUp: [i - 10, j],
      PageDown: [i + 10, j],
      Home: [0, j],
      End: [rows.length - 1, j],
    }[event.key];
    if (!place) return;
    event.preventDefault();
    onchoose(inside(place[0], rows), inside(place[1], rows[0]));
  }

  function set(next) {
    rows = next;
    node.style.setProperty("--rows", rows.length);
    node.style.setProperty("--columns", rows[0].length);
    node.setAttribute("aria-valuemax", rows.length - 1);
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
    node.setAttribute("aria-valuenow", i);
    node.setAttribute("aria-valuetext", words);
  }
  function repaint() {
    colours = null;
    paint();
  }
  const sized = new ResizeObserver(repaint); // its colours have a value once it is shown
  sized.observe(node);
  return { node, set, point, stop: () => sized.disconnect() };
}

/** A place among so many, the nearest one that there is. */
function inside(at, places) {
  return Math.max(0, Math.min(places.length - 1, at));
}

function paintSigned(canvas, rows, colours) {
  canvas.width = rows[0].length;
  canvas.height = rows.length;
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
    const probe = element("span", { style: `color: var(--gb-${name})` });
    node.append(probe);
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  });
  return { above: colourScale(zero, above), below: colourScale(zero, below) };
}
