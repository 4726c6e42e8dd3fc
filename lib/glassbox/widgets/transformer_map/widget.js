import { choice } from "../shared/choice.js";
import { element } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { fixed, formatPlain } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { withNodes } from "../shared/words.js";
import { countAll, partsOf } from "./numbers.js";
import { partPanel } from "./panel.js";
import { mapPicture } from "./picture.js";

function build({ model, text, edit, undo, reset }) {
  const facts = model.get("facts");
  let shown; // the state that is painted

  function select(part) {
    if (part && part !== shown.part) edit.commit("part", { part });
  }
  const picture = mapPicture(text, select);
  const panel = partPanel(text, select);

  // What the parts come to.
  const tied = element("b", { "data-count": "tied" });
  const untied = element("b", { "data-count": "untied" });
  const whole = element("p");
  const shares = Object.entries(text.kinds).map(([kind, words]) => {
    const percent = element("b", { "data-kind": kind });
    const children = withNodes(text.share, { percent }, { kind: words });
    return { kind, percent, node: element("li", { class: `gb-${kind}` }, ...children) };
  });
  const list = element("ul", { "aria-label": text.bar }, ...shares.map((s) => s.node));

  // The sizes, and how its parts are put together.
  const fields = Object.entries(facts.largest).map(([size, most]) => {
    const { node, set } = numberField({
      "aria-label": size,
      "data-field": size,
      inputmode: "numeric",
      step: facts.steps[size],
      explain(value) {
        const isSize = value % 1 === 0 && value >= 1 && value <= most;
        if (!isSize) return text.not_a_size({ name: size, most });
        const { d_model, n_heads } = withSize(size, value);
        if (d_model % n_heads === 0) return "";
        return text.not_divisible({ d_model: `${d_model}`, n_heads: `${n_heads}` });
      },
      onvalue: (value) => edit.commit(size, { [size]: value }),
    });
    const label = element("span", { "aria-hidden": "true" }, size);
    return { size, set, node: element("div", {}, label, node) };
  });
  function withSize(size, value) {
    return { ...shown, [size]: value };
  }
  function holds(change) {
    return Object.entries(change).every(([name, value]) => shown[name] === value);
  }
  function apply(change) {
    if (!holds(change)) edit.commit(null, change);
  }
  const presets = choice({
    name: "preset",
    label: text.preset,
    options: text.presets,
    onchoose: (preset) => apply(facts.presets[preset]),
  });
  const norms = choice({
    name: "norm",
    label: text.norm,
    options: text.norms,
    onchoose: (norm) => apply({ norm }),
  });
  const forms = choice({
    name: "form",
    label: text.form,
    options: text.forms,
    onchoose: (form) => apply({ form }),
  });
  const changes = element(
    "div",
    { class: "gb-actions", role: "group", "aria-label": text.changes },
    element("span", { "aria-hidden": "true" }, text.changes),
    undo,
    reset,
  );
  const note = element("p", { class: "gb-meaning" });

  const children = [
    element(
      "div",
      { class: "gb-plan" },
      picture.node,
      panel.summary,
      panel.details,
      element("div", {}, whole, list),
    ),
    element(
      "div",
      { class: "gb-settings" },
      presets.node,
      norms.node,
      forms.node,
      changes,
    ),
    element(
      "div",
      { class: "gb-sizes", role: "group", "aria-label": text.sizes },
      ...fields.map(({ node }) => node),
    ),
    note,
  ];

  function update(state, forced) {
    shown = { ...state, facts };
    const all = partsOf(shown);
    if (!all.includes(shown.part)) {
      shown.part = shown.part === "encoder_final_norm" ? "memory" : "linear";
    }
    const around = picture.show(shown);
    for (const { size, set } of fields) set(shown[size], forced);
    presets.set(Object.keys(facts.presets).find((name) => holds(facts.presets[name])));
    norms.set(shown.norm);
    forms.set(shown.form);
    paintWhole(all);
    const counted = text.counted[shown.form];
    const isFinal = all.includes("decoder_final_norm");
    note.textContent = isFinal ? text.with_final_norm({ counted }) : counted;
    return panel.tell(shown, around);
  }
  function paintWhole(all) {
    const total = countAll(all, shown, true);
    writeCount(tied, total);
    writeCount(untied, countAll(all, shown, false));
    whole.replaceChildren(...withNodes(text.whole, { tied, untied }, { n: total }));
    for (const { kind, percent, node } of shares) {
      const parts = all.filter((part) => facts.parts[part].kind === kind);
      const value = countAll(parts, shown, true);
      const number = fixed((100 * value) / total, 1);
      node.style.setProperty("--part", value / total);
      percent.dataset.value = value;
      percent.textContent = text.percent({ number });
    }
  }
  return { children, update };
}

function writeCount(node, value) {
  node.dataset.value = value;
  node.textContent = formatPlain(value);
}

export default widget({
  name: "machine",
  traits: [
    "d_model",
    "n_heads",
    "d_ff",
    "n_layers",
    "vocabulary_size",
    "n_source",
    "n_target",
    "norm",
    "form",
    "part",
  ],
  build,
});
