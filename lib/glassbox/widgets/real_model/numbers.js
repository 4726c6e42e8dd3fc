// Recorded runs, read: what each layer would say, and where each head looks.

export const N_LAYERS = 30;
const PLACES = N_LAYERS + 1; // before the first layer, and after each
const N_TOP = 3;
export const N_HEADS = 9;

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

/** The place from which the final answer comes first until the end. */
export function sinceOf(run, token) {
  const first = (place) => run.best(token, place)[0].name;
  let place = N_LAYERS;
  while (place && first(place - 1) === first(N_LAYERS)) place -= 1;
  return place;
}

/** The heads of all layers, in the order of a grid: the first head of each layer first. */
export const everyHead = Array.from({ length: N_HEADS * N_LAYERS }, (_, i) => ({
  layer: (i % N_LAYERS) + 1,
  head: Math.floor(i / N_LAYERS) + 1,
}));

/** Where a head of a layer looks from a token, in percents: itself the last. */
export function looksOf({ signs, layers }, layer, head, token) {
  const size = layers[layer - 1].length / N_HEADS; // a triangle, row by row
  const start = (head - 1) * size + (token * (token + 1)) / 2;
  const row = layers[layer - 1].slice(start, start + token + 1);
  return Array.from(row, (sign) => signs.indexOf(sign));
}

/** What a head puts on a source, or for -1, where it looks most but at the first. */
export function lookAt(looks, source) {
  const most = looks.indexOf(Math.max(...looks.slice(1)), 1);
  const key = source < 0 ? most : source;
  return { key, percent: looks[key] ?? 0 };
}

/** The layer and head that look most at a token between the first and their own. */
export function tellingHead(attention, token) {
  const between = ({ layer, head }) =>
    Math.max(...looksOf(attention, layer, head, token).slice(1, -1), 0);
  const most = Math.max(...everyHead.map(between));
  const { layer, head } = everyHead.find((one) => between(one) === most);
  return [layer, head];
}
