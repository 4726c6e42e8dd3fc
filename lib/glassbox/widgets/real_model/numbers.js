// Recorded runs, read: what each layer would say, and where each head looks.

export const N_LAYERS = 30;
const PLACES = N_LAYERS + 1; // before the first layer, and after each
const N_TOP = 3;
const N_HEADS = 9;

/** A run by its key; token and place choose a vector of it. */
export function runsOf({ names, runs }) {
  const read = ([key, run]) => {
    const at = (token, place) => token * PLACES + place;
    const best = (token, place) =>
      Array.from({ length: N_TOP }, (_, rank) => {
        const i = at(token, place) * N_TOP + rank;
        return { name: names[run.top[i]], percent: run.percents[i] };
      });
    const answer = (token) => run.answer.slice(at(token, 0), at(token + 1, 0));
    const norm = (token, place) => run.norms[at(token, place)];
    return [key, { tokens: run.tokens.map((i) => names[i]), best, answer, norm }];
  };
  return Object.fromEntries(Object.entries(runs).map(read));
}

/** Whether a token comes first where it stands itself; a part of a character is bytes. */
export function findsItself(token, best) {
  const isPart = /[₁-₄]$/.test(token) && /^[0-9A-F]{2}( [0-9A-F]{2})*$/.test(best);
  return token === best || isPart;
}

/** The place from which the final answer comes first until the end. */
export function sinceOf(run, token) {
  const first = (place) => run.best(token, place)[0].name;
  let place = N_LAYERS;
  while (place && first(place - 1) === first(N_LAYERS)) place -= 1;
  return place;
}

/** Where a head of a layer looks from a token, in percents: itself the last. */
export function looksOf({ signs, layers, n }, layer, head, token) {
  const size = (n * (n + 1)) / 2; // what a head sees: a triangle, row by row
  const start = (head - 1) * size + (token * (token + 1)) / 2;
  const row = layers[layer - 1].slice(start, start + token + 1);
  return Array.from(row, (sign) => signs.indexOf(sign));
}

/** The layer and the head that look most from a token at another. */
export function strongestLook(attention, token, key) {
  let found = { layer: 1, head: 1, percent: -1 };
  for (let layer = 1; layer <= N_LAYERS; layer++) {
    for (let head = 1; head <= N_HEADS; head++) {
      const percent = looksOf(attention, layer, head, token)[key];
      if (percent > found.percent) found = { layer, head, percent };
    }
  }
  return found;
}
