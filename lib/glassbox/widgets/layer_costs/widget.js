import { formula } from "../shared/formula.js";
import { chart } from "./chart.js";
import { costs, LAYERS, LENGTHS, LONGEST, WIDTHS } from "./numbers.js";
import { slider } from "../shared/slider.js";
import {
  button, editor, element, formatNumber, frame, liveRegion, numberField, strings,
} from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "What a layer costs",
    names: {
      n: "Tokens n", d: "Numbers a token d", kernel_width: "Kernel width k",
      neighbourhood: "Neighbourhood r",
    },
    slider: (name) => `${name}, slider`,
    wrong: (least, most, good) =>
      `A whole number from ${least} to ${most}. Until then ${good} counts.`,
    same: "Set n = d",
    undo: "Undo",
    reset: "Reset",
    axis: "n, the number of tokens",
    picture: (d) => `Operations per layer over n, for d = ${d}. Both axes are logarithmic.`,
    drag: "Press or drag in the picture to move n.",
    short: {
      self_attention: "self-attention", recurrent: "recurrent",
      convolutional: "convolutional", restricted: "restricted",
    },
    layers: {
      self_attention: "self-attention", recurrent: "recurrent",
      convolutional: "convolutional", restricted: "self-attention, restricted",
    },
    formulas: {
      self_attention: ["n² · d", "O(1)", "O(1)"],
      recurrent: ["n · d²", "O(n)", "O(n)"],
      convolutional: ["k · n · d²", "O(1)", "O(log_k n)"],
      restricted: ["r · n · d", "O(1)", "O(n / r)"],
    },
    caption: (n, d) => `At n = ${n} and d = ${d}`,
    columns: ["layer", "operations", "one after another", "longest path"],
    here: (n) => `n = ${n}`,
    crossing: (d) => `n = d = ${d}`,
    whole: (x) => x.toLocaleString("en", { maximumFractionDigits: 1 }),
    units: [[1e12, "trillion"], [1e9, "billion"], [1e6, "million"]],
    below: (ratio) => "n is less than d: self-attention needs fewer operations than a " +
      `recurrent layer, by the factor d\u00a0/\u00a0n\u00a0=\u00a0${ratio}.`,
    equal: "n = d: self-attention and a recurrent layer need as many operations.",
    above: (ratio) => "n is more than d: self-attention needs more operations than a " +
      `recurrent layer, by the factor n\u00a0/\u00a0d\u00a0=\u00a0${ratio}.`,
    full: (r) => `Restricted: n is not above r = ${r}, so the neighbourhood is the whole ` +
      "sequence. It is full self-attention.",
    part: (r, path) => `Restricted: each token reads ${r} neighbours, so far ones are ` +
      `about n\u00a0/\u00a0r\u00a0=\u00a0${path} layers away.`,
    dilated: (contiguous) => "Constant factors are left out. log_k n is the path of dilated " +
      `kernels. Of contiguous ones it is n\u00a0/\u00a0k\u00a0=\u00a0${contiguous}.`,
    said: (n, d, own, recurrent) =>
      `n = ${n}, d = ${d}: self-attention ${own}, recurrent ${recurrent} operations.`,
  },
};
const BOUNDS = {
  n: [1, LONGEST], d: [8, 16384], kernel_width: [2, 31], neighbourhood: [1, LONGEST],
};
const STOPS = { n: LENGTHS, d: WIDTHS };

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, Object.keys(BOUNDS), update);
  /** 1.28 million; below a million every digit. */
  function amount(x) {
    const [size, unit] = text.units.find(([least]) => x >= least) ?? [];
    return size ? `${Number((x / size).toPrecision(3))} ${unit}` : text.whole(x);
  }

  // What can be set: a field each, and a slider for n and d.
  const controls = Object.entries(BOUNDS).map(([name, [least, most]]) => {
    const choose = (value) => edit.commit(name, { [name]: value });
    const isGood = (value) => Number.isInteger(value) && value >= least && value <= most;
    const field = numberField({
      "data-field": name, "aria-label": text.names[name], inputmode: "numeric", step: 1,
      explain: (value) => isGood(value) ? "" : text.wrong(least, most, model.get(name)),
      onvalue: choose,
    });
    const stops = STOPS[name];
    const dial = stops && slider({
      "data-field": `${name}-slider`, "aria-label": text.slider(text.names[name]),
      min: 0, max: stops.length - 1, onvalue: (at) => choose(stops[at]),
    });
    const node = element("div", { class: "gb-control" },
      element("span", { "aria-hidden": "true" }, text.names[name]), field.node,
      ...(dial ? [element("div", { class: "gb-slider" }, dial.input)] : []));
    function set(value, forced) {
      field.set(value, forced);
      dial?.set(stops.findLastIndex((stop) => stop <= value), text.whole(value));
    }
    return { name, node, set };
  });
  const undo = button("undo", [text.undo], () => { edit.undo(); update(true); });
  const reset = button("reset", [text.reset], () => { edit.reset(); update(true); });
  const same = button("same", [text.same], () => edit.commit(null, { n: model.get("d") }));

  // What comes of it.
  const title = element("div");
  const picture = chart(text, (n) => edit.commit("n", { n }));
  const caption = element("caption");
  const rows = LAYERS.map((layer) => {
    const cells = text.formulas[layer].map((words) => {
      const value = element("b");
      const node = element("td", {}, value, element("small", {}, ...formula(words)));
      return { node, value };
    });
    const name = element("th", { scope: "row", class: `gb-${layer}` }, text.layers[layer]);
    return { layer, cells, node: element("tr", {}, name, ...cells.map(({ node }) => node)) };
  });
  const [verdict, restricted, dilated] = ["verdict", "restricted", "dilated"].map((name) =>
    element("p", { "data-words": name }));
  const live = liveRegion();
  const root = frame(text.title,
    element("div", { class: "gb-controls" }, ...controls.map(({ node }) => node)),
    element("div", { class: "gb-actions" }, same, undo, reset),
    verdict,
    element("div", { class: "gb-sides" },
      element("div", {}, title, picture.node,
        element("div", { class: "gb-meaning" }, text.drag)),
      element("div", {},
        element("table", {}, caption,
          element("thead", {}, element("tr", {},
            ...text.columns.map((name) => element("th", { scope: "col" }, name)))),
          element("tbody", {}, ...rows.map(({ node }) => node))),
        restricted, dilated)),
    live.node);

  function update(forced) {
    const state = edit.state();
    const { n, d, kernel_width: k, neighbourhood: r } = state;
    for (const { name, set } of controls) set(state[name], forced === true);
    undo.ariaDisabled = !edit.canUndo();
    const found = costs(state);
    for (const { layer, cells } of rows) {
      cells.forEach(({ node, value }, i) => {
        value.textContent = i ? text.whole(found[layer][i]) : amount(found[layer][i]);
        node.dataset.value = found[layer][i];
      });
    }
    const [own, recurrent] = LAYERS.map((layer) => amount(found[layer][0]));
    const said = text.said(text.whole(n), text.whole(d), own, recurrent);
    caption.textContent = text.caption(text.whole(n), text.whole(d));
    title.textContent = text.picture(text.whole(d));
    picture.draw(state, said);
    const ratio = n < d ? d / n : n / d;
    const factor = formatNumber(ratio, ratio < 10 ? 2 : 1);
    verdict.textContent = n === d ? text.equal : text[n < d ? "below" : "above"](factor);
    restricted.textContent = n <= r ? text.full(text.whole(r))
      : text.part(text.whole(r), text.whole(found.restricted[2]));
    const contiguous = text.whole(Math.max(1, n / k));
    dilated.replaceChildren(...formula(text.dilated(contiguous)));
    live.say(said);
  }

  root.classList.add("gb-costs");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    root.remove();
  };
}

export default { render };
