// The account of block sweep: what the last block did to maximum, sum and output.
import { choice } from "../shared/choice.js";
import { button, element, write } from "../shared/elements.js";
import { fixed, formatNumber, formatShort } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { answers } from "./numbers.js";
import { vector } from "./picture.js";

const ROWS = ["maximum", "sum", "first", "second"];
const COLUMNS = ["before", "factor", "adds", "now"];
const ANSWERS = ["found", "right", "difference"];

/** onforget and oncompare hear that the reader forgets to rescale, or asks. */
export function ledger(text, { onforget, oncompare }) {
  const power = element("sup");
  const factor = element("b", { "data-part": "factor" });
  const why = element("span", {}, text.factor, " e", power, " = ");
  const forget = choice({
    name: "forget",
    label: text.forget,
    options: text.forgets,
    onchoose: onforget,
  });
  const cells = ROWS.map(() =>
    COLUMNS.map((name) => element("td", { "data-column": name })),
  );
  const rows = ROWS.map((name, i) =>
    element(
      "tr",
      { "data-row": name },
      element("th", { scope: "row" }, ...formula(text.account_rows[name])),
      ...cells[i],
    ),
  );
  const table = element(
    "table",
    { "aria-label": text.account },
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("td"),
        ...COLUMNS.map((name) =>
          element("th", { scope: "col" }, text.columns_of[name]),
        ),
      ),
    ),
    element("tbody", {}, ...rows),
  );
  const results = ANSWERS.map((name) => {
    const title = element("div", { class: "gb-meaning" });
    const value = element("div", { class: "gb-value", "data-answer": name });
    return { title, value, node: element("div", {}, title, value) };
  });
  const compare = button("compare", [text.compare], oncompare);
  // In turn on the line and raised: the words of an exponent are words, too.
  const adds = text.adds.map((part, i) => (i % 2 ? element("sup", {}, part) : part));
  const node = element(
    "div",
    { class: "gb-account" },
    element("div", { class: "gb-factor" }, element("p", {}, why, factor), forget.node),
    table,
    element("p", { class: "gb-meaning" }, ...adds),
    element("div", { class: "gb-results" }, ...results.map((one) => one.node), compare),
  );

  function tell(cell, words, exact) {
    write(cell, words);
    cell.dataset.value = exact;
  }

  /** Show the account after a block, and how far its o / s is off. */
  function draw(state, account) {
    const { before, end } = account;
    const [m, old] = [account.maximum, before?.maximum].map((x) => formatShort(x ?? 0));
    node.toggleAttribute("data-empty", !before);
    write(power, before ? `${old} − ${m.replace(/^−.*/, "($&)")}` : "");
    tell(factor, before ? short(account.factor, 4) : "", account.factor ?? "");
    forget.set(state.forget);
    cells.forEach((row, i) => {
      const exact = i ? summed(account, i - 1) : maxima(state, account);
      const decimals = i > 1 ? 3 : 4;
      const isForgotten = i > 0 && before?.end > 0 && exact[1] !== account.factor;
      rows[i].toggleAttribute("data-forgot", isForgotten);
      row.forEach((cell, j) => {
        if (Number.isNaN(exact[j])) return tell(cell, "", "");
        const isShort = !i || j === 1; // the maxima, and the factor
        const words = isShort ? short(exact[j], 4) : fixed(exact[j], decimals);
        const isOther = !i && j === 2;
        const shown = isOther
          ? text.highest({ highest: words })
          : `${SIGNS[j]}${words}`;
        tell(cell, shown, exact[j]);
      });
    });
    const { found, right } = answers(state, account);
    const difference = found.map((x, d) => x - right[d]);
    const n = `${end}`;
    const isAll = `${end === state.scores.length}`;
    const { results: names } = text;
    const titles = [names.found[isAll], names.right[isAll]({ n }), names.difference];
    [found, right, difference].forEach((row, i) => {
      write(results[i].title, titles[i]);
      tell(results[i].value, end ? vector(row, 2) : "–", end ? row.join() : "");
    });
    const isOff = difference.some((x) => Math.abs(x) >= 0.005);
    for (const { node: one } of results.slice(1)) one.hidden = !state.compared;
    compare.hidden = state.compared; // no answer before it is asked for
    results[2].value.toggleAttribute("data-wrong", isOff);
    return { found, isOff };
  }
  return { node, draw };
}

const SIGNS = ["", "× ", "+ ", "= "];

/** A row's numbers, NaN for none: of s, and of each number of o. */
function summed(account, i) {
  const { before, added } = account;
  const times = i ? account.timesOutput : account.times;
  const of = (one) => (i ? one.output[i - 1] : one.sum);
  return before
    ? [of(before), times, of(added), of(account)]
    : [NaN, NaN, NaN, of(account)];
}

function maxima({ scores }, { before, first, end, maximum }) {
  const highest = before ? Math.max(...scores.slice(first, end)) : NaN;
  return [before?.maximum ?? NaN, NaN, highest, maximum];
}

/** 0.1353, 1, 0, and 1.5·10⁻⁸. */
export const short = (x, decimals) =>
  Number.isInteger(x) ? formatShort(x) : formatNumber(x, decimals);
