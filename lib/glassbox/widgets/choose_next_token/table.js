// The table of choose the next token: the most likely tokens, all others, and the sum.
import { element } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { keepTableRoles } from "../shared/table_roles.js";

const COLUMNS = ["logit", "before", "after", "bar", "drawn", "why"];
const BARS = ["before", "after", "drawn"];

/** Show a number in words, and exactly, as data. */
export function showNumber(node, value) {
  node.textContent = formatNumber(value);
  node.dataset.value = value;
}

export function tokenTable(text) {
  let rows = [];
  const axis = element("td", { class: "gb-bar", "aria-hidden": "true" });
  const body = element("tbody");
  const total = makeRow(text.sum);
  const heads = ["token", ...COLUMNS].map((name) => {
    if (name === "bar") return axis;
    return element("th", { scope: "col", class: `gb-${name}` }, text.columns[name]);
  });
  const node = keepTableRoles(
    element(
      "table",
      {},
      element("caption", { class: "gb-unseen" }, text.caption),
      element("thead", {}, element("tr", {}, ...heads)),
      body,
      element("tfoot", {}, total.node),
    ),
  );

  function makeRow(name) {
    const made = COLUMNS.map((column) => element("td", { class: `gb-${column}` }));
    const cells = Object.fromEntries(COLUMNS.map((column, i) => [column, made[i]]));
    const bars = BARS.map((kind) => element("span", { class: `gb-${kind}` }));
    cells.bar.append(...bars);
    cells.bar.ariaHidden = "true";
    const head = element("th", { scope: "row", class: "gb-token" }, name);
    return { node: keepTableRoles(element("tr", {}, head, ...made)), cells, bars };
  }
  /** New rows: these tokens with their logits, then one for n_rest others. */
  function start(names, logits, n_rest) {
    rows = names.map(makeRow);
    rows.forEach((row, i) => showNumber(row.cells.logit, logits[i]));
    if (n_rest) rows.push(makeRow(text.others({ n: n_rest, count: `${n_rest}` })));
    body.replaceChildren(...rows.map((row) => row.node));
  }
  function paint({ cells }, before, after, count, n_draws) {
    showNumber(cells.before, before);
    showNumber(cells.after, after);
    const expected = formatNumber(n_draws * after, 1);
    cells.drawn.textContent = n_draws
      ? text.drawn({ count: `${count}`, expected })
      : "";
    cells.drawn.dataset.value = count;
  }
  function paintBars(bars, lengths) {
    bars.forEach((bar, i) => {
      const isMark = BARS[i] === "drawn";
      bar.hidden = isMark && !lengths[i];
      bar.style[isMark ? "left" : "width"] = `${Math.min(100, 100 * lengths[i])}%`;
    });
  }

  /**
   * before, after and drawn have one number a row; of the ranked tokens, remain stay,
   * and why(rank) says which rule cut one.
   */
  function draw({ before, after, drawn, n_top, n_draws, remain, why }) {
    const widest = Math.max(...before.slice(0, n_top), ...after.slice(0, n_top));
    axis.textContent = text.bar_axis({ widest: formatNumber(widest, 3) });
    rows.forEach((row, i) => {
      paint(row, before[i], after[i], drawn[i], n_draws);
      row.node.classList.toggle("gb-cut", i >= remain);
      row.node.classList.toggle("gb-first-cut", i === remain);
      if (i < n_top) {
        row.cells.why.textContent = i < remain ? text.kept : text.cut[why(i)];
        const share = drawn[i] && drawn[i] / n_draws;
        paintBars(
          row.bars,
          [before[i], after[i], share].map((x) => x / widest),
        );
      } else {
        const n = Math.max(0, remain - n_top);
        row.cells.why.textContent = text.n_kept({ n: `${n}` });
      }
    });
  }
  /** The sums: of the shares, and of the draws; nothing are those without a token. */
  function drawTotal({ before, after, n_draws, nothing }) {
    paint(total, before, after, n_draws - nothing, n_draws);
    const words = nothing ? text.drew_nothing({ n: `${nothing}` }) : "";
    total.cells.why.textContent = words;
  }
  return { node, start, draw, drawTotal };
}
