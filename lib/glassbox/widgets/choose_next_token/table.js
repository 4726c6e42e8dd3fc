// The candidates: the likeliest tokens, each a button, and one row for all others.
import { sum } from "../kernels/arrays.js";
import { button, element } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";
import { keepTableRoles } from "../shared/table_roles.js";

const COLUMNS = ["token", "model", "bar", "after"];

/** A table of n candidates; onchoose hears the id of the one that is pressed. */
export function candidates(text, n, onchoose, summary) {
  const rows = Array.from({ length: n + 1 }, (_, i) => makeRow(i));
  const heads = COLUMNS.map((name) =>
    name === "bar"
      ? element("td", { "aria-hidden": "true" })
      : element("th", { scope: "col", class: `gb-${name}` }, text.columns[name]),
  );
  const press = element("span", {}, ` ${text.press}`);
  const node = keepTableRoles(
    element(
      "table",
      {},
      element("caption", {}, summary, ` ${text.caption}`, press),
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...rows.map((row) => row.node)),
    ),
  );

  function makeRow(i) {
    const row = { id: -1 };
    row.press = button(`choose-${i}`, [], () => onchoose(row.id));
    row.head = element("th", { scope: "row", class: "gb-token" });
    if (i < n) row.head.append(row.press);
    row.model = element("td", { class: "gb-model" });
    row.after = element("td", { class: "gb-after" });
    row.bars = ["model", "after"].map((kind) =>
      element("span", { class: `gb-bar-${kind}` }),
    );
    const bar = element("td", { class: "gb-bar", "aria-hidden": "true" }, ...row.bars);
    row.node = element("tr", {}, row.head, row.model, bar, row.after);
    return row;
  }

  function paint(row, model, after) {
    row.model.textContent = formatNear(model, 4);
    row.model.dataset.value = model;
    row.after.textContent = after > 0 ? formatNear(after, 4) : text.cut;
    row.after.dataset.value = after;
    [model, after].forEach((share, i) => {
      row.bars[i].style.setProperty("--share", share); // of the row: 1 fills it
    });
    row.node.classList.toggle("gb-cut", after === 0);
  }

  /** nameOf(id) is how a token is written; a full text takes no more. */
  function draw({ model, after, order }, nameOf, isFull) {
    press.style.visibility = isFull ? "hidden" : ""; // it keeps its room
    const top = order.slice(0, n);
    const rest = order.slice(n);
    top.forEach((v, i) => {
      const row = rows[i];
      row.id = v;
      row.press.textContent = nameOf(v);
      row.press.setAttribute("aria-label", text.choose({ token: nameOf(v) }));
      row.press.setAttribute("aria-disabled", `${isFull}`);
      paint(row, model[v], after[v]);
    });
    const others = rows[n];
    others.head.textContent = text.others({ n: rest.length, count: `${rest.length}` });
    const shares = [model, after].map((all) => sum(rest.map((v) => all[v])));
    paint(others, ...shares);
  }
  return { node, draw };
}
