import { button, element, write } from "../shared/elements.js";
import { widget } from "../shared/shell.js";
import { memory } from "./memory.js";
import { computed, computedIn, countKinds, sumOf } from "./numbers.js";
import { triangle } from "./triangle.js";

const KINDS = ["new", "again", "kept"];
const SETTINGS = [
  { name: "without", keep: false },
  { name: "with", keep: true },
];

function build({ model, text, edit, undo, reset }) {
  const get = (name) => model.get(name);
  const writeOne = button("write", [text.write], () => {
    edit.commit(null, { written: get("written") + 1 });
  });
  const keep = button("keep", [text.keep], () => {
    edit.commit(null, { keep: !get("keep") });
  });
  const line = element("p", { class: "gb-line" });
  const picture = triangle(text.picture, (written) => {
    if (written !== get("written")) edit.commit("written", { written });
  });
  const legend = KINDS.map((kind) => {
    const words = element("span");
    const sign = element("i", { "data-kind": kind });
    return { kind, words, node: element("li", {}, sign, words) };
  });
  const sums = SETTINGS.map((setting) => {
    const [sum, total, bar] = ["span", "b", "i"].map((tag) => element(tag));
    const name = element("span", {}, text.settings[setting.name]);
    return {
      ...setting,
      sum,
      total,
      bar,
      node: element("li", {}, name, element("span", {}, sum, " ", total), bar),
    };
  });
  const steps = element(
    "div",
    { class: "gb-steps" },
    line,
    element(
      "div",
      { class: "gb-stage" },
      element("p", { class: "gb-meaning" }, text.axes),
      picture.node,
      element("ul", { class: "gb-legend" }, ...legend.map((one) => one.node)),
    ),
    element(
      "div",
      { class: "gb-sums" },
      element("p", { class: "gb-meaning" }, text.sums),
      element("ul", {}, ...sums.map((one) => one.node)),
      element("p", { class: "gb-meaning gb-why" }, text.why),
    ),
  );
  const cost = memory({ text, edit, shapes: JSON.parse(get("shapes")) });
  const summary = element("summary", { "data-action": "memory" }, text.more);
  const more = element("details", { class: "gb-more" }, summary, cost.node);
  const actions = element("div", { class: "gb-actions" }, writeOne, keep, undo, reset);

  let before = []; // what was said last
  function update(state, forced) {
    const { tokens, written, view } = state;
    const isMemory = view === "memory";
    for (const node of [writeOne, keep, steps, summary]) node.hidden = isMemory;
    if (isMemory) more.open = true;
    const [counts, other] = [state.keep, !state.keep].map((kept) =>
      countKinds(written, kept),
    );
    const sentence = text.line[state.keep ? "with" : "without"]({
      n: computedIn(written, state.keep),
      step: written,
      total: computed(counts),
      other: computed(other),
    });
    write(line, sentence);
    picture.draw(tokens, written, state.keep, sentence);
    writeOne.ariaDisabled = `${written === tokens.length}`;
    keep.ariaPressed = `${state.keep}`;
    for (const { kind, words } of legend) {
      write(words, text.kinds[kind]({ n: counts[kind] }));
      words.dataset.value = `${counts[kind]}`;
    }
    const most = computed(countKinds(tokens.length, false));
    for (const one of sums) {
      const found = computed(countKinds(written, one.keep));
      one.node.dataset.on = `${one.keep === state.keep}`;
      write(one.sum, `${sumOf(written, one.keep)} =`);
      write(one.total, `${found}`);
      one.total.dataset.value = `${found}`;
      one.bar.style.width = `${(100 * found) / most}%`;
    }
    const bytes = cost.draw(state, forced);
    const all = [sentence, bytes];
    const isNew = all.filter((words) => before.length && !before.includes(words));
    before = all;
    return isNew.join(" ");
  }
  return { children: [actions, steps, more], update };
}

export default widget({
  name: "cache",
  traits: "tokens written keep model n_key_value_heads bytes_each n_tokens view".split(
    " ",
  ),
  build,
});
