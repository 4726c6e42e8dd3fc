import { button, element, mathematics } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { formatNumber, formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { isAlike, isBack, steps, sumOf } from "./numbers.js";
import { stepTable } from "./table.js";

const LARGEST = 1e6;
const ENTRIES = ["x", "gamma", "beta", "other"];
// One token is worked out; or the norm of two is undone.
const NORMED = "x mean deviation square variance root normalised".split(" ");
const UNDONE =
  "first x normalised gamma beta y gap second other other_y other_gap".split(" ");

function build({ model, text, edit, undo, reset }) {
  const isPair = model.get("other").length > 0;
  const eps = numberField({
    "aria-label": text.eps_name,
    "data-field": "eps",
    inputmode: "decimal",
    explain(value) {
      const allowed = value >= 0 && value <= LARGEST;
      return allowed ? "" : text.wrong_eps({ good: `${model.get("eps")}` });
    },
    onvalue: (value) => edit.commit("eps", { eps: value }),
  });
  function entry(row, i) {
    const digits = row === "gamma" || row === "beta" ? 5 : 12; // what a phone has room for
    const name = row === "other" ? text.other_name : text.rows[row].replaceAll("_", "");
    return numberField({
      "aria-label": text.entry({ name, n: i + 1 }),
      "data-field": row,
      inputmode: "decimal",
      step: 1,
      spell: (x) => `${Number(x.toPrecision(digits))}`.replace("-", "−"),
      explain(value) {
        const allowed = Math.abs(value) <= LARGEST;
        return allowed ? "" : text.wrong({ good: `${model.get(row)[i]}` });
      },
      onvalue: (value) => edit.commit(row, { [row]: model.get(row).with(i, value) }),
    });
  }
  const sums = Object.fromEntries(
    (isPair ? ["first", "second"] : ["mean", "variance", "root"]).map((name) => [
      name,
      element("span", { "data-scalar": name }),
    ]),
  );
  const label = element("label", {}, ...mathematics(text.eps), eps.node);
  const notes = Object.fromEntries(
    Object.entries(sums).map(([name, node]) => [name, [node]]),
  );
  notes.root?.push(label);
  const table = stepTable(text, isPair ? UNDONE : NORMED, notes, ENTRIES, entry);
  const verdict = element("p");

  // The token before it was lifted or stretched, and after it.
  let remade = { from: [], to: [] };
  const isRemade = (x) => x.length > 0 && `${x}` === `${remade.to}`;
  /** Change the token's numbers, all alike, where none gets too large. */
  function remake(change) {
    const x = model.get("x");
    const to = x.map(change);
    if (!to.every((value) => Math.abs(value) <= LARGEST)) return;
    remade = { from: isRemade(x) ? remade.from : x, to };
    startOver({ x: to });
  }
  const every = (value) => model.get("x").map(() => value);
  const buttons = isPair
    ? [
        button("restore", mathematics(text.restore), () => {
          const { root, mean } = steps(edit.state());
          startOver({ gamma: every(root), beta: every(mean) });
        }),
        button("plain", mathematics(text.plain), () => {
          startOver({ gamma: every(1), beta: every(0) });
        }),
      ]
    : [
        button("lift", [text.lift], () => remake((x) => x + 10)),
        button("stretch", [text.stretch], () => remake((x) => 2 * x)),
      ];
  /** Change several numbers: a wrong entry does not outlive what it was about. */
  function startOver(change) {
    edit.commit(null, change);
    update(edit.state(), true);
  }
  const children = [
    element("div", { class: "gb-actions" }, ...buttons),
    verdict,
    table.node,
    element("div", { class: "gb-actions" }, undo, reset),
  ];

  function update(state, forced) {
    const shown = steps(state);
    const n = state.x.length;
    table.set(shown, forced);
    eps.set(state.eps, forced);
    const mean = formatShort(shown.mean);
    const root = formatNumber(shown.root);
    const variance = formatShort(shown.variance);
    const forms = {
      mean: { terms: sumOf(state.x), n, mean },
      variance: { terms: sumOf(shown.square), n, variance },
      root: { root },
      first: { mean, root },
      second: {
        mean: formatShort(shown.other_mean),
        root: formatNumber(shown.other_root),
      },
    };
    for (const [name, node] of Object.entries(sums)) {
      node.replaceChildren(...mathematics(text.notes[name](forms[name])));
      if (name in shown) node.dataset.value = shown[name];
    }
    const output = isPair ? shown.y : shown.normalised;
    const y = output.map((value) => formatNumber(value)).join(text.separator);
    verdict.textContent = isPair ? judge(shown, state) : say(shown, state, y);
    const x = state.x.map((value) => formatShort(value)).join(text.separator);
    return text.said({ x, y, verdict: verdict.textContent });
  }
  /** What one token's norm has done to it. */
  function say(shown, state, y) {
    if (shown.root === 0) return text.verdicts.flat;
    const was = isRemade(state.x) && steps({ ...state, x: remade.from }).normalised;
    if (was && isAlike(was, shown.normalised)) return text.unmoved({ y });
    return text.normed({ variance: formatShort(Number(shown.spread.toFixed(4))) });
  }
  /** Whether the first token is back, and the second with it. */
  function judge(shown, state) {
    const first = isBack(shown.gap, state.x);
    const second = isBack(shown.other_gap, state.other);
    verdict.dataset.back = `${first},${second}`;
    if (shown.root === 0) return text.verdicts.flat;
    if (!first) return text.verdicts.not_undone;
    return text.verdicts[second ? "both" : "undone"];
  }
  return { children, update };
}

export default widget({
  name: "hand",
  traits: ["x", "other", "gamma", "beta", "eps"],
  build,
});
