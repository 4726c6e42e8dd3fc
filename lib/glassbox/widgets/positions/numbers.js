// The numbers of the widget positions: vectors, their products, and how pairs turn.
export const MOST_POSITIONS = 128;

/** at(d_model, base) gives every position's vector; it remembers the last table. */
export function positionTable() {
  let made = "";
  let rows = [];
  function at(d_model, base) {
    if (made !== `${d_model} ${base}`) {
      rows = Array.from({ length: 2 * MOST_POSITIONS }, (_, position) =>
        stepScales(d_model, base).flatMap((scale) => [
          Math.sin(position / scale),
          Math.cos(position / scale),
        ]),
      );
    }
    made = `${d_model} ${base}`;
    return rows;
  }
  return at;
}

/** What each pair divides the position by: base^(2i / d_model). */
function stepScales(d_model, base) {
  return Array.from({ length: d_model / 2 }, (_, i) => base ** ((2 * i) / d_model));
}

/** The angle by which each pair of components turns from a position to the next. */
export function stepAngles(d_model, base) {
  return stepScales(d_model, base).map((scale) => 1 / scale);
}

/** Each pair (sine, cosine) of a vector, turned by steps times its angle. */
export function turn(vector, steps, base) {
  return stepAngles(vector.length, base).flatMap((angle, i) => {
    const [sine, cosine] = pairOf(vector, i);
    const s = Math.sin(steps * angle);
    const c = Math.cos(steps * angle);
    return [sine * c + cosine * s, cosine * c - sine * s];
  });
}

export function pairOf(vector, i) {
  return [vector[2 * i], vector[2 * i + 1]];
}

/** The fastest pair, the chosen one and the slowest; null for one shown already. */
export function pairsShown(d_model, pair) {
  const last = d_model / 2 - 1;
  return [0, pair > 0 && pair < last ? pair : null, last > 0 ? last : null];
}

/** A state as the pointer has it: at another position, or compared with another. */
export function seen(state, looked) {
  const position = Math.min(looked?.position ?? state.position, state.n_positions - 1);
  const other = Math.max(0, looked?.other ?? position + state.steps);
  const pair = Math.min(state.pair, state.d_model / 2 - 1);
  return { ...state, position, steps: other - position, pair };
}
