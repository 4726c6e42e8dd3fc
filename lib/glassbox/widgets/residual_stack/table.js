// Every layer's numbers, folded away, and written only while they are seen.
import { element, mathematics } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { DEEPEST } from "./numbers.js";

/** set({ sizes, gradients }) shows a row for each layer that there is. */
export function numbersByLayer(text) {
  let shown = { sizes: [], gradients: [] };
  const rows = Array.from({ length: DEEPEST + 1 }, (_, layer) => {
    const cells = { sizes: element("td"), gradients: element("td") };
    const head = element("th", { scope: "row" }, `${layer}`);
    const node = element("tr", {}, head, ...Object.values(cells));
    return { node, cells };
  });
  const heads = Object.values(text.columns).map((words) =>
    element("th", { scope: "col" }, ...mathematics(words)),
  );
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows.map((row) => row.node)),
  );
  const region = element(
    "div",
    { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.rows },
    table,
  );
  const node = element(
    "details",
    { ontoggle: paint },
    element("summary", {}, text.rows),
    region,
  );

  function set(values) {
    shown = values;
    paint();
  }
  function paint() {
    if (!node.open) return;
    rows.forEach((row, layer) => {
      row.node.hidden = layer >= shown.sizes.length;
      if (row.node.hidden) return;
      for (const [name, cell] of Object.entries(row.cells)) {
        cell.textContent = formatNumber(shown[name][layer], 3);
        cell.dataset.value = shown[name][layer];
      }
    });
  }
  return { node, set };
}
