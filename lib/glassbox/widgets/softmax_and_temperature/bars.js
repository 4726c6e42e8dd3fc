// The entries: what each is called, its score, its probability as a bar, its draws.
// Below them their sum and, where it is shown, the correct word's loss.
import { sum } from "../kernels/arrays.js";
import { element, mathematics } from "../shared/elements.js";
import { numberField, textField } from "../shared/fields.js";
import { formatNear, formatNumber, formatPlain } from "../shared/format.js";
import { keepTableRoles } from "../shared/table_roles.js";

const COLUMNS = ["word", "score", "probability", "drawn"];
const PARTS = ["fill", "was", "mark", "push"];
const SHORTEST = 0.001; // a shorter arrow is less than half a pixel: it is left out
const STUB = { step: 0.05, bar: 0.03 }; // shorter parts of a scale have no room for a head

/** Whether an arrow to p is cut at an end of the scale, for the eye to see. */
export const leaves = (p) => p < -0.005 || p > 1.005;

/** Where the pictures are, which nobody hears: the numbers stand beside them. */
const PICTURES = ["bar", "step"];

/** A score with as many decimals as the others; one too long for that as it is. */
const inColumn = (z) => (Math.abs(z) < 1e5 ? z.toFixed(4) : `${z}`);

/** A slope with its sign. */
const signed = (x) => (x >= 5e-5 ? "+" : "") + formatNear(x, 4);

export function bars({ model, text, edit, change, nameOf, wrong }) {
  const rows = [];
  const body = element("tbody");
  const sums = { probability: cell("probability"), drawn: cell("drawn") };
  const heads = COLUMNS.map((name) => heading("col", name, text.columns[name] ?? ""));
  const total = heading("row", "word", text.sum);
  // On a phone the axis stands under the bars.
  const axis = cell("bar", element("span", { class: "gb-axis" }, text.bar_axis));
  const foot = [total, cell("score"), cell("step")];
  foot.push(sums.probability, sums.drawn, axis);
  const scale = ["−1", "0", "+1"].map((words) => element("span", {}, words));
  const ruler = element("span", { class: "gb-scale" }, ...scale);
  const scaleOf = element("span", { class: "gb-scale-of" }, text.change_title);
  heads.splice(2, 0, cell("step", scaleOf, ruler));
  const bared = cell("bar", text.bar_axis);
  const named = heading("row", "word", "");
  const value = cell("loss");
  const parts = [named, cell("score"), cell("step"), value, cell("rest"), cell("bar")];
  const result = element("tr", { class: "gb-lost" }, ...parts);
  const node = keepTableRoles(
    element(
      "table",
      { class: "gb-entries" },
      element("caption", { class: "gb-unseen" }, text.caption),
      element("thead", {}, element("tr", {}, ...heads, bared)),
      body,
      element("tfoot", {}, element("tr", {}, ...foot), result),
    ),
  );

  function cell(name, ...children) {
    const made = element("td", { class: `gb-${name}` }, ...children);
    if (PICTURES.includes(name)) made.ariaHidden = "true";
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
      // Where steps move the scores, their points stand below each other.
      spell: (z) => (model.get("show") === "loss" ? inColumn(z) : `${z}`),
      explain(value) {
        const good = model.get("logits")[index()];
        return Number.isFinite(value) ? "" : wrong(value, good, text.too_large);
      },
      onvalue(value) {
        change(score, { logits: model.get("logits").with(index(), value) });
      },
    });
    const [probability, drawn] = [cell("probability"), cell("drawn")];
    const [fill, was, mark, push] = PARTS.map((name) =>
      element("span", { class: `gb-${name}` }),
    );
    const bar = cell("bar", fill, was, mark, push);
    const track = element("span", { class: "gb-track" });
    const parts = [
      heading("row", "word", label.node),
      cell("score", score.node),
      cell("step", track),
      probability,
      drawn,
      bar,
    ];
    const made = keepTableRoles(element("tr", {}, ...parts));
    const texts = { label, score, probability, drawn };
    const row = { node: made, ...texts, fill, was, mark, push, bar, track };
    return row;
  }

  function draw({ logits, labels, shown, counts, n_draws, forced, ...nudge }) {
    const { show, moves, lost, earlier } = nudge;
    const hasSlopes = show === "nudge" || show === "loss";
    const slopes = lost ? lost.slopes : moves; // a step goes against its slope
    // New rows after undo: a wrong entry does not outlive what it was about.
    if (forced) for (const row of rows.splice(0)) row.node.remove();
    while (rows.length > logits.length) rows.pop().node.remove();
    while (rows.length < logits.length) rows.push(makeRow());
    body.append(...rows.slice(body.childElementCount).map((row) => row.node));
    node.dataset.show = lost ? "nudge" : show;
    const column = lost?.loss ?? (hasSlopes ? show : "draws");
    node.classList.toggle("gb-stepping", Boolean(lost));
    heads[4].replaceChildren(...mathematics(text.columns[column]));
    const isDrawn = !hasSlopes && n_draws > 0;
    function beside(i) {
      if (hasSlopes) return moves ? signed(moves[i]) : "–";
      return n_draws ? `${counts[i]}` : "";
    }
    const largest = Math.max(...shown.probability);
    rows.forEach((row, i) => {
      const probability = shown.probability[i];
      row.label.set(labels[i]);
      row.label.input.setAttribute("aria-label", text.label_of({ n: i + 1 }));
      row.score.set(lost ? Number(logits[i].toFixed(4)) : logits[i]);
      row.score.input.setAttribute("aria-label", text.score_of({ name: nameOf(i) }));
      row.probability.textContent = formatNumber(probability);
      row.probability.dataset.probability = probability;
      row.drawn.textContent = beside(i);
      row.drawn.dataset.count = counts[i];
      row.fill.style.width = `${100 * probability}%`;
      // Under a bar lies the arrow before the last nudge, where it is to be seen.
      const [base, tip] = earlier?.[i] ?? [0, 0];
      row.was.hidden = isDrawn || Math.abs(tip - base) < SHORTEST || leaves(tip);
      row.was.style.left = `${100 * Math.min(base, tip)}%`;
      row.was.style.width = `${100 * Math.abs(tip - base)}%`;
      row.mark.hidden = !isDrawn && row.was.hidden;
      row.mark.style.left = `${100 * (isDrawn ? counts[i] / n_draws : tip)}%`;
      row.drawn.dataset.slope = slopes?.[i] ?? "";
      const move = (hasSlopes && moves?.[i]) || 0;
      // A step moves a score, from 0 in the middle of a scale of its own.
      const [from, to] = [0, move].map((by) =>
        lost ? (1 + by) / 2 : Math.min(1, Math.max(0, probability + by)),
      );
      const place = lost ? row.track : row.bar;
      if (row.push.parentNode !== place) place.append(row.push);
      row.push.hidden = Math.abs(move) < SHORTEST;
      row.push.dataset.move = move;
      row.push.classList.toggle("gb-back", move < 0);
      const isCut = !lost && leaves(probability + move);
      row.push.classList.toggle("gb-cut", isCut);
      const isShort = Math.abs(to - from) < STUB[lost ? "step" : "bar"];
      row.push.classList.toggle("gb-stub", isShort && !isCut);
      // An arrow to the left ends at the scale's 0.
      const isLeft = Boolean(lost) && move < 0;
      row.push.style.left = isLeft ? "auto" : `${100 * Math.min(from, to)}%`;
      row.push.style.right = isLeft ? "50%" : "";
      row.push.style.width = `${100 * Math.abs(to - from)}%`;
      row.node.classList.toggle("gb-largest", probability === largest);
    });
    sums.probability.textContent = formatNumber(sum(shown.probability));
    sums.drawn.textContent = isDrawn ? formatPlain(n_draws) : "";
    if (hasSlopes)
      sums.drawn.textContent = slopes
        ? formatNear(Number(sum(slopes).toFixed(9)) + 0, 4)
        : "–";

    result.hidden = !lost;
    if (!lost) return;
    named.textContent = text.losses[lost.loss];
    const number = formatNumber(lost.value);
    value.textContent = lost.loss === "log" ? text.in_nats({ nats: number }) : number;
    value.dataset.loss = lost.value;
  }
  /** Take out one row, so that what is typed in the others stays. */
  const drop = (at) => rows.splice(at, 1)[0].node.remove();
  const selectLast = () => rows.at(-1).label.input.select();
  return { node, draw, drop, selectLast };
}
