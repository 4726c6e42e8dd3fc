// The entries: what each is called, its score, its probability as a bar, its draws.
import { sum } from "../kernels/arrays.js";
import { element, mathematics } from "../shared/elements.js";
import { numberField, textField } from "../shared/fields.js";
import { formatNumber } from "../shared/format.js";
import { keepTableRoles } from "../shared/table_roles.js";

const COLUMNS = ["word", "score", "probability", "drawn"];

export function bars({ model, text, edit, change, nameOf, wrong }) {
  const rows = [];
  const body = element("tbody");
  const sums = { probability: cell("probability"), drawn: cell("drawn") };
  const heads = COLUMNS.map((name) => heading("col", name, text.columns[name]));
  const total = heading("row", "word", text.sum);
  const foot = [total, cell("score"), sums.probability, sums.drawn, cell("bar")];
  const node = keepTableRoles(
    element(
      "table",
      { class: "gb-entries" },
      element("caption", { class: "gb-unseen" }, text.caption),
      element("thead", {}, element("tr", {}, ...heads, cell("bar", text.bar_axis))),
      body,
      element("tfoot", {}, element("tr", {}, ...foot)),
    ),
  );

  function cell(name, ...children) {
    const made = element("td", { class: `gb-${name}` }, ...children);
    if (name === "bar") made.ariaHidden = "true";
    return made;
  }
  function heading(scope, name, words) {
    const children = typeof words === "string" ? mathematics(words) : [words];
    return element("th", { scope, class: `gb-${name}` }, ...children);
  }
  function makeRow() {
    const index = () => rows.indexOf(row);
    const label = textField({
      "data-field": "label",
      maxlength: 40,
      onvalue(value) {
        edit.commit(label, { labels: model.get("labels").with(index(), value) });
      },
    });
    const score = numberField({
      "data-field": "score",
      step: 0.1,
      explain(value) {
        const good = model.get("logits")[index()];
        return Number.isFinite(value) ? "" : wrong(value, good, text.too_large);
      },
      onvalue(value) {
        change(score, { logits: model.get("logits").with(index(), value) });
      },
    });
    const [probability, drawn] = [cell("probability"), cell("drawn")];
    const [fill, mark] = ["fill", "mark"].map((name) =>
      element("span", { class: `gb-${name}` }),
    );
    const parts = [
      heading("row", "word", label.node),
      cell("score", score.node),
      probability,
      drawn,
      cell("bar", fill, mark),
    ];
    const made = keepTableRoles(element("tr", {}, ...parts));
    const row = { node: made, label, score, probability, drawn, fill, mark };
    return row;
  }

  function draw({ logits, labels, shown, counts, n_draws, forced }) {
    // New rows after undo: a wrong entry does not outlive what it was about.
    if (forced) for (const row of rows.splice(0)) row.node.remove();
    while (rows.length > logits.length) rows.pop().node.remove();
    while (rows.length < logits.length) rows.push(makeRow());
    body.append(...rows.slice(body.childElementCount).map((row) => row.node));
    const largest = Math.max(...shown.probability);
    rows.forEach((row, i) => {
      const probability = shown.probability[i];
      row.label.set(labels[i]);
      row.label.input.setAttribute("aria-label", text.label_of({ n: i + 1 }));
      row.score.set(logits[i]);
      row.score.input.setAttribute("aria-label", text.score_of({ name: nameOf(i) }));
      row.probability.textContent = formatNumber(probability);
      row.probability.dataset.probability = probability;
      row.drawn.textContent = n_draws ? `${counts[i]}` : "";
      row.drawn.dataset.count = counts[i];
      row.fill.style.width = `${100 * probability}%`;
      row.mark.hidden = !n_draws;
      if (n_draws) row.mark.style.left = `${(100 * counts[i]) / n_draws}%`;
      row.node.classList.toggle("gb-largest", probability === largest);
    });
    sums.probability.textContent = formatNumber(sum(shown.probability));
    sums.drawn.textContent = n_draws ? `${n_draws}` : "";
  }
  /** Take out one row, so that what is typed in the others stays. */
  const drop = (at) => rows.splice(at, 1)[0].node.remove();
  const selectLast = () => rows.at(-1).label.input.select();
  return { node, draw, drop, selectLast };
}
