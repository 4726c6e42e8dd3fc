import { choice } from "../shared/choice.js";
import { element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import {
  copies,
  count,
  countAll,
  isShared,
  partsOf,
} from "../transformer_map/numbers.js";
import { partsPicture } from "./picture.js";

/** A share as it is written: two decimals where one would be 0. */
function inPercent(held, total, text) {
  const share = (100 * held) / total;
  const number = fixed(share, share > 0 && share < 0.1 ? 2 : 1);
  return text.percent({ number });
}

function build({ model, text, edit, undo, reset }) {
  const facts = JSON.parse(model.get("facts"));
  const picture = partsPicture(text, (part) => {
    if (part !== model.get("part")) edit.commit(null, { part });
  });
  const norms = choice({
    name: "norm",
    label: text.norm,
    options: text.norms,
    onchoose(norm) {
      if (norm !== model.get("norm")) edit.commit(null, { norm });
    },
  });
  const name = element("p", { class: "gb-name" });
  const does = element("p", {});
  const held = element("p", { "data-count": "held" });
  const share = element("p", { class: "gb-share" });
  const bar = element("div", { class: "gb-bar", role: "img" });
  const kind = element("p", { "data-count": "kind" });
  const whole = element("p", { class: "gb-meaning", "data-count": "whole" });
  const told = element("div", { class: "gb-told" }, name, does, share, bar, held, kind);
  const settings = element("div", { class: "gb-settings" }, norms.node, undo, reset);
  const side = element("div", { class: "gb-side" }, settings, told, whole);
  const children = [element("div", { class: "gb-plan" }, picture.node, side)];

  function update({ part, norm }) {
    const state = { ...facts.sizes, facts, norm, form: "paper", part };
    const all = partsOf(state);
    if (!all.includes(part))
      state.part = part === "encoder_final_norm" ? "memory" : "linear";
    picture.show(state);
    norms.set(norm);
    const total = countAll(all, state, true);
    write(name, text.full_names[state.part]);
    write(does, doesOf(state));
    const shared = isShared(state.part, state);
    const each = shared ? 0 : count(state.part, state);
    const n = copies(state.part, state);
    const sum = each * n;
    const percent = inPercent(sum, total, text);
    const amount = n > 1 ? text.layers({ n, each, all: sum }) : text.single({ each });
    write(held, sum ? amount : shared ? text.shared : text.none);
    held.dataset.value = sum;
    write(share, text.share({ percent }));
    bar.style.setProperty("--part", `${sum / total}`);
    bar.className = `gb-bar gb-${facts.parts[state.part].kind}`;
    bar.setAttribute("aria-label", text.bar({ percent }));
    write(kind, kindOf(state, all, total));
    write(whole, text.whole({ total }));
    whole.dataset.value = total;
    return text.said({
      name: name.textContent,
      held: held.textContent.replace(/\.$/, ""),
      share: share.textContent,
    });
  }
  function doesOf({ part, norm }) {
    const { kind: own } = facts.parts[part];
    if (own === "norm") return text.does[part.includes("final") ? "final" : norm];
    return text.does[part] ?? text.does[own];
  }
  /** What all parts of its kind hold. */
  function kindOf(state, all, total) {
    const { kind: own } = facts.parts[state.part];
    const parts = all.filter((part) => facts.parts[part].kind === own);
    const sum = countAll(parts, state, true);
    kind.dataset.value = `${sum}`;
    if (!sum) return "";
    const n = parts.reduce((number, part) => number + copies(part, state), 0);
    return text.kind[own]({ n, percent: inPercent(sum, total, text) });
  }
  return { children, update };
}

export default widget({ name: "machine-parts", traits: ["part", "norm"], build });
