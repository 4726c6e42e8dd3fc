// The numbers of the widget splitting heads, and where they come from.
import { matmul, table_of, transpose as turned } from "../kernels/arrays.js";
import {
  merge_heads,
  scaled_dot_product_attention,
  split_heads,
} from "../kernels/attention.js";
import { formatShort } from "../shared/format.js";

/** Two decimals at most, fewer for what is large: columns must not run together. */
export function short(x) {
  return formatShort(x, Math.abs(x) < 100 ? 2 : 0);
}

/** The mistake: x.reshape(n_heads, n, d_head), which cuts x in reading order. */
export function reshape_to_heads(x, n_heads) {
  const d_head = x[0].length / n_heads;
  const numbers = x.flat();
  return span(n_heads, (h) =>
    span(x.length, (i) => {
      const start = (h * x.length + i) * d_head;
      return numbers.slice(start, start + d_head);
    }),
  );
}

/** Where W^O is left out it is the identity: the heads' answers stay as they are. */
export function outputMatrix({ w_o, x }) {
  const d_model = x[0].length;
  return w_o.length ? w_o : table_of(d_model, d_model, (i, j) => Number(i === j));
}

/** x where the second and the third feature have changed places in every token. */
export const swapped = (x) => x.map(([a, b, c, ...rest]) => [a, c, b, ...rest]);

/** The sentence: who has the second mark, the first and the third; "" if nobody has. */
export function sentenceOf({ x, features, tokens }) {
  const order = [1, 0, 2].map((mark) => x.findIndex((row) => row[mark] === 1));
  const isOne = features.length > 2 && new Set(order).size === 3 && !order.includes(-1);
  return isOne ? order.map((i) => tokens[i]).join(" ") : "";
}

/** The token's row of x W_Q, or what the reader wrote in its place. */
export function queryOf({ x, w_q, token, query }) {
  return query.length ? query : matmul([x[token]], w_q)[0];
}

/**
 * Every stage, for all tokens: query, key and value as rows of d_model, the same cut
 * into heads [head][row][number], and what attention makes of them.
 */
export function runStages(state) {
  const { x, w_q, w_k, w_v, n_heads, transpose, token } = state;
  const query = matmul(x, w_q).with(token, queryOf(state));
  const [key, value] = [matmul(x, w_k), matmul(x, w_v)];
  const split = transpose ? split_heads : reshape_to_heads;
  const heads = {
    query: split(query, n_heads),
    key: split(key, n_heads),
    value: split(value, n_heads),
  };
  const looked = heads.query.map((rows, h) =>
    scaled_dot_product_attention(rows, heads.key[h], heads.value[h]),
  );
  const merged = merge_heads(looked.map((head) => head.output));
  return {
    query,
    key,
    value,
    heads,
    scores: looked.map((head) => head.scores),
    weights: looked.map((head) => head.weights),
    merged,
    output: matmul(merged, outputMatrix(state)),
  };
}

/** [head][row]: the token of which a head holds a piece there. */
export function holders({ x, n_heads, transpose }) {
  const places = x.map((row, i) => row.map(() => i));
  const split = transpose ? split_heads : reshape_to_heads;
  return split(places, n_heads).map((rows) => rows.map(([token]) => token));
}

/** For each column of a projection the one feature that it reads, or "". */
export function readBy(features, matrix) {
  return turned(matrix).map((column) => {
    const reads = column.flatMap((w, i) => (w === 0 ? [] : [i]));
    return reads.length === 1 ? (features[reads[0]] ?? "") : "";
  });
}

/** The same, but names for all columns or for none. */
export function namesOf(features, matrix) {
  const names = readBy(features, matrix);
  return names.every(Boolean) ? names : names.map(() => "");
}

/** What each column of W^O takes, such as #1 − 2·#3, or "" where that is not so short. */
export function recipesOf(w_o) {
  return turned(w_o).map((column) => {
    const terms = column.flatMap((w, i) => (w === 0 ? [] : [{ w, i }]));
    if (!terms.length || terms.length > 2) return "";
    const signed = terms.map(({ w, i }, k) => {
      const sign = k ? (w > 0 ? " + " : " − ") : w > 0 ? "" : "−";
      const times = Math.abs(w) === 1 ? "" : `${formatShort(Math.abs(w), 2)}·`;
      return `${sign}${times}#${i + 1}`;
    });
    return signed.join("");
  });
}

/** The numbers of an answer that share the name of the first, by their columns. */
export function mainsOf(features, w_v) {
  const names = namesOf(features, w_v);
  return names.flatMap((name, j) => (name && name === names[0] ? [j] : []));
}

/**
 * Why no query finds the goal: { kind: "one" } where one head would have to find two
 * different numbers, { kind: "narrow", head, one, other } where two tokens have the same
 * key in a head that has to find one of them; else null.
 */
export function hindrance({ goal, features, w_v, n_heads }, { heads }) {
  const mains = mainsOf(features, w_v);
  const d_head = w_v.length / n_heads;
  const headOf = (j) => Math.floor(j / d_head);
  const apart = mains.some((j, a) =>
    mains.some((k, b) => headOf(j) === headOf(k) && goal[a] !== goal[b]),
  );
  if (apart) return { kind: "one" };
  for (const [a, j] of mains.entries()) {
    const h = headOf(j);
    const one = heads.value[h].findIndex((row) => row[j % d_head] === goal[a]);
    const key = `${heads.key[h][one]}`;
    const other = heads.key[h].findIndex((row, i) => i !== one && `${row}` === key);
    if (one >= 0 && other >= 0) return { kind: "narrow", head: h + 1, one, other };
  }
  return null;
}

/**
 * The token that a head of width 1 cannot find, in the first head whose key is not that
 * of w_k: "same" as another's key, or in the "middle" of two; null where there is none.
 */
export function outOfReach({ n_heads, w_k: own }, { heads }, w_k) {
  if (own.length !== n_heads) return null;
  const head = own.findIndex((_, j) => own.some((row, i) => row[j] !== w_k[i][j]));
  const keys = heads.key[head].map(([key], i) => [i, key]);
  const ordered = keys.sort((a, b) => a[1] - b[1]);
  const twin = ordered.findIndex(([, key], k) => k > 0 && key === ordered[k - 1][1]);
  if (twin > 0) {
    const [low, token] = [ordered[twin - 1], ordered[twin]];
    return { kind: "same", head, low, token, high: token };
  }
  if (ordered.length < 3) return null;
  const [low, token, high] = [ordered[0], ordered[1], ordered.at(-1)];
  return { kind: "middle", head, low, token, high };
}

/**
 * What keeps a head from finding the number `wanted` in column j of the answer: the
 * head, the token that has it, the one that scores highest besides, and a kind:
 *   "flat"   all scores are equal
 *   "tie"    the two score the same
 *   "weak"   the right one leads, but by too little
 *   "sign"   another leads; with the other sign the right one would
 *   "places" another leads; with the head's two numbers swapped the right one would
 *   "other"  another leads
 * or null where no token has that number.
 */
export function faultOf({ x, n_heads, token }, { heads, scores }, j, wanted) {
  const d_head = x[0].length / n_heads;
  const head = Math.floor(j / d_head);
  const of = heads.value[head].findIndex((row) => row[j % d_head] === wanted);
  if (of < 0) return null;
  const query = heads.query[head][token];
  const keys = heads.key[head];
  const row = scores[head][token];
  const rival = row.reduce(
    (best, score, i) => (i !== of && (best < 0 || score > row[best]) ? i : best),
    -1,
  );
  const isSame = (a, b) => Math.abs(a - b) < 1e-9;
  const wouldLead = (other) => {
    const asked = keys.map((key) => key.reduce((sum, k, i) => sum + k * other[i], 0));
    return asked.every((score, i) => i === of || score < asked[of]);
  };
  const negated = query.map((q) => -q);
  const kind = row.every((score) => isSame(score, row[0]))
    ? "flat"
    : isSame(row[of], row[rival])
      ? "tie"
      : row[of] > row[rival]
        ? "weak"
        : wouldLead(negated)
          ? "sign"
          : d_head === 2 && wouldLead([...query].reverse())
            ? "places"
            : "other";
  return { kind, head, of, rival, query, keys, scores: row, d_head };
}

/** The tokens that a row of weights takes most of: those with half of the largest. */
export function mostOf(weights) {
  const largest = Math.max(...weights);
  const chosen = weights.flatMap((w, i) => (w >= largest / 2 ? [i] : []));
  return { chosen, part: chosen.reduce((total, i) => total + weights[i], 0) };
}

/** [f(0), f(1), …]. */
export function span(count, f) {
  return Array.from({ length: count }, (_, i) => f(i));
}
