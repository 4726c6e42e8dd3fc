// What was drawn at each of the last temperatures, one row under another, to compare.
import { softmax } from "../kernels/probability.js";
import { element, mathematics } from "../shared/elements.js";
import { formatPlain } from "../shared/format.js";
import { keepTableRoles } from "../shared/table_roles.js";
import { tally } from "./numbers.js";

const MOST = 4; // rows

/** The temperatures and numbers of draws, with this one last. */
export function remembered(tried, temperature, n_draws) {
  if (n_draws === 0) return tried;
  const others = tried.filter(([t]) => t !== temperature);
  return [...others, [temperature, n_draws]].slice(-MOST);
}

export function tries({ text, nameOf }) {
  const table = element("table");
  const node = element("div", { class: "gb-tries" }, table);

  const head = (scope, words) => element("th", { scope }, ...mathematics(words));
  const number = (words) => element("td", {}, `${words}`);

  /** None are drawn where nothing can be drawn. */
  function draw(state) {
    const rows = state && remembered(state.tried, state.temperature, state.n_draws);
    node.hidden = !rows?.length;
    table.replaceChildren();
    if (node.hidden) return;
    const { logits, seed } = state;
    const names = logits.map((_, i) => element("th", { scope: "col" }, nameOf(i)));
    const heads = [head("col", text.tried_at), head("col", text.tried_draws), ...names];
    const body = rows.map(([temperature, n_draws]) => {
      const p = softmax(logits, { temperature });
      const { counts } = tally(p, seed, n_draws);
      const cells = [formatPlain(n_draws), ...counts].map(number);
      const first = head("row", `${temperature}`);
      return element("tr", {}, first, ...cells);
    });
    table.append(
      element("caption", {}, text.tries),
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...body),
    );
    keepTableRoles(table);
  }
  return { node, draw };
}
