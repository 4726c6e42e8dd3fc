// What flows through the machine on its way to a character, for the map.
import { dot, mean_of, table_of } from "../kernels/arrays.js";
import { multi_head_attention } from "../kernels/attention.js";
import { decode, new_cache } from "../kernels/encoder_decoder.js";
import { causal_mask } from "../kernels/masks.js";
import { layer_norm } from "../kernels/normalization.js";
import { vocabulary_logits } from "../kernels/output_head.js";
import { feed_forward } from "../kernels/position_wise.js";
import { softmax } from "../kernels/probability.js";
import { residual_connection } from "../kernels/residual.js";
import { decode_tokens, embed_tokens, encode_tokens } from "../kernels/token_model.js";
import { largest } from "../live_translator/packed.js";

export const YEAR = 4; // digits, the last of a date that begins with its month's name
const NEAR = ["source_embedding", "encoder_norm_1", "encoder_feed_forward", "memory"];

/** A date that begins with its month's name, with its comma and without; else null. */
export function variantsOf(source) {
  const found = /^(\p{L}+ \d{1,2}),? (\d{4})$/u.exec(source)?.slice(1);
  return found ? { comma: found.join(", "), no_comma: found.join(" ") } : null;
}

/** What the decoder reads; swapped, the year's rows come from the date with a comma. */
export function memoryOf(model, facts, source, isSwapped) {
  const rowsOf = (text) => encode_tokens(idsOf(facts, text), model).output;
  const rows = rowsOf(source);
  if (!isSwapped) return rows;
  return [...rows.slice(0, -YEAR), ...rowsOf(variantsOf(source).comma).slice(-YEAR)];
}

/** What the decoder writes, always the likeliest, and where it looks. */
export function stepsOf(model, { symbols, longest_target }, memory) {
  const cache = new_cache();
  const steps = [];
  let token = symbols.indexOf("^");
  do {
    const { output, weights } = decode_tokens([token], memory, model, { cache });
    token = largest(output[0]);
    steps.push({ token, weights });
  } while (steps.length < longest_target && symbols[token] !== "$");
  return steps;
}

/**
 * For the map: a date in its three states, or one that has no others; the one shown.
 * All are followed up to one place: at, or, if none is chosen, where the answers part.
 */
export function examplesOf(model, facts, source, isSwapped, at, isChosen = true) {
  const variants = variantsOf(source);
  const sources = variants
    ? { ...variants, exchanged: variants.no_comma }
    : { yours: source };
  const states = Object.entries(sources).map(([name, one]) => {
    const memory = memoryOf(model, facts, one, name === "exchanged");
    const tokens = stepsOf(model, facts, memory).map(({ token }) => token);
    return { name, one, memory, tokens };
  });
  const parting = 1 + partingOf(states.map(({ tokens }) => tokens));
  const place = (!isChosen && parting) || at;
  const examples = states.map(({ name, one, memory, tokens }) => {
    return { name, tokens, ...mapped(model, facts, one, tokens, place, memory) };
  });
  const shown = Object.keys(sources).find((name) => sources[name] === source);
  return { examples, follow: isSwapped ? "exchanged" : shown };
}

/** The first place where answers differ, or -1. */
function partingOf(answers) {
  const [first, ...others] = answers;
  return first.findIndex((token, i) => others.some((one) => one[i] !== token));
}

function idsOf({ source_tokens }, text) {
  return [...text].map((sign) => source_tokens.indexOf(sign));
}

/** As flow in transformer_map/example.py, of a pre-norm model. */
export function flow(model, source, target, memory) {
  const { encoder, decoder } = model.transformer;
  const vectors = {};
  const weights = {};
  const keep = (part, x) => (vectors[part] = x);
  function attend(part, h, parameters, memory = h, options = {}) {
    const found = multi_head_attention(h, memory, memory, parameters, options);
    const heads = found.weights;
    const mean = table_of(h.length, memory.length, (i, j) =>
      mean_of(heads.map((head) => head[i][j])),
    );
    weights[part] = [mean, ...heads];
    return found.output;
  }

  let x = keep("source_embedding", embed_tokens(source, model.source_table));
  let p = encoder.layers[0];
  let h = keep("encoder_norm_1", layer_norm(x, p.self_attention_norm));
  x = residual_connection(x, attend("encoder_self_attention", h, p.self_attention));
  h = keep("encoder_norm_2", layer_norm(x, p.feed_forward_norm));
  keep("encoder_feed_forward", feed_forward(h, p.feed_forward));
  keep("encoder_final_norm", keep("memory", memory));

  x = keep("target_embedding", embed_tokens(target, model.target_table));
  const mask = causal_mask(target.length);
  const below = { layers: decoder.layers.slice(0, -1), norm_first: true };
  x = decode(x, memory, /** @type {any} */ (below), { target_mask: mask }).output;
  p = decoder.layers.at(-1); // what it gives is what the head reads
  h = keep("decoder_norm_1", layer_norm(x, p.self_attention_norm));
  const own = attend("masked_self_attention", h, p.self_attention, h, { mask });
  x = residual_connection(x, own);
  h = keep("decoder_norm_2", layer_norm(x, p.cross_attention_norm));
  const read = attend("cross_attention", h, p.cross_attention, memory);
  x = residual_connection(x, read);
  h = keep("decoder_norm_3", layer_norm(x, p.feed_forward_norm));
  const found = keep("decoder_feed_forward", feed_forward(h, p.feed_forward));
  x = layer_norm(residual_connection(x, found), decoder.final_norm);
  keep("decoder_final_norm", x);
  weights.linear = vocabulary_logits(x, model.target_table, model.output_bias);
  weights.softmax = weights.linear.map((row) => softmax(row));
  return { vectors, weights };
}

/** A date as the map shows one: its tokens, and a letter for each number of a vector. */
export function mapped(model, facts, source, tokens, at, memory) {
  const { symbols } = facts;
  const characters = [...source];
  const written = tokens.slice(0, at - 1).filter((token) => symbols[token] !== "$");
  const signs = written.map((token) => symbols[token]);
  const ids = {
    source: idsOf(facts, source),
    written: [symbols.indexOf("^"), ...written],
  };
  const { vectors, weights } = flow(model, ids.source, ids.written, memory);
  const year = source.search(/[\d〇一二三四五六七八九]{4}/);
  const pair = pairOf(characters, year);
  const alike = (part) => cosine(...pair.map((place) => vectors[part][place]));
  const letters = ([part, rows]) => [part, rows.map(levels)];
  return {
    texts: { source, written: signs.join("") },
    source: characters,
    written: ["", ...signs],
    ids,
    vectors: Object.fromEntries(Object.entries(vectors).map(letters)),
    weights,
    year, // where its digits begin
    pair, // two equal characters, whose rows are compared
    near: pair && Object.fromEntries(NEAR.map((part) => [part, alike(part)])),
  };
}

/** Two equal characters, one or both of them in the year; null where there are none. */
export function pairOf(characters, year) {
  for (const first of year < 0 ? [] : [year, 0]) {
    for (let j = year; j < year + YEAR; j += 1) {
      const i = characters.indexOf(characters[j], first);
      if (i < j) return [i, j];
    }
  }
  return null;
}

function cosine(a, b) {
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

/** k is 0, and a step is 0.3; what lies beyond 3 is shown as 3. */
function levels(row) {
  const codes = row.map((x) => 107 + Math.max(-10, Math.min(10, Math.round(x / 0.3))));
  return String.fromCharCode(...codes);
}
