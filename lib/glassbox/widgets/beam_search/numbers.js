// The numbers of beam search, as in numbers.py.
export const MOST_STEPS = 3;

/** What a text is judged by: its product, or its logarithm divided by its length. */
export function scoreOf({ p, words }, perToken) {
  return perToken ? Math.log(p) / words.length : p;
}

/** The texts that each step compares, in the tree's order. */
export function search(tree, { width, per_token, steps }) {
  let beam = [{ words: [], p: 1, after: tree, place: 0 }];
  const columns = [];
  while (columns.length < steps && beam.some((one) => one.after.length)) {
    const texts = beam.flatMap(longer);
    const score = (i) => scoreOf(texts[i], per_token);
    const ranked = texts.map((_, i) => i).sort((a, b) => score(b) - score(a) || a - b);
    for (const i of ranked.slice(0, width)) texts[i].kept = true;
    texts.forEach((one, i) => {
      one.place = i;
    });
    columns.push(texts);
    beam = texts.filter((one) => one.kept);
  }
  return columns;
}

/** A text with each word that may follow; one that has ended stays as it is. */
function longer(one) {
  const parent = one.place;
  if (!one.after.length) return [{ ...one, parent, kept: false }];
  return one.after.map(({ word, p, after }) => {
    const words = [...one.words, word];
    return { words, p: one.p * p, last: p, parent, after, kept: false };
  });
}

/** The text that wins; the first among equals. */
export function best(column, perToken) {
  const better = (a, b) => (scoreOf(b, perToken) > scoreOf(a, perToken) ? b : a);
  return column.reduce(better);
}
