import { button, element, mathematics } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { formatNumber, formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { isAlike, isBack, steps, sumOf } from "./numbers.js";
import { stepTable } from "./table.js";

const LARGEST = 1e6;
const ENTRIES = ["x", "gamma", "beta", "other"];

function build({ model, text, edit, undo, reset }) {
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
    const name = text.rows[row].replaceAll("_", "");
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
    ["mean", "variance", "root"].map((name) => [
      name,
      element("span", { "data-scalar": name }),
    ]),
  );
  const notes = {
    mean: [sums.mean],
    variance: [sums.variance],
    root: [sums.root, element("label", {}, ...mathematics(text.eps), eps.node)],
    second: [element("span", {}, ...mathematics(text.notes.second))],
  };
  const table = stepTable(text, notes, ENTRIES, entry);
  const verdict = element("p");

  const every = (value) => model.get("x").map(() => value);
  const restore = button("restore", mathematics(text.restore), () => {
    const x = unlifted();
    const { root, mean } = steps({ ...edit.state(), x });
    startOver({ x, gamma: every(root), beta: every(mean) });
  });
  const plain = button("plain", mathematics(text.plain), () => {
    startOver({ gamma: every(1), beta: every(0) });
  });
  const lift = button("lift", [text.lift], () => remake((x) => x + 10));
  const stretch = button("stretch", [text.stretch], () => remake((x) => 2 * x));
  // The first token before it was lifted or stretched, and after it.
  let remade = { from: [], to: [] };
  const isRemade = (x) => x.length > 0 && `${x}` === `${remade.to}`;
  function unlifted() {
    return isRemade(model.get("x")) ? remade.from : model.get("x");
  }
  /** Change the first token's numbers, all alike, where none gets too large. */
  function remake(change) {
    const to = model.get("x").map(change);
    if (!to.every((value) => Math.abs(value) <= LARGEST)) return;
    remade = { from: unlifted(), to };
    startOver({ x: to });
  }
  /** Change all of gamma and beta: a wrong entry does not outlive what it was about. */
  function startOver(change) {
    edit.commit(null, change);
    update(edit.state(), true);
  }
  const children = [
    element("div", { class: "gb-actions" }, lift, stretch, restore, plain),
    verdict,
    table.node,
    element("div", { class: "gb-actions" }, undo, reset),
  ];

  function update(state, forced) {
    const shown = steps(state);
    const n = state.x.length;
    table.set(shown, forced);
    eps.set(state.eps, forced);
    const forms = {
      mean: { terms: sumOf(state.x), n, mean: formatShort(shown.mean) },
      variance: {
        terms: sumOf(shown.square),
        n,
        variance: formatShort(shown.variance),
      },
      root: { root: formatNumber(shown.root) },
    };
    for (const [name, node] of Object.entries(sums)) {
      node.replaceChildren(...mathematics(text.notes[name](forms[name])));
      node.dataset.value = shown[name];
    }
    const first = isBack(shown.gap, state.x);
    const second = isBack(shown.other_gap, state.other);
    const was = isRemade(state.x) && steps({ ...state, x: remade.from }).y;
    verdict.textContent =
      was && isAlike(was, shown.y)
        ? text.unmoved({
            y: shown.y.map((value) => formatNumber(value)).join(text.separator),
          })
        : text.verdicts[found(shown.root, first, second)];
    verdict.dataset.back = `${first},${second}`;
    const x = state.x.map((value) => formatShort(value)).join(text.separator);
    const y = shown.y.map((value) => formatNumber(value)).join(text.separator);
    return text.said({ x, y, verdict: verdict.textContent });
  }
  return { children, update };
}

/** Which verdict holds: whether the first token is back, and the second with it. */
function found(root, first, second) {
  if (root === 0) return "flat";
  if (!first) return "not_undone";
  return second ? "both" : "undone";
}

export default widget({
  name: "hand",
  traits: ["x", "other", "gamma", "beta", "eps"],
  build,
});
