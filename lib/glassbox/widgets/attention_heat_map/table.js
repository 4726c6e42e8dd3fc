// The map as a table, for those who would read its numbers.
import { element } from "../shared/elements.js";

/** values are a map's weights, row after row; number(weight) writes one of them. */
export function tableOf({ caption, corner, queries, keys, values, number }) {
  const heading = (scope, words) => element("th", { scope }, words);
  const rows = queries.map((query, i) => {
    const weights = values.subarray(i * keys.length, (i + 1) * keys.length);
    const cells = [...weights].map((weight) =>
      element("td", { "data-value": weight }, number(weight)),
    );
    return element("tr", {}, heading("row", query), ...cells);
  });
  const head = element(
    "tr",
    {},
    element("td", {}, corner),
    ...keys.map((key) => heading("col", key)),
  );
  return element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, head),
    element("tbody", {}, ...rows),
  );
}
