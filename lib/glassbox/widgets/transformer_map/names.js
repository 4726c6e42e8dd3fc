// What a part is called, and what it does, in words.

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

/** What a part does, with the sizes of which it does so. */
export function taskOf(text, part, state) {
  const { d_model, n_heads, d_ff } = state;
  const words = text.does[keyOf(text.does, part, state)];
  if (typeof words === "string") return words;
  const sizes = { d_model, n_heads, d_ff, d_head: d_model / n_heads };
  const digits = Object.entries(sizes).map(([name, size]) => [name, `${size}`]);
  return words({ n: n_heads, ...Object.fromEntries(digits) });
}

/** Words are a part's own, else its norm's, else its kind's. */
function keyOf(table, part, { facts, norm }) {
  if (part in table) return part;
  const { kind } = facts.parts[part];
  if (kind !== "norm") return kind;
  return part.includes("final") ? "final" : norm;
}
