// What the chosen output word asks for: its query, whose numbers can be changed.
import { dot } from "../kernels/arrays.js";
import { softmax } from "../kernels/probability.js";
import { element } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { featureName } from "./writing.js";

const LARGEST = 100;

/** The weights that a query gives to the rows of a table. */
export function weigh(query, table) {
  return softmax(table.map((row) => dot(row, query) / Math.sqrt(query.length)));
}

/** onchange(k, x) hears of a new number; set(word, query) shows them. */
export function queryRow(text, { values, features }, onchange) {
  const title = element("div", { class: "gb-meaning" });
  const fields = values[0].map((_, k) =>
    numberField({
      step: 1,
      inputmode: "decimal",
      "data-field": `query-${k}`,
      "aria-label": text.asks_for({ name: featureName(text, features, k) }),
      explain: (x) => (Math.abs(x) <= LARGEST ? "" : text.wrong({ most: LARGEST })),
      spell: (x) => `${x}`.replace("-", "−"),
      onvalue: (x) => onchange(k, x),
    }),
  );
  const cells = fields.map(({ node }, k) =>
    element("li", {}, element("span", {}, featureName(text, features, k)), node),
  );
  const node = element("div", { class: "gb-asks" }, title, element("ul", {}, ...cells));
  let shown = "";
  function set(word, query) {
    title.textContent = text.asks({ word });
    for (const [k, field] of fields.entries()) field.set(query[k], word !== shown);
    shown = word;
  }
  return { node, set };
}
