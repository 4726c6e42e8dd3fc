// The picture of layer costs: operations over n for one d, both axes logarithmic.
import { costs, LAYERS, LONGEST } from "./numbers.js";

const BOX = { left: 36, right: 284, top: 32, bottom: 226 };
const POWERS = 15; // the upper edge is 10 to this
const APART = 14; // between two labels
const across = (n) => BOX.left + (BOX.right - BOX.left) * Math.log(n) / Math.log(LONGEST);
const down = (cost) => BOX.bottom - (BOX.bottom - BOX.top) * Math.log10(cost) / POWERS;

/** onpoint(n) hears where the reader presses or drags. */
export function chart(text, onpoint) {
  const node = svg("svg", { viewBox: "0 0 380 262", role: "img" });
  for (let power = 0; power <= POWERS; power += 3) {
    const y = down(10 ** power);
    node.append(svg("path", { d: `M${BOX.left} ${y}H${BOX.right}` }));
    label(BOX.left - 5, y + 4, power ? raised(power) : "1", "gb-end");
  }
  for (const n of [1, 16, 256, 4096, LONGEST]) {
    node.append(svg("path", { d: `M${across(n)} ${BOX.bottom}v4` }));
    label(across(n), BOX.bottom + 16, text.whole(n));
  }
  label((BOX.left + BOX.right) / 2, BOX.bottom + 32, text.axis);
  const [meeting, cursor] = ["gb-meeting", "gb-cursor"].map((look) => mark("path", look));
  const lines = LAYERS.map((layer) => mark("path", `gb-line gb-${layer}`));
  const ties = LAYERS.map(() => mark("path", ""));
  const names = LAYERS.map((layer) =>
    label(BOX.right + 12, 0, text.short[layer], `gb-${layer}`));
  const ring = mark("circle", "gb-ring", { r: 7 });
  const dots = LAYERS.map((layer) => mark("circle", `gb-${layer}`, { r: 4 }));
  const [crossing, here] = [label(0, 11, ""), label(0, 24, "", "gb-here")];

  function mark(tag, look, attributes = {}) {
    const part = svg(tag, { class: look, ...attributes });
    node.append(part);
    return part;
  }
  function label(x, y, words, look = "") {
    const part = svg("text", { x, y, class: look });
    part.textContent = words;
    node.append(part);
    return part;
  }
  function head(part, n, words) {
    part.setAttribute("x", Math.min(BOX.right - 30, Math.max(BOX.left + 30, across(n))));
    part.textContent = words;
  }

  let pressed = false;
  function point(event) {
    const { left, width } = node.getBoundingClientRect();
    const part = ((event.clientX - left) * 380 / width - BOX.left) / (BOX.right - BOX.left);
    onpoint(Math.round(LONGEST ** Math.min(1, Math.max(0, part))));
  }
  node.addEventListener("pointerdown", (event) => {
    pressed = true;
    node.setPointerCapture(event.pointerId);
    event.preventDefault();
    point(event);
  });
  node.addEventListener("pointermove", (event) => pressed && point(event));
  for (const end of ["pointerup", "pointercancel"]) {
    node.addEventListener(end, () => { pressed = false; });
  }

  let drawn = "";
  function draw(state, said) {
    const { n, d, kernel_width, neighbourhood } = state;
    const form = `${d},${kernel_width},${neighbourhood}`;
    if (form !== drawn) drawLines(state); // a new n moves the marks alone
    drawn = form;
    cursor.setAttribute("d", `M${across(n)} ${BOX.top - 4}V${BOX.bottom}`);
    const found = costs(state);
    LAYERS.forEach((layer, i) => {
      dots[i].setAttribute("cx", across(n));
      dots[i].setAttribute("cy", down(found[layer][0]));
    });
    head(here, n, text.here(text.whole(n)));
    node.ariaLabel = said;
  }
  /** The lines are straight but for a bend, where the sequence outgrows what is read. */
  function drawLines({ d, neighbourhood, ...state }) {
    const ends = LAYERS.map((layer, i) => {
      const places = [1, neighbourhood, LONGEST].map((n) =>
        [across(n), down(costs({ ...state, n, d, neighbourhood })[layer][0])]);
      lines[i].setAttribute("d", `M${places.map((place) => place.join(" ")).join("L")}`);
      return { i, y: places[2][1] };
    });
    spread(ends).forEach(({ i, y, at }) => {
      names[i].setAttribute("y", at + 4);
      ties[i].setAttribute("d", `M${BOX.right} ${y}L${BOX.right + 10} ${at}`);
    });
    meeting.setAttribute("d", `M${across(d)} ${BOX.top - 17}V${BOX.bottom}`);
    ring.setAttribute("cx", across(d));
    ring.setAttribute("cy", down(d ** 3));
    head(crossing, d, text.crossing(text.whole(d)));
  }
  return { node, draw };
}

/** Labels' heights, at least APART from each other and near their lines' ends. */
function spread(ends) {
  const sorted = [...ends].sort((a, b) => a.y - b.y);
  sorted.forEach((end, i) => {
    end.at = i ? Math.max(end.y, sorted[i - 1].at + APART) : end.y;
  });
  return sorted;
}

function raised(power) {
  return `10${[...String(power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

function svg(tag, attributes = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
