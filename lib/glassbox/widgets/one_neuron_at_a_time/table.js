// The units of one neuron at a time: each a row with its numbers, and what it does at x.
import { button, element, write } from "../shared/elements.js";
import { formula } from "../shared/formula.js";
import { keepTableRoles } from "../shared/table_roles.js";
import { factor, short, term } from "./numbers.js";

export const NAMES = ["w_1", "b_1", "w_2"];

/**
 * The table; entry(name, unit) gives a field, onchoose and onremove hear a unit's index.
 * focusRemove(unit) puts the focus on its button.
 */
export function unitTable(text, entry, onchoose, onremove) {
  const rows = [];
  const body = element("tbody");
  const heads = Object.entries(text.columns).map(([name, words]) => {
    const look = name === "remove" ? "gb-unseen" : "";
    return element("th", { scope: "col", class: look }, ...formula(words));
  });
  const node = keepTableRoles(
    element(
      "table",
      {},
      element("caption", { class: "gb-unseen" }, text.units),
      element("thead", {}, element("tr", {}, ...heads)),
      body,
    ),
  );

  function makeRow(unit) {
    const fields = NAMES.map((name) => entry(name, unit));
    const cells = NAMES.map((name, k) => {
      const symbol = formula(text.columns[name]);
      const label = element("span", { "aria-hidden": "true" }, ...symbol);
      return element("td", { "data-cell": name }, label, fields[k].node);
    });
    const hidden = element("td", { "data-cell": "hidden" });
    const adds = element("td", { "data-cell": "adds" });
    const remove = button("remove", ["×"], () => onremove(unit));
    remove.ariaLabel = text.remove({ unit: unit + 1 });
    const head = element("th", { scope: "row" }, `${unit + 1}`);
    const row = keepTableRoles(
      element(
        "tr",
        { onfocusin: () => onchoose(unit) },
        head,
        ...cells,
        hidden,
        adds,
        element("td", {}, remove),
      ),
    );
    return { node: row, fields, hidden, adds, remove };
  }

  /** Show a state and what its units do at x; with forced, forget wrong entries. */
  function set(state, units, chosen, forced) {
    while (rows.length > units.length) rows.pop().node.remove();
    while (rows.length < units.length) {
      rows.push(makeRow(rows.length));
      body.append(rows.at(-1).node);
    }
    rows.forEach((row, i) => {
      const unit = units[i];
      const isOn = unit.hidden > 0;
      row.fields.forEach((field, k) => field.set(state[NAMES[k]][i], forced));
      row.node.classList.toggle("gb-chosen", i === chosen);
      row.node.classList.toggle("gb-off", !isOn);
      const hidden = short(unit.hidden);
      const [weight, bias] = [factor(state.w_1[i]), term(state.b_1[i])];
      write(row.hidden, text.hidden({ x: short(state.x), weight, bias, hidden }));
      row.hidden.dataset.value = unit.hidden;
      const sum = { hidden, weight: factor(state.w_2[i]), adds: short(unit.adds) };
      const off = unit.dead ? text.dead : text.off;
      write(row.adds, isOn ? text.adds(sum) : off);
      row.adds.dataset.value = unit.adds;
      row.remove.ariaDisabled = `${units.length === 1}`;
    });
  }
  return { node, set, focusRemove: (unit) => rows[unit].remove.focus() };
}
