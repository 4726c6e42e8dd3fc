// The picture of layer costs: operations over n for one d, both axes logarithmic.
import { draggable, label } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { formatPlain, powerOfTen } from "../shared/format.js";
import { costs, LAYERS, LONGEST } from "./numbers.js";

const BOX = { left: 36, right: 284, top: 32, bottom: 226 };
const POWERS = 15; // the upper edge is 10 to this
const APART = 14; // between two labels

function across(n) {
  return BOX.left + ((BOX.right - BOX.left) * Math.log(n)) / Math.log(LONGEST);
}
function down(cost) {
  return BOX.bottom - ((BOX.bottom - BOX.top) * Math.log10(cost)) / POWERS;
}

/** Labels' heights, at least APART from each other and near their lines' ends. */
function spread(ends) {
  const sorted = ends.toSorted((a, b) => a.y - b.y);
  let free = -Infinity;
  return sorted.map((end) => {
    const at = Math.max(end.y, free);
    free = at + APART;
    return { ...end, at };
  });
}

/** onpoint(n) hears where the reader presses or drags. */
export function chart(text, onpoint) {
  const node = svg("svg", { viewBox: "0 0 380 262", role: "img" });
  const add = (part) => {
    node.append(part);
    return part;
  };
  for (let power = 0; power <= POWERS; power += 3) {
    const y = down(10 ** power);
    add(svg("path", { d: `M${BOX.left} ${y}H${BOX.right}` }));
    add(label(BOX.left - 5, y + 4, powerOfTen(power), "gb-end"));
  }
  for (const n of [1, 16, 256, 4096, LONGEST]) {
    add(svg("path", { d: `M${across(n)} ${BOX.bottom}v4` }));
    add(label(across(n), BOX.bottom + 16, formatPlain(n)));
  }
  add(label((BOX.left + BOX.right) / 2, BOX.bottom + 32, text.axis));
  const meeting = add(svg("path", { class: "gb-meeting" }));
  const cursor = add(svg("path", { class: "gb-cursor" }));
  const lines = LAYERS.map((layer) =>
    add(svg("path", { class: `gb-line gb-${layer}` })),
  );
  const ties = LAYERS.map(() => add(svg("path")));
  const names = LAYERS.map((layer) =>
    add(label(BOX.right + 12, 0, text.layers[layer].short, `gb-${layer}`)),
  );
  const ring = add(svg("circle", { class: "gb-ring", r: 7 }));
  const dots = LAYERS.map((layer) =>
    add(svg("circle", { class: `gb-${layer}`, r: 4 })),
  );
  const crossing = add(label(0, 11, ""));
  const here = add(label(0, 24, "", "gb-here"));
  draggable(node, (x) => {
    const part = (x - BOX.left) / (BOX.right - BOX.left);
    onpoint(Math.round(LONGEST ** Math.min(1, Math.max(0, part))));
  });

  /** Set a head above the picture at n, but inside its edges. */
  function head(part, n, words) {
    const x = Math.min(BOX.right - 30, Math.max(BOX.left + 30, across(n)));
    part.setAttribute("x", x);
    part.textContent = words;
  }
  /** The lines are straight but for a bend, where the sequence outgrows what is read. */
  function drawLines(state) {
    const { d, neighbourhood } = state;
    const ends = LAYERS.map((layer, i) => {
      const places = [1, neighbourhood, LONGEST].map((n) => {
        const { operations } = costs({ ...state, n })[layer];
        return [across(n), down(operations)];
      });
      lines[i].setAttribute(
        "d",
        `M${places.map((place) => place.join(" ")).join("L")}`,
      );
      return { i, y: places[2][1] };
    });
    for (const { i, y, at } of spread(ends)) {
      names[i].setAttribute("y", at + 4);
      ties[i].setAttribute("d", `M${BOX.right} ${y}L${BOX.right + 10} ${at}`);
    }
    meeting.setAttribute("d", `M${across(d)} ${BOX.top - 17}V${BOX.bottom}`);
    ring.setAttribute("cx", across(d));
    ring.setAttribute("cy", down(d ** 3));
    head(crossing, d, text.crossing({ d }));
  }

  let drawn = "";
  function draw(state, words) {
    const { n, d, kernel_width, neighbourhood } = state;
    const form = `${d},${kernel_width},${neighbourhood}`;
    if (form !== drawn) drawLines(state); // a new n moves the marks alone
    drawn = form;
    cursor.setAttribute("d", `M${across(n)} ${BOX.top - 4}V${BOX.bottom}`);
    const found = costs(state);
    LAYERS.forEach((layer, i) => {
      dots[i].setAttribute("cx", across(n));
      dots[i].setAttribute("cy", down(found[layer].operations));
    });
    head(here, n, text.here({ n }));
    node.ariaLabel = words;
  }
  return { node, draw };
}
