// What the mask sandbox computes: plain functions of its state, without a page.
import { matmul, sum } from "../kernels/arrays.js";
import { causal_mask, padding_mask } from "../kernels/masks.js";
import { softmax } from "../kernels/probability.js";

const FILLS = { "-inf": -Infinity, "-1e9": -1e9 };

/** What the rules allow, before any hand: True = may attend. */
export function rule_mask({ scores, n_padding, causal, hide_padding, inverted }) {
  const n = scores.length;
  const early = causal_mask(n);
  const real = padding_mask([n - n_padding], n)[0][0].toReversed(); // it's in front
  return scores.map((row, i) =>
    row.map((_, j) => {
      const allowed = (!causal || early[i][j]) && (!hide_padding || real[j]);
      return allowed !== inverted;
    }),
  );
}

/** The mask that is used: a hand's entry, where there is one, and else the rule's. */
export function used_mask(state) {
  return rule_mask(state).map((row, i) =>
    row.map((rule, j) => state.by_hand[i][j] ?? rule),
  );
}

/** Weights and output that a mask gives, used rightly or wrongly. */
export function look_up(scores, values, mask, { when, fill }) {
  const weights = scores.map((row, i) => {
    if (when === "after") return softmax(row).map((w, j) => (mask[i][j] ? w : 0));
    return softmax(filled_row(row, mask[i], fill));
  });
  return { weights, output: values.length ? matmul(weights, values) : [] };
}

export function filled_row(row, allowed, fill) {
  return row.map((score, j) => (allowed[j] ? score : FILLS[fill]));
}

/** exp(z) / sum of exp(z), as it is first written: nan where every z is -Infinity. */
export function hand_written_softmax(row) {
  const exponentials = row.map(Math.exp);
  return exponentials.map((e) => e / sum(exponentials));
}

/** Whether a row's hidden scores are all it has, and finite: they are equal then. */
export function is_filled(row_mask, { when, fill }) {
  return when === "before" && fill !== "-inf" && !row_mask.includes(true);
}

/** What a row adds up, before the division; null where a score is not in the sum. */
export function counted(row, row_mask, state) {
  if (is_filled(row_mask, state)) return row.map(() => 1); // e^0, less the largest
  const isIn = (j) => row_mask[j] || state.when === "after";
  return row.map((score, j) => (isIn(j) ? Math.exp(score) : null));
}

/** Whether a token is there only to fill up the sequence, in front. */
export function is_padding(j, { n_padding }) {
  return j < n_padding;
}

/** The scores and values when this token has another key and another value: 1 more. */
export function poke({ scores, values }, token) {
  return {
    scores: scores.map((row) =>
      row.map((score, j) => (j === token ? score + 1 : score)),
    ),
    values: values.map((row, j) => (j === token ? row.map((value) => value + 1) : row)),
  };
}

/** By how much each query's output, or without values its weights, move with a token. */
export function moved_by(token, state, mask) {
  const [before, after] = [state, poke(state, token)].map(({ scores, values }) => {
    const { weights, output } = look_up(scores, values, mask, state);
    return output.length ? output : weights;
  });
  return after.map((row, i) =>
    Math.max(...row.map((y, k) => Math.abs(y - before[i][k]))),
  );
}

/** What the truth allows, whatever the mask says: no later token, and no padded one. */
export function may_see(i, j, state) {
  return j <= i && !is_padding(j, state);
}

/** The mask, with all padding hidden from everyone. */
export function without_padding(mask, state) {
  return mask.map((row) => row.map((on, j) => on && !is_padding(j, state)));
}

/** What is wrong: leaks as [query, key], [token, queries it wrongly moves], rows. */
export function faults(state, mask, weights) {
  const all = [...mask.keys()];
  const cells = all.flatMap((i) => all.map((j) => [i, j]));
  const seen = cells.filter(([i, j]) => weights[i][j] !== 0);
  const totals = weights.map(sum);
  const reach = all.map((token) => {
    const moves = moved_by(token, state, mask);
    return [token, all.filter((i) => moves[i] !== 0 && !may_see(i, token, state))];
  });
  return {
    totals,
    future: seen.filter(([i, j]) => j > i),
    padding: seen.filter(([, j]) => is_padding(j, state)),
    sums: all.filter((i) => Math.abs(totals[i] - 1) > 1e-9 && !is_padding(i, state)),
    reach: reach.filter(([, queries]) => queries.length),
    empty: all.filter((i) => !mask[i].includes(true)),
  };
}

/** The state that a button of classic cases brings about. */
export function preset(name, { scores, n_padding }) {
  const by_hand = scores.map((row) => row.map(() => null));
  const own = {
    right: {},
    none: { causal: false, hide_padding: false },
    triu: { n_padding: 0, inverted: true },
    after: { when: "after" },
    finite: { n_padding: n_padding || 1, fill: "-1e9" },
    forgotten: { n_padding: n_padding || 1, hide_padding: false },
  };
  const right = {
    causal: true,
    hide_padding: true,
    inverted: false,
    when: "before",
    fill: "-inf",
  };
  return { ...right, by_hand, poked: null, ...own[name] };
}

/** The name of the classic case that the state is, if it is one. */
export function preset_of(names, state) {
  const is = ([name, value]) => JSON.stringify(value) === JSON.stringify(state[name]);
  const matches = (name) =>
    Object.entries(preset(name, state)).every((one) => one[0] === "poked" || is(one));
  return names.find(matches);
}

/** Rows with every entry of row i the same. */
export function with_row(rows, i, entry) {
  const row = rows[i].map(() => entry);
  return rows.with(i, row);
}

/** The same in Python, line by line. */
export function python_lines(state, mask) {
  const { causal, hide_padding, n_padding, inverted, when, fill, values } = state;
  const n = mask.length;
  const early = causal ? `causal_mask(${n})` : `np.ones((${n}, ${n}), bool)`;
  const real = `padding_mask([${n - n_padding}], ${n})[0][:, ::-1]`;
  const padding = hide_padding && n_padding ? ` & ${real}` : "";
  const lines = [`mask = ${early}${padding}`];
  if (inverted) lines.push("mask = ~mask");
  rule_mask(state).forEach((row, i) => {
    const changed = row.map((_, j) => j).filter((j) => row[j] !== mask[i][j]);
    if (changed.length && !mask[i].includes(true)) {
      lines.push(`mask[${i}] = False`);
      return;
    }
    for (const j of changed) {
      lines.push(`mask[${i}, ${j}] = ${mask[i][j] ? "True" : "False"}`);
    }
  });
  const hidden = fill === "-inf" ? "-np.inf" : fill;
  if (when === "after") {
    lines.push("weights = softmax(scores) * mask");
  } else {
    lines.push(`allowed = np.where(mask, scores, ${hidden})`);
    lines.push("weights = softmax(allowed)");
  }
  if (values.length) lines.push("output = weights @ values");
  return lines;
}
