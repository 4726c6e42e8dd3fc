import { button, element, write } from "../shared/elements.js";
import { widget } from "../shared/shell.js";
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
    edit.commit(null, { keep: !get("keep"), compared: true });
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
  const why = element("p", { class: "gb-meaning gb-why" }, text.why);
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
      why,
    ),
  );
  const actions = element("div", { class: "gb-actions" }, writeOne, keep, undo, reset);

  let before = ""; // what was said last
  function update(state) {
    const { tokens, written, compared } = state;
    const [counts, other] = [state.keep, !state.keep].map((kept) =>
      countKinds(written, kept),
    );
    const parts = [
      text.line({
        n: computedIn(written, state.keep),
        step: written,
        total: computed(counts),
      }),
    ];
    if (compared) {
      const beside = text.compared[state.keep ? "with" : "without"];
      parts.push(beside({ total: computed(other) }));
    }
    const said = parts.join(" ");
    write(line, said);
    picture.draw(tokens, written, state.keep, said);
    writeOne.ariaDisabled = `${written === tokens.length}`;
    keep.ariaPressed = `${state.keep}`;
    why.style.visibility = compared ? "" : "hidden"; // its place is kept
    for (const { kind, words } of legend) {
      const named = text.kinds[kind];
      write(words, compared ? text.counted({ n: counts[kind], kind: named }) : named);
      words.dataset.value = `${counts[kind]}`;
    }
    const most = computed(countKinds(tokens.length, false));
    for (const one of sums) {
      const isTold = compared || one.keep === state.keep;
      const found = computed(countKinds(written, one.keep));
      one.node.dataset.on = `${one.keep === state.keep}`;
      write(one.sum, isTold ? `${sumOf(written, one.keep)} =` : "");
      write(one.total, isTold ? `${found}` : text.untold);
      one.total.dataset.value = isTold ? `${found}` : "";
      one.bar.style.setProperty("--part", isTold ? `${(100 * found) / most}%` : "0%");
    }
    const isNew = before !== "" && before !== said;
    before = said;
    return isNew ? said : "";
  }
  return { children: [actions, steps], update };
}

export default widget({
  name: "cache",
  traits: ["tokens", "written", "keep", "compared"],
  build,
});
