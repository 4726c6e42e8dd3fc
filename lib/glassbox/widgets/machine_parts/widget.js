import { unpack } from "../live_translator/packed.js";
import { element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { readings } from "./numbers.js";
import { partsPicture } from "./picture.js";

const ROWS = ["first", "order", "source", "future", "spread", "size"];

function build({ model, text, edit, undo, reset }) {
  const facts = { ...model.get("model"), ...JSON.parse(model.get("facts")) };
  const parameters = unpack(facts);
  const picture = partsPicture(text, (part) => {
    const off = model.get("off");
    const wanted = facts.parts.filter((one) => (one === part) !== off.includes(one));
    edit.commit(null, { off: wanted });
  });
  const rows = Object.fromEntries(ROWS.map((name) => [name, row(text.rows[name])]));
  const told = element("p", { class: "gb-told" });
  const list = ROWS.map((name) => rows[name].node);
  const panel = element("div", { class: "gb-panel" }, ...list);
  const actions = element("div", { class: "gb-actions" }, undo, reset);
  const side = element("div", { class: "gb-side" }, panel, told);
  const children = [element("div", { class: "gb-plan" }, side, picture.node, actions)];

  function update({ off }) {
    picture.show(off);
    const found = readings(parameters, facts, off);
    const [first, ...others] = found.written;
    const isRight = first === facts.right;
    paint("first", arrow(0, first), first, isRight ? "right" : "wrong", isRight);
    ["order", "source"].forEach((name, i) => {
      const differs = others[i] !== first;
      const verdict = differs ? "differs" : first ? "same" : "";
      paint(name, arrow(i + 1, others[i]), others[i], verdict, differs);
    });
    const { moved: n, answers: all } = found;
    const words = text.moved({ n, all });
    paint("future", words, n, n ? "seen" : "hidden", !n);
    paint("spread", fixed(found.spread, 2), found.spread);
    paint("size", fixed(found.size, 1), found.size);
    write(told, toldOf(off));
    const heard = ROWS.slice(0, 3).map((name) => [name, rows[name].said()]);
    return text.said({ told: told.textContent, ...Object.fromEntries(heard) });
  }
  function arrow(i, written) {
    const words = written.replaceAll("^", text.start) || text.nothing;
    return `${facts.dates[i]} → ${words}`;
  }
  function paint(name, words, exact, verdict = "", isGood = true) {
    rows[name].set(words, exact, text.verdicts[verdict] ?? "", isGood);
  }
  function toldOf(off) {
    if (!off.length) return text.all_on;
    if (off.length === 1) return text.told[off[0]];
    return text.off({ parts: off.map((part) => text.parts[part]).join(", ") });
  }
  return { children, update };
}

/** A measurement: its name, the value, and a verdict. */
function row(name) {
  const value = element("span", { class: "gb-reading" });
  const verdict = element("b", {});
  const node = element(
    "div",
    {},
    element("span", { class: "gb-meaning" }, name),
    value,
    verdict,
  );
  function set(words, exact, judged, isGood) {
    write(value, words);
    value.dataset.value = exact;
    write(verdict, judged);
    verdict.dataset.good = isGood;
  }
  const said = () => `${value.textContent} ${verdict.textContent}`;
  return { node, set, said };
}

export default widget({ name: "machine-parts", traits: ["off"], build });
