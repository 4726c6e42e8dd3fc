import { unpack } from "../live_translator/packed.js";
import { button, element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { insidePanel } from "./inside.js";
import { readings, walk } from "./numbers.js";
import { partsPicture } from "./picture.js";

const ROWS = ["first", "order", "source", "future", "spread", "size"];
const ALIKE = 0.05; // a spread below it: the vectors are nearly one

function build({ model, text, edit, undo, reset }) {
  const facts = { ...model.get("model"), ...JSON.parse(model.get("facts")) };
  const parameters = unpack(facts);
  let measured = ""; // without which parts
  let found = null;

  const picture = partsPicture(text, facts.parts, press);
  const rows = Object.fromEntries(ROWS.map((name) => [name, row(text.rows[name])]));
  const nodes = ROWS.map((name) => rows[name].node);
  const panel = element("div", { class: "gb-panel" }, ...nodes.slice(0, 4));
  const rest = element("div", { class: "gb-panel gb-rest" }, ...nodes.slice(4));
  const told = element("p", { class: "gb-told" });
  const inside = insidePanel(text, go);
  const look = button("inside", [text.look], () => go(at() ? 0 : 1));
  const actions = element("div", { class: "gb-actions" }, look, undo, reset);
  const parts = [panel, told, picture.node, actions, rest, inside.node];
  const plan = element("div", { class: "gb-plan" }, ...parts);

  function at() {
    return model.get("inside");
  }
  function go(step) {
    edit.commit(null, { inside: step });
  }
  /** Look into a part, and into that of the other layer if pressed again; or switch. */
  function press(part, steps) {
    if (at()) return go(steps[(steps.indexOf(at()) + 1) % steps.length]);
    if (!facts.parts.includes(part)) return;
    const off = model.get("off");
    const wanted = facts.parts.filter((one) => (one === part) !== off.includes(one));
    edit.commit(null, { off: wanted });
  }
  function update({ off, inside: step }) {
    picture.show(off, step);
    plan.dataset.looking = step > 0;
    look.setAttribute("aria-pressed", `${step > 0}`);
    if (!found || measured !== `${off}`) measure(off);
    if (step) return inside.set(walk(parameters, facts, off), step);
    const heard = ROWS.slice(0, 3).map((name) => [name, rows[name].said()]);
    return text.said({ told: told.textContent, ...Object.fromEntries(heard) });
  }
  function measure(off) {
    measured = `${off}`;
    found = readings(parameters, facts, off);
    found.written.forEach((written, i) => {
      const isRight = written === facts.rights[i];
      const verdict = isRight ? "right" : "wrong";
      paint(ROWS[i], arrow(i, written), written, verdict, isRight);
    });
    const { moved: n, answers: all } = found;
    paint("future", text.moved({ n, all }), n, n ? "seen" : "hidden", !n);
    paint("spread", fixed(found.spread, 2), found.spread);
    paint("size", fixed(found.size, 1), found.size);
    write(told, toldOf(off));
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
    const names = off.map((part) => text.parts[part]).join(", ");
    return `${text.off({ parts: names })} ${text.together[whatIsLost()]}`;
  }
  /** What several missing parts come to, judged by what was measured. */
  function whatIsLost() {
    const [first, swapped, other] = found.written;
    if (first === facts.rights[0]) return found.moved ? "leaks" : "works";
    if (!first && !other) return "silent";
    if (first === other) return found.spread < ALIKE ? "alike" : "blind";
    return first === swapped ? "no_order" : "garbled";
  }
  return { children: [plan], update };
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

export default widget({ name: "machine-parts", traits: ["off", "inside"], build });
