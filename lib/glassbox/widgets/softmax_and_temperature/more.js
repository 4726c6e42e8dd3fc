// What is under "more": every step from score to exponential, and what it amounts to.
import { sum } from "../kernels/arrays.js";
import { button, element, figure, mathematics } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { keepTableRoles } from "../shared/table_roles.js";

const STEPS = ["shifted", "scaled", "exponential", "probability"];
const SUMMED = ["exponential", "probability"];
const HEADS = { probability: "divided" };

/** Four decimals, one for a large number: columns must not run together. */
function inColumn(x) {
  return formatNumber(x, Math.abs(x) < 100 ? 4 : 1);
}

export function more({ text, add, remove, nameOf }) {
  const rows = [];
  const body = element("tbody");
  const total = makeCells();
  const heads = ["word", ...STEPS].map((name) =>
    element("th", { scope: "col" }, ...mathematics(text.columns[HEADS[name] ?? name])),
  );
  const summary = element("summary");
  const table = keepTableRoles(
    element(
      "table",
      { class: "gb-steps" },
      element("caption", {}, ...mathematics(text.steps)),
      element("thead", {}, element("tr", {}, ...heads, element("td"))),
      body,
      element("tfoot", {}, row(element("th", { scope: "row" }, text.sum), total)),
    ),
  );
  const spread = figure(text.entropy);
  const node = element(
    "details",
    { class: "gb-more" },
    summary,
    table,
    element("div", { class: "gb-actions" }, add),
    element("div", { class: "gb-figures" }, spread.node),
  );

  function makeCells() {
    return Object.fromEntries(STEPS.map((name) => [name, element("td")]));
  }
  function row(head, cells, ...rest) {
    const last = element("td", {}, ...rest);
    return element("tr", {}, head, ...Object.values(cells), last);
  }
  function makeRow() {
    const name = element("th", { scope: "row" });
    const cells = makeCells();
    const cross = button("remove", ["×"], () => {
      const at = rows.indexOf(made);
      const next = rows[at + 1 < rows.length ? at : at - 1];
      remove(at); // the last row goes: these hold nothing of the reader's
      next.remove.focus();
    });
    const made = { node: keepTableRoles(row(name, cells, cross)), name, cells };
    made.remove = cross;
    return made;
  }

  function draw(shown, show) {
    const n = shown.probability.length;
    node.dataset.shows = show; // which steps have been explained by then
    summary.textContent = text.more[show];
    while (rows.length > n) rows.pop().node.remove();
    while (rows.length < n) rows.push(makeRow());
    body.append(...rows.slice(body.childElementCount).map((one) => one.node));
    rows.forEach((one, i) => {
      one.name.textContent = nameOf(i);
      for (const step of STEPS) one.cells[step].textContent = inColumn(shown[step][i]);
      one.remove.setAttribute("aria-label", text.remove({ name: nameOf(i) }));
      one.remove.setAttribute("aria-disabled", n === 1);
    });
    for (const step of SUMMED) total[step].textContent = inColumn(sum(shown[step]));
    const nats = formatNumber(shown.nats);
    const bits = formatNumber(shown.bits);
    const most = formatNumber(Math.log(n));
    spread.node.hidden = show !== "draws";
    spread.set(
      text.both_units({ nats, bits }),
      text.entropy_range({ most }),
      shown.nats,
    );
  }
  return { node, draw };
}
