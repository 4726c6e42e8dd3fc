// What a part is called, and what it does, in words.
import { partsOf } from "./numbers.js";

/** A part's name. */
export function nameOf(text, part, state) {
  return text.names[keyOf(text.names, part, state)];
}

/** A part's name, with what tells it from others of that name. */
export function fullName(text, part, state) {
  const name = nameOf(text, part, state);
  const place = text.places[part];
  return place ? text.full_name({ name, place }) : name;
}

/** What a part does to the example, in words that need no other. */
export function plainOf(text, part, state, example) {
  const values = {
    ...sizesOf(state),
    source: text.unnamed.source,
    written: text.unnamed.written,
    next: example?.written.length ?? state.n_target,
    unit: text.units[example?.unit ?? "none"],
  };
  for (const [side, words] of Object.entries(example?.texts ?? {})) {
    values[side] = words ? text.quoted({ words }) : text.unnamed.nothing;
  }
  const own = example?.isLive && `${example.name}_${part}`;
  const key = own in text.plain ? own : keyOf(text.plain, part, state);
  const pieces = [filled(text.plain[key], values)];
  const isNormed = partsOf(state).includes("decoder_final_norm");
  if (isNormed && ["memory", "linear"].includes(part)) pieces.unshift(text.normed);
  const layers = state.n_layers;
  if (part === "memory" && layers > 1)
    pieces.unshift(text.once_more({ n: layers - 1, layers }));
  return pieces.join(" ");
}

function sizesOf({ d_model, n_heads, d_ff, vocabulary_size }) {
  const sizes = { d_model, n_heads, d_ff, vocabulary_size };
  return { ...sizes, d_head: d_model / n_heads, n: n_heads };
}

function filled(words, values) {
  return typeof words === "string" ? words : words(values);
}

/** Words are a part's own, else its norm's, else its kind's. */
function keyOf(table, part, { facts, norm }) {
  const { kind } = facts.parts[part];
  // Some are for one order of norm and sub-layer.
  const own = [`${norm}_${part}`, part, `${norm}_${kind}`].find((key) => key in table);
  if (own) return own;
  if (kind !== "norm") return kind;
  if (part.includes("final")) return "final";
  const again = `${norm}_again`;
  return again in table && part !== "encoder_norm_1" ? again : norm;
}
