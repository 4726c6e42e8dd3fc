// The picture of the widget read then write: states above, output words below, and
// between them the one context, or a context for each output word.
import { label } from "../shared/chart.js";
import { svg } from "../shared/elements.js";

const [WIDTH, BOX, HIGH] = [400, 52, 26];
const ROWS = { states: 42, contexts: 128, outputs: 192 };
const FULL = 20; // how wide the weight 1 is
const LEAST = 0.75;

/** ₁, ₂: a number below the line. */
export function lowered(n) {
  return [...String(n)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");
}

function places(count) {
  const room = WIDTH - BOX - 8;
  return Array.from(
    { length: count },
    (_, i) => 4 + BOX / 2 + (room * i) / (count - 1),
  );
}

/** set(step, attention) shows what is read and written after so many steps. */
export function picture(text, { source, glosses, target, weights }) {
  const node = svg("svg", { viewBox: `0 0 ${WIDTH} 240`, role: "img" });
  const add = (part) => {
    node.append(part);
    return part;
  };
  const [from, to] = [places(source.length), places(target.length)];
  const middle = WIDTH / 2;
  const line = (x, y, x2, y2) => add(svg("path", { d: `M${x} ${y}L${x2} ${y2}` }));
  const arrow = (x, y, to) =>
    add(svg("path", { d: `M${x} ${y}H${to}M${to - 6} ${y - 4}L${to} ${y}l-6 4` }));
  const chain = (at, y) =>
    at.slice(1).map((x, i) => arrow(at[i] + BOX / 2, y + HIGH / 2, x - BOX / 2 - 1));
  const below = ROWS.states + HIGH;

  // What flows: first, so that the boxes lie over its ends.
  const reads = chain(from, ROWS.states);
  const writes = chain(to, ROWS.outputs);
  const funnel = line(from.at(-1), below, middle, ROWS.contexts);
  const shared = to.map((x) => line(middle, ROWS.contexts + HIGH, x, ROWS.outputs));
  const bands = from.map((x) => to.map((end) => line(x, below, end, ROWS.contexts)));
  const drops = to.map((x) => line(x, ROWS.contexts + HIGH, x, ROWS.outputs));
  bands.forEach((row, j) => {
    row.forEach((band, i) => {
      band.style.strokeWidth = Math.max(LEAST, FULL * weights[i][j]).toFixed(2);
      band.classList.add("gb-band");
    });
  });

  function box(x, y, name, kind) {
    const frame = svg("rect", { x: x - BOX / 2, y, width: BOX, height: HIGH, rx: 3 });
    return add(svg("g", { class: kind }, frame, label(x, y + 18, name)));
  }
  const named = (name, i) => text.names[name]({ index: lowered(i + 1) });
  const word = (x, y, words, kind) => add(label(x, y, words, kind));
  const states = from.map((x, i) => {
    word(x, 14, source[i], "gb-said");
    word(x, 32, glosses[i]);
    return box(x, ROWS.states, named("state", i), "gb-state");
  });
  const outputs = to.map((x, i) => ({
    box: box(x, ROWS.outputs, named("output", i), "gb-output"),
    word: word(x, ROWS.outputs + HIGH + 17, target[i], "gb-said"),
  }));
  const one = box(middle, ROWS.contexts, text.names.one, "gb-context");
  const own = to.map((x, i) =>
    box(x, ROWS.contexts, named("context", i), "gb-context"),
  );

  const visible = (part, isShown) => part.classList.toggle("gb-hidden", !isShown);
  const lit = (part, isLit) => part.classList.toggle("gb-lit", isLit);
  function set(step, attention) {
    const written = step - source.length; // at most 0 while it reads
    states.forEach((part, i) => {
      visible(part, i < step);
      lit(part, i === step - 1);
    });
    reads.forEach((part, i) => visible(part, i + 1 < step));
    outputs.forEach((part, i) => {
      for (const each of [part.box, part.word]) visible(each, i < written);
      lit(part.box, i === written - 1);
    });
    writes.forEach((part, i) => visible(part, i + 1 < written));
    for (const part of [one, funnel]) visible(part, !attention && written >= 0);
    for (const part of [one, funnel]) lit(part, !attention && written >= 0);
    shared.forEach((part, i) => {
      visible(part, !attention && i < written);
      lit(part, i === written - 1);
    });
    own.forEach((part, i) => {
      visible(part, attention && i < written);
      lit(part, i === written - 1);
      visible(drops[i], attention && i < written);
    });
    for (const row of bands) {
      row.forEach((band, i) => visible(band, attention && i === written - 1));
    }
    node.ariaLabel = text.title;
  }
  return { node, set };
}
