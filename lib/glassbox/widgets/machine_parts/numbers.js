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
  const { symbols, source_tokens, longest_target, dates, right, last, seen } = facts;
  const is = (part) => off.includes(part);
  const normed = (rows, norm) =>
    is("norms") ? rows : rows.map((row) => layer_norm(row, norm));
  /** x + f(Norm(x)), without what is off. */
  function connected(x, f, norm) {
    const found = f(normed(x, norm));
    return is("skips") ? found : residual_connection(x, found);
  }
  function embedded(ids, table) {
    const x = embed(ids, table, { scale: model.scale_embeddings });
    if (is("positions")) return x;
    return residual_connection(x, sinusoidal_positions(ids.length, table[0].length));
  }
  function look(x, p, norm, mask) {
    if (is("self_attention")) return x;
    return connected(x, (h) => multi_head_attention(h, h, h, p, { mask }).output, norm);
  }
  function read(y, memory, p, norm) {
    if (is("cross_attention")) return y;
    const f = (h) => multi_head_attention(h, memory, memory, p).output;
    return connected(y, f, norm);
  }
  function think(x, p) {
    if (is("feed_forward")) return x;
    return connected(x, (h) => feed_forward(h, p.feed_forward), p.feed_forward_norm);
  }
  function encoded(date) {
    const { layers, final_norm } = model.transformer.encoder;
    const ids = [...date].map((sign) => source_tokens.indexOf(sign));
    let x = embedded(ids, model.source_table);
    for (const p of layers)
      x = think(look(x, p.self_attention, p.self_attention_norm, null), p);
    return normed(x, final_norm);
  }
  /** The decoder's vectors after its last layer, before its final norm. */
  function decoded(ids, memory) {
    const mask = is("mask") ? null : causal_mask(ids.length);
    let y = embedded(ids, model.target_table);
    for (const p of model.transformer.decoder.layers) {
      y = look(y, p.self_attention, p.self_attention_norm, mask);
      y = read(y, memory, p.cross_attention, p.cross_attention_norm);
      y = think(y, p);
    }
    return y;
  }
  function scored(rows) {
    const { final_norm } = model.transformer.decoder;
    const ended = normed(rows, final_norm);
    return vocabulary_logits(ended, model.target_table, model.output_bias);
  }
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
  const given = idsOf(`^${right}`);
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
