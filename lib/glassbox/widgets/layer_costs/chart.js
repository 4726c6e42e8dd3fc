// The picture of layer costs over n, for one d; both axes are logarithmic.
import { draggable, label } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { formatPlain } from "../shared/format.js";
import { costs, FIRST, LAYERS, LENGTHS, LONGEST } from "./numbers.js";

const BOX = { left: 60, top: 36, bottom: 200, names: 110 }; // names: at the right
const [HEIGHT, NARROW] = [236, 330];
const APART = 14; // between two labels
const PER_TOKEN = "operations";

/** What is drawn: multiplications for each token, in units of d²; the others plainly. */
export function height({ [PER_TOKEN]: operations, ...rest }, { n, d, shown }) {
  return shown === PER_TOKEN ? operations / (n * d * d) : rest[shown];
}

/** The upper edge is 10 to this: the highest line ends just below it. */
function powers(state, layers) {
  const ends = costs({ ...state, n: LONGEST });
  const highest = Math.max(
    ...layers.map((layer) => height(ends[layer], { ...state, n: LONGEST })),
  );
  return Math.ceil(2 * Math.log10(highest)) / 2;
}

/** Labels' heights: near their lines' ends, APART from each other, above the axis. */
function spread(ends) {
  const sorted = ends.toSorted((a, b) => b.y - a.y); // the lowest first
  let free = BOX.bottom - 8;
  return sorted.map((end) => {
    const at = Math.min(end.y, free);
    free = at - APART;
    return { ...end, at };
  });
}

/** A layer's class, and whether it's drawn only while "more" is open. */
function kind(layer) {
  return `gb-${layer} ${rank(layer)}`.trim();
}
function rank(layer) {
  return FIRST.includes(layer) ? "" : "gb-extra";
}

/**
 * onpoint(n) hears where the reader presses or drags. The picture is as wide as its
 * place, so its words keep their size; stop() ends the watch for that.
 */
export function chart(text, onpoint) {
  const node = svg("svg", { role: "img", height: HEIGHT });
  const add = (part) => {
    node.append(part);
    return part;
  };
  let right = 0;
  let top = 1; // the power of 10 at the upper edge
  let last = []; // what was drawn last
  const across = (n) =>
    BOX.left + ((right - BOX.left) * Math.log(n)) / Math.log(LONGEST);
  const down = (value) =>
    BOX.bottom - ((BOX.bottom - BOX.top) * Math.log10(value)) / top;

  const grid = add(svg("g"));
  const axis = add(label(0, BOX.bottom + 32, text.axis));
  const meeting = add(svg("path", { class: "gb-meeting" }));
  const cursor = add(svg("path", { class: "gb-cursor" }));
  const lines = LAYERS.map((layer) =>
    add(svg("path", { class: `gb-line ${kind(layer)}` })),
  );
  const ties = LAYERS.map((layer) => add(svg("path", { class: rank(layer) })));
  const names = LAYERS.map((layer) =>
    add(label(0, 0, text.layers[layer].short, kind(layer))),
  );
  const ring = add(svg("circle", { class: "gb-ring", r: 7 }));
  const dots = LAYERS.map((layer) => add(svg("circle", { class: kind(layer), r: 4 })));
  const crossing = add(label(0, 9, ""));
  const here = add(label(0, 28, "", "gb-here"));
  draggable(node, (x) => {
    const part = (x - BOX.left) / (right - BOX.left);
    onpoint(Math.round(LONGEST ** Math.min(1, Math.max(0, part))));
  });

  function drawGrid() {
    grid.replaceChildren();
    for (let power = 0; power <= top; power += 1) {
      const y = down(10 ** power);
      const tick = label(BOX.left - 5, y + 4, formatPlain(10 ** power), "gb-end");
      grid.append(svg("path", { d: `M${BOX.left} ${y}H${right}` }), tick);
    }
    const ticks = right < 300 ? [1, 256, LONGEST] : [1, 16, 256, 4096, LONGEST];
    for (const n of ticks) {
      const tick = label(across(n), BOX.bottom + 16, formatPlain(n));
      grid.append(svg("path", { d: `M${across(n)} ${BOX.bottom}v4` }), tick);
    }
    axis.setAttribute("x", (right + BOX.names) / 2); // it needs the whole width
  }
  /** Set a head above the picture at n, but inside its edges. */
  function head(part, n, words) {
    const x = Math.min(right - 30, Math.max(BOX.left + 30, across(n)));
    part.setAttribute("x", x);
    part.textContent = words;
  }
  function drawLines(state, layers) {
    const { d, neighborhood, shown } = state;
    const lengths = [...LENGTHS, neighborhood].sort((a, b) => a - b);
    const ends = LAYERS.map((layer, i) => {
      const places = lengths.map((n) => {
        const cost = costs({ ...state, n })[layer];
        return [across(n), down(height(cost, { n, d, shown }))];
      });
      lines[i].setAttribute(
        "d",
        `M${places.map((place) => place.join(" ")).join("L")}`,
      );
      return { i, y: places.at(-1)[1] };
    });
    const named = ends.filter(({ i }) => layers.includes(LAYERS[i]));
    for (const { i, y, at } of spread(named)) {
      names[i].setAttribute("x", right + 12);
      names[i].setAttribute("y", at + 4);
      ties[i].setAttribute("d", `M${right} ${y}L${right + 10} ${at}`);
    }
    const meets = shown === PER_TOKEN; // there attention costs as much as an LSTM
    for (const part of [meeting, ring, crossing]) {
      part.style.display = meets ? "" : "none";
    }
    meeting.setAttribute("d", `M${across(2 * d)} ${BOX.top - 22}V${BOX.bottom}`);
    ring.setAttribute("cx", across(2 * d));
    ring.setAttribute("cy", down(8));
    head(crossing, 2 * d, text.crossing({ n: 2 * d }));
  }

  let drawn = "";
  /** wide: whether the layers under "more" are drawn as well. */
  function draw(state, words, wide) {
    const { n, d, kernel_width, neighborhood, shown } = state;
    last = [state, words, wide];
    const room = node.clientWidth || NARROW;
    const form = `${d},${kernel_width},${neighborhood},${shown},${wide},${room}`;
    if (form !== drawn) {
      const layers = wide ? LAYERS : FIRST;
      right = room - BOX.names;
      top = powers(state, layers);
      node.setAttribute("viewBox", `0 0 ${room} ${HEIGHT}`);
      drawGrid();
      drawLines(state, layers); // a new n moves the marks alone
    }
    drawn = form;
    cursor.setAttribute("d", `M${across(n)} ${BOX.top - 4}V${BOX.bottom}`);
    const found = costs(state);
    LAYERS.forEach((layer, i) => {
      dots[i].setAttribute("cx", across(n));
      dots[i].setAttribute("cy", down(height(found[layer], state)));
    });
    const isSaid = shown === PER_TOKEN && n === 2 * d; // by the head above it
    head(here, n, isSaid ? "" : text.here({ n }));
    node.ariaLabel = words;
  }
  const sized = new ResizeObserver(() => {
    if (last.length) draw(...last);
  });
  sized.observe(node);
  return { node, draw, stop: () => sized.disconnect() };
}
