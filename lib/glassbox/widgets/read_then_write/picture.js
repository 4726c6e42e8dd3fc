// The picture of the widget read then write: the encoder's states above, the decoder's
// below, and between them the one context, or a context for each output word.
import { label } from "../shared/chart.js";
import { svg } from "../shared/elements.js";

const [WIDTH, BOX, HIGH] = [400, 52, 26];
const ROWS = { encoder: 42, contexts: 126, decoder: 202 };
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
  const node = svg("svg", { viewBox: `0 0 ${WIDTH} 252`, role: "img" });
  const add = (part) => {
    node.append(part);
    return part;
  };
  const from = places(source.length);
  const [start, ...to] = places(target.length + 1); // before the first word
  const middle = WIDTH / 2;
  const line = (x, y, x2, y2) => add(svg("path", { d: `M${x} ${y}L${x2} ${y2}` }));
  /** An arrow to the point x2, y2. */
  function arrow(x, y, x2, y2) {
    const way = Math.atan2(y2 - y, x2 - x);
    const end = (turn) =>
      `${x2 - 7 * Math.cos(way + turn)} ${y2 - 7 * Math.sin(way + turn)}`;
    const d = `M${x} ${y}L${x2} ${y2}M${end(0.5)}L${x2} ${y2}L${end(-0.5)}`;
    return add(svg("path", { d }));
  }
  const chain = (at, y) =>
    at
      .slice(1)
      .map((x, i) =>
        arrow(at[i] + BOX / 2, y + HIGH / 2, x - BOX / 2 - 1, y + HIGH / 2),
      );
  const [below, above] = [ROWS.contexts + HIGH, ROWS.decoder - 1];

  // What flows: first, so that the boxes lie over its ends.
  const reads = chain(from, ROWS.encoder);
  const writes = chain([start, ...to], ROWS.decoder);
  const funnel = line(from.at(-1), ROWS.encoder + HIGH, middle, ROWS.contexts);
  const shared = to.map((x) => arrow(middle, below, x, above));
  const bands = from.map((x) =>
    to.map((end) => line(x, ROWS.encoder + HIGH, end, ROWS.contexts)),
  );
  const drops = to.map((x) => arrow(x, below, x, above));
  const asks = to.map((x, i) => {
    const before = i ? to[i - 1] : start;
    const way = arrow(before, above, x - BOX / 2 + 6, below + 2);
    way.classList.add("gb-asks");
    const name = text.names.query({ index: lowered(i + 1) });
    const [at, high] = [(before + x) / 2 - 24, (above + below) / 2 + 2];
    return [way, add(label(at, high, name, "gb-query"))];
  });
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
  const named = (name, index) => text.names[name]({ index: lowered(index) });
  const word = (x, y, words, kind) => add(label(x, y, words, kind));
  const encoder = from.map((x, i) => {
    word(x, 14, source[i], "gb-said");
    word(x, 32, glosses[i]);
    return box(x, ROWS.encoder, named("state", i + 1), "gb-state");
  });
  const first = box(start, ROWS.decoder, named("decoder", 0), "gb-output");
  word(start, ROWS.decoder + HIGH + 17, text.names.start);
  const outputs = to.map((x, i) => ({
    box: box(x, ROWS.decoder, named("decoder", i + 1), "gb-output"),
    word: word(x, ROWS.decoder + HIGH + 17, target[i], "gb-said"),
  }));
  const one = box(middle, ROWS.contexts, text.names.one, "gb-context");
  const own = to.map((x, i) =>
    box(x, ROWS.contexts, named("context", i + 1), "gb-context"),
  );

  const visible = (part, isShown) => part.classList.toggle("gb-hidden", !isShown);
  const filled = (part, isFilled) => part.classList.toggle("gb-waiting", !isFilled);
  const lit = (part, isLit) => part.classList.toggle("gb-lit", isLit);
  function set(step, attention) {
    const written = step - source.length; // at most 0 while it reads
    encoder.forEach((part, i) => {
      filled(part, i < step);
      lit(part, i === step - 1);
    });
    reads.forEach((part, i) => visible(part, i + 1 < step));
    filled(first, written >= 0);
    lit(first, written === 1);
    outputs.forEach((part, i) => {
      filled(part.box, i < written);
      visible(part.word, i < written);
      lit(part.box, i === written - 1 || i === written - 2);
    });
    writes.forEach((part, i) => visible(part, i < written));
    visible(one, !attention);
    visible(funnel, !attention && written >= 0);
    filled(one, written >= 0);
    lit(one, written >= 0);
    lit(funnel, true);
    shared.forEach((part, i) => {
      visible(part, !attention && i < written);
      lit(part, i === written - 1);
    });
    own.forEach((part, i) => {
      visible(part, attention);
      filled(part, i < written);
      lit(part, i === written - 1);
      visible(drops[i], attention && i < written);
      lit(drops[i], i === written - 1);
      for (const each of asks[i]) visible(each, attention && i === written - 1);
    });
    for (const row of bands) {
      row.forEach((band, i) => visible(band, attention && i === written - 1));
    }
    node.ariaLabel = text.title;
  }
  return { node, set };
}
