// The numbers of the widget gradient descent: one weight, its loss and its steps.

const N_OTHERS = 12; // tokens besides the right one, whose logits stay 0
const WANTED = 0.95; // what label smoothing wants for the right one
export const MOST = 40; // steps
export const RATES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/** The smoothed loss of a logit z against others of 0, and its slope. */
export function lossAndSlope(z) {
  const others = N_OTHERS * Math.exp(-z); // both divided by e^z: it could overflow
  const loss = (1 - WANTED) * z + Math.log1p(others);
  return { loss, slope: 1 / (1 + others) - WANTED };
}

/** z, the loss and the slope at the start and after each step. */
export function descent(rate, steps) {
  let z = 0;
  return Array.from({ length: steps + 1 }, () => {
    const place = { z, ...lossAndSlope(z) };
    z -= rate * place.slope;
    return place;
  });
}

/** Where the slope is 0: the right token has exactly the wanted probability. */
export const LOWEST = Math.log((N_OTHERS * WANTED) / (1 - WANTED));
export const FLOOR = lossAndSlope(LOWEST).loss;

/** What the last step did: a key of the words. */
export function outcome(rate, places) {
  const { z, loss, slope } = places.at(-1);
  if (places.length === 1) return "start";
  const before = places.at(-2);
  const nextStep = Math.abs(rate * slope);
  if (loss - FLOOR < 0.005 && nextStep < 0.1) return "arrived";
  if (loss > before.loss) return "rose";
  if (loss > places[0].loss) return "above";
  if (before.z < LOWEST !== z < LOWEST) return "past";
  return before.loss - loss < 0.1 && nextStep < 0.1 ? "crawls" : "fell";
}

/** What the axes hold at a rate, so that no step changes them. */
export function view(rate) {
  const places = descent(rate, MOST);
  const far = Math.max(...places.map(({ z }) => z));
  const left = Math.min(...places.map(({ z }) => z));
  const high = [12, 20, 50, 100, 200, 500, 1000].find((end) => far <= end);
  const low = [0, -5, -10, -20, -50].find((end) => left >= end);
  const most = Math.max(...places.map(({ loss }) => loss), lossAndSlope(high).loss);
  return { low, high, top: [3, 5, 10, 20, 30, 50].find((end) => most < end + 1e-9) };
}
