import { choice } from "../shared/choice.js";
import { button, element } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { lowered, picture } from "./picture.js";

function build({ model, text, edit, undo, reset }) {
  const mode = choice({
    name: "attention",
    label: text.mode,
    options: text.modes,
    onchoose(key) {
      const attention = key === "true";
      if (model.get("attention") !== attention) edit.commit(null, { attention });
    },
  });
  const last = () => model.get("source").length + model.get("target").length;
  function go(by) {
    const step = model.get("step") + by;
    if (step >= 0 && step <= last()) edit.commit("step", { step });
  }
  const back = button("back", [text.back], () => go(-1));
  const on = button("step", [text.step], () => go(1));
  const at = element("span", { class: "gb-meaning" });
  const told = element("p", { "data-words": "told" });
  const body = element("div");
  const row = element("div", { class: "gb-actions" }, back, on, at, undo, reset);
  const children = [mode.node, body, row, told];
  let drawn = "";
  let shown = null;

  function update(now) {
    const { source, glosses, target, step, attention, weights } = now;
    const form = JSON.stringify([source, glosses, target, weights]);
    if (form !== drawn) {
      shown = picture(text, now);
      body.replaceChildren(shown.node);
    }
    drawn = form;
    mode.set(attention);
    shown.set(step, attention);
    back.setAttribute("aria-disabled", `${step === 0}`);
    on.setAttribute("aria-disabled", `${step === last()}`);
    at.textContent = text.at({ step, last: last() });
    told.textContent = tell(now);
    return text.said({
      mode: text.modes[attention],
      at: at.textContent,
      told: told.textContent,
    });
  }
  /** What happens in this step. */
  function tell({ source, glosses, target, step, attention, weights }) {
    if (step === 0) return text.start;
    const n = source.length;
    const name = (kind, index) => text.names[kind]({ index: lowered(index) });
    const state = (index) => name("state", index);
    if (step <= n) {
      const [word, gloss] = [source[step - 1], glosses[step - 1]];
      const values = { word, gloss, state: state(step), before: state(step - 1) };
      if (step === 1) return text.read_first(values);
      if (step < n) return text.read(values);
      return attention ? text.kept(values) : text.read_last(values);
    }
    const i = step - n - 1;
    const loop = {
      before: name("decoder", i),
      after: name("decoder", i + 1),
      written: target.slice(0, i).join(" "),
      word: target[i],
    };
    if (!attention) return i === 0 ? text.write_first(loop) : text.write(loop);
    const most = Math.max(...weights[i]);
    const j = weights[i].indexOf(most);
    return text.write_own({
      ...loop,
      so_far: i === 0 ? text.so_far_nothing(loop) : text.so_far(loop),
      query: name("query", i + 1),
      context: name("context", i + 1),
      state: state(j + 1),
      source: source[j],
      gloss: glosses[j],
      weight: formatNumber(most, 2),
    });
  }
  return { children, update };
}

export default widget({
  name: "readwrite",
  traits: ["weights", "source", "glosses", "target", "step", "attention"],
  build,
});
