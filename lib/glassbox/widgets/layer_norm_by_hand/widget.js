import { layer_norm, mean_and_variance } from "../kernels/normalization.js";
import {
  button, editor, element, formatNumber, frame, liveRegion, mathematics, numberField,
  strings,
} from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "LayerNorm by hand",
    caption: "One token, step by step",
    feature: (i) => `feature ${i}`,
    x: "_x_",
    mean: (terms, n, mean) => `_μ_ = (${terms}) / ${n} = ${mean}`,
    deviation: "_x_ − _μ_",
    square: "(_x_ − _μ_)²",
    variance: (terms, n, variance) => `_σ_² = (${terms}) / ${n} = ${variance}`,
    eps: "_ε_ =",
    root: (root) => `_x̂_ = (_x_ − _μ_) / ${root}, which is √(_σ_² + _ε_)`,
    normalised: "_x̂_",
    gamma: "_γ_",
    beta: "_β_",
    y: "_y_ = _γx̂_ + _β_",
    gap: "_y_ − _x_",
    second: "A second token, with the same _γ_ and _β_",
    other: "its _x_",
    other_y: "its _y_",
    other_gap: "_y_ − _x_",
    restore: "Undo the norm: _γ_ = √(_σ_² + _ε_), _β_ = _μ_",
    plain: "_γ_ = 1, _β_ = 0",
    reset: "Reset",
    wrong: (good) => `A number from −1000000 to 1000000. Until then ${good} counts.`,
    wrong_eps: (good) => `ε is from 0 to 1000000. Until then ${good} counts.`,
    not_undone: "y is not x: the norm is not undone.",
    undone: "Undone for the first token: y is x. The second is lost: its y is not its x.",
    both: "Undone for both tokens: y is x.",
    flat: "All numbers are equal and ε is 0: 0 / 0 is nan. This is what ε is for.",
    said: (y) => `Output ${y}. `,
  },
};
const FIELDS = ["x", "gamma", "beta", "other"];
const ROWS = ["x", "deviation", "square", "normalised", "gamma", "beta", "y", "gap", "other", "other_y", "other_gap"];
const LARGEST = 1e6;

/** Every number that the widget shows. */
export function steps({ x, gamma, beta, eps, other }) {
  const { mean, variance } = mean_and_variance(x);
  const deviation = x.map((value) => value - mean);
  const y = layer_norm(x, { gamma, beta, eps });
  const other_y = layer_norm(other, { gamma, beta, eps });
  return {
    x, gamma, beta, other, mean, variance, deviation, y, other_y,
    square: deviation.map((d) => d * d),
    root: Math.sqrt(variance + eps),
    normalised: layer_norm(x, { eps }),
    gap: y.map((value, i) => value - x[i]),
    other_gap: other_y.map((value, i) => value - other[i]),
  };
}

/** Whether a token is back, up to rounding. */
function isBack(gap, x) {
  return gap.every((value, i) => Math.abs(value) <= 1e-9 * Math.max(1, Math.abs(x[i])));
}

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, ["x", "other", "gamma", "beta", "eps"], update);
  const plainText = (name) => text[name].replaceAll("_", "");
  const fields = {};
  const cells = {};
  const body = element("tbody");
  const notes = Object.fromEntries(["mean", "variance", "root", "second"].map((name) => {
    const words = element("span", { "data-scalar": name });
    return [name, words];
  }));
  const eps = field("eps", plainText("eps").replace(" =", ""), () => model.get("eps"), (value) => ({ eps: value }));

  function field(name, label, good, change) {
    const isEps = name === "eps";
    return numberField({
      "aria-label": label,
      "data-field": name,
      inputmode: "decimal",
      ...(isEps ? {} : { step: 1 }),
      explain(value) {
        const allowed = Math.abs(value) <= LARGEST && !(isEps && value < 0);
        return allowed ? "" : text[isEps ? "wrong_eps" : "wrong"](good());
      },
      onvalue: (value) => edit.commit(name, change(value)),
    });
  }
  function draw(n) {
    const note = (name, ...more) => element("tr", {}, element("td", { class: "gb-note", colspan: n + 1 }, notes[name], ...more));
    const row = (name) => {
      cells[name] = [];
      fields[name] = [];
      return element("tr", { "data-row": name }, element("th", { scope: "row" }, ...mathematics(text[name])),
        ...Array.from({ length: n }, (_, i) => cell(name, i)));
    };
    body.replaceChildren(
      row("x"), note("mean"), row("deviation"), row("square"), note("variance"),
      note("root", element("label", {}, ...mathematics(text.eps), eps.node)),
      row("normalised"), row("gamma"), row("beta"), row("y"), row("gap"),
      note("second"), row("other"), row("other_y"), row("other_gap"));
  }
  function cell(name, i) {
    const number = element("span");
    const bar = element("i", { "aria-hidden": "true" });
    if (FIELDS.includes(name)) {
      const changed = (value) => ({ [name]: model.get(name).map((old, j) => (j === i ? value : old)) });
      fields[name][i] = field(name, `${plainText(name)}, ${text.feature(i + 1)}`, () => model.get(name)[i], changed);
      number.append(fields[name][i].node);
    }
    const node = element("td", {}, number, bar);
    cells[name][i] = { node, number, bar };
    return node;
  }

  const live = liveRegion();
  const verdict = element("p");
  const startOver = (change) => {
    drawn = 0; // new fields: a wrong entry does not outlive what it was about
    edit.commit(null, change);
    update();
  };
  const every = (value) => model.get("x").map(() => value);
  const initial = edit.state();
  const head = element("tr");
  const root = frame(text.title,
    element("table", {}, element("caption", { class: "gb-unseen" }, text.caption), element("thead", {}, head), body),
    verdict,
    element("div", { class: "gb-row" },
      button("restore", mathematics(text.restore), () => {
        const shown = steps(edit.state());
        startOver({ gamma: every(shown.root), beta: every(shown.mean) });
      }),
      button("plain", mathematics(text.plain), () => startOver({ gamma: every(1), beta: every(0) })),
      button("reset", [text.reset], () => startOver(initial))),
    live.node);
  let drawn = 0;

  function update() {
    const state = edit.state();
    const n = state.x.length;
    const shown = steps(state);
    if (drawn !== n) {
      draw(n);
      eps.set(NaN);
      head.replaceChildren(element("td"), ...state.x.map((_, i) =>
        element("th", { scope: "col", "aria-label": text.feature(i + 1) }, `${i + 1}`)));
    }
    drawn = n;
    for (const name of ROWS) {
      const largest = Math.max(...shown[name].map(Math.abs)) || 1;
      cells[name].forEach(({ node, number, bar }, i) => {
        const value = shown[name][i];
        if (fields[name][i]) fields[name][i].set(value);
        else number.textContent = short(value, name.endsWith("gap"));
        node.dataset.value = value;
        bar.style.setProperty("--part", value / largest || 0);
        bar.className = value < 0 ? "gb-below" : "";
      });
    }
    eps.set(state.eps);
    say("mean", text.mean(sumOf(state.x), n, plain(shown.mean)));
    say("variance", text.variance(sumOf(shown.square), n, plain(shown.variance)));
    say("root", text.root(formatNumber(shown.root)));
    say("second", text.second);
    for (const name of ["mean", "variance", "root"]) notes[name].dataset.value = shown[name];
    const back = [isBack(shown.gap, state.x), isBack(shown.other_gap, state.other)];
    verdict.textContent = shown.root === 0 ? text.flat
      : !back[0] ? text.not_undone : back[1] ? text.both : text.undone;
    verdict.dataset.back = back.join();
    live.say(text.said(shown.y.map((value) => formatNumber(value)).join(", ")) + verdict.textContent);
  }
  function say(name, words) {
    notes[name].replaceChildren(...mathematics(words));
  }

  root.classList.add("gb-hand");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    root.remove();
  };
}

/** As many digits as a cell has room for; in a gap, rounding errors are not shown. */
function short(x, isGap) {
  const size = Math.abs(x);
  if (isGap && size < 0.00005) return "0";
  if (!(size < 1e6) || (size > 0 && size < 0.00005)) return formatNumber(x);
  return plain(Number(x.toPrecision(5)));
}

/** Four decimals at most: 10.25 */
function plain(x) {
  return `${Number(x.toFixed(4))}`.replace("-", "−");
}

/** 22 + 5 + (−6) */
function sumOf(values) {
  return values.map((x) => (x < 0 ? `(${plain(x)})` : plain(x))).join(" + ");
}

export default { render };
