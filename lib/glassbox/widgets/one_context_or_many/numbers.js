// The numbers of the widget one context or many: own contexts, and one for all.
import { matmul, sum } from "../kernels/arrays.js";

const SAME = 1e-9; // contexts this near each other in every number count as one

/**
 * Each output word's own context and the one that all could share: vectors of the
 * values' width; without values the shares stand for them. Also how far each lies from
 * the one, and how many differ.
 */
export function measure({ weights, values }) {
  const even = weights[0].map((_, __, row) => 1 / row.length);
  const own = values ? matmul(weights, values) : weights;
  const [one] = values ? matmul([even], values) : [even];
  const lost = own.map((context) => {
    const gaps = context.map((x, i) => x - one[i]);
    if (values) return Math.sqrt(sum(gaps.map((x) => x * x)));
    return sum(gaps.map(Math.abs)) / 2;
  });
  return { even, own, one, lost, different: countDifferent(own) };
}

function countDifferent(rows) {
  const kept = [];
  const near = (a, b) => a.every((x, i) => Math.abs(x - b[i]) <= SAME);
  for (const row of rows) {
    if (!kept.some((other) => near(row, other))) kept.push(row);
  }
  return kept.length;
}

/** ₁, ₁₂: a number below the line. */
export function lowered(n) {
  return [...String(n)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[Number(digit)]).join("");
}
