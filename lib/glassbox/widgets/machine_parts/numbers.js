// The machine with parts switched off, as in numbers.py.
import { mean_of, transpose } from "../kernels/arrays.js";
import { multi_head_attention } from "../kernels/attention.js";
import { embed, sinusoidal_positions } from "../kernels/embedding.js";
import { causal_mask } from "../kernels/masks.js";
import { layer_norm } from "../kernels/normalization.js";
import { vocabulary_logits } from "../kernels/output_head.js";
import { feed_forward } from "../kernels/position_wise.js";
import { softmax } from "../kernels/probability.js";
import { residual_connection } from "../kernels/residual.js";

/** What is measured of the machine without the parts that are off. */
export function readings(model, facts, off) {
  const { symbols, longest_target, dates, rights, last, seen } = facts;
  const { encoded, decoded, scored } = machine(model, facts, off);
  const idsOf = (text) => [...text].map((sign) => symbols.indexOf(sign));

  function written(date) {
    const memory = encoded(date);
    const ids = idsOf("^");
    while (ids.length <= longest_target && symbols[ids.at(-1)] !== "$") {
      const [logits] = scored(decoded(ids, memory).slice(-1));
      ids.push(logits.indexOf(Math.max(...logits)));
    }
    const text = ids.map((id) => symbols[id]).join("");
    return text.slice(1).replace("$", "");
  }
  const memory = encoded(dates[0]);
  const given = idsOf(`^${rights[0]}`);
  const top = decoded(given, memory);
  const other = decoded([...given.slice(0, -1), ...idsOf(last)], memory);
  const [before, after] = [top, other].map((rows) => scored(rows).map(softmaxOf));
  const moves = before
    .slice(0, -1)
    .map((row, i) => Math.max(...row.map((p, j) => Math.abs(after[i][j] - p))));
  return {
    written: dates.map(written),
    moved: moves.filter((move) => move > seen).length,
    answers: moves.length,
    spread: spreadOf(top),
    size: Math.sqrt(mean_of(top.flat().map((x) => x * x))),
  };
}

/**
 * Every step on the way from the first date to the token after its last but one, in
 * order: { part, inputs: { name: rows }, output, weights }, with heads averaged.
 */
export function walk(model, facts, off) {
  const steps = [];
  const { encoded, decoded, scored } = machine(
    model,
    facts,
    off,
    (part, inputs, rest) => steps.push({ part, inputs, ...rest }),
  );
  const given = [...`^${facts.rights[0].slice(0, -1)}`];
  const ids = given.map((sign) => facts.symbols.indexOf(sign));
  scored(decoded(ids, encoded(facts.dates[0])));
  return { steps, source: [...facts.dates[0]], given, symbols: facts.symbols };
}

/**
 * The machine without what is off; note(part, inputs, rest) hears of each step.
 * @param {(...step: any[]) => void} note
 */
function machine(model, { source_tokens }, off, note = () => {}) {
  const is = (part) => off.includes(part);

  function normed(x, norm, part) {
    const output = is(part) ? x : x.map((row) => layer_norm(row, norm));
    note(part, { receives: x }, { output, isOff: is(part) });
    return output;
  }
  /** x + f(Norm(x)), without what is off; f gives its output, and weights if any. */
  function connected(part, x, norm, f, others = {}) {
    if (is(part)) {
      for (const one of ["norms", part, "skips"])
        note(one, { receives: x }, { output: x, isOff: true });
      return x;
    }
    const h = normed(x, norm, "norms");
    const { output: found, weights } = f(h);
    note(part, { receives: h, ...others }, { output: found, weights: meanOf(weights) });
    const output = is("skips") ? found : residual_connection(x, found);
    note("skips", { around: x, below: found }, { output, isLost: is("skips") });
    return output;
  }
  function embedded(ids, table, positions) {
    const x = embed(ids, table, { scale: model.scale_embeddings });
    note("embedding", {}, { output: x });
    const added = sinusoidal_positions(ids.length, table[0].length);
    const output = is(positions) ? x : residual_connection(x, added);
    note(positions, { receives: x, adds: added }, { output, isOff: is(positions) });
    return output;
  }
  function look(x, p, mask) {
    const f = (h) => multi_head_attention(h, h, h, p.self_attention, { mask });
    return connected("self_attention", x, p.self_attention_norm, f);
  }
  function read(y, memory, p) {
    const f = (h) => multi_head_attention(h, memory, memory, p.cross_attention);
    return connected("cross_attention", y, p.cross_attention_norm, f, { memory });
  }
  function think(x, p) {
    const f = (h) => ({ output: feed_forward(h, p.feed_forward) });
    return connected("feed_forward", x, p.feed_forward_norm, f);
  }
  function encoded(date) {
    const { layers, final_norm } = model.transformer.encoder;
    const ids = [...date].map((sign) => source_tokens.indexOf(sign));
    let x = embedded(ids, model.source_table, "source_positions");
    for (const p of layers) x = think(look(x, p, null), p);
    return normed(x, final_norm, "final_norms");
  }
  /** The decoder's vectors after its last layer, before its final norm. */
  function decoded(ids, memory) {
    const mask = is("mask") ? null : causal_mask(ids.length);
    let y = embedded(ids, model.target_table, "target_positions");
    for (const p of model.transformer.decoder.layers)
      y = think(read(look(y, p, mask), memory, p), p);
    return y;
  }
  function scored(rows) {
    const ended = normed(rows, model.transformer.decoder.final_norm, "final_norms");
    const output = vocabulary_logits(ended, model.target_table, model.output_bias);
    note("head", { receives: ended }, { output });
    return output;
  }
  return { encoded, decoded, scored };
}

/** The heads' weights, averaged. */
function meanOf(heads) {
  return heads?.[0].map((row, i) =>
    row.map((_, j) => mean_of(heads.map((head) => head[i][j]))),
  );
}

const softmaxOf = (row) => softmax(row);

/** How far the rows' directions lie from their mean: 0 if they are one. */
function spreadOf(rows) {
  const directions = rows.map((row) => {
    const length = Math.hypot(...row);
    return row.map((x) => x / length);
  });
  const center = transpose(directions).map(mean_of);
  return mean_of(
    directions.map((row) => Math.hypot(...row.map((x, j) => x - center[j]))),
  );
}
