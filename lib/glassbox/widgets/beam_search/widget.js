import { choice } from "../shared/choice.js";
import { button, element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { best, MOST_STEPS, scoreOf, search } from "./numbers.js";
import { picture } from "./tree.js";

const WIDTHS = ["1", "2", "3"];

function build({ model, text, edit, undo, reset }) {
  const width = choice({
    name: "width",
    label: text.width,
    options: WIDTHS.map((one) => [one, one]),
    onchoose: (one) => edit.commit("width", { width: Number(one) }),
  });
  const judge = choice({
    name: "judge",
    label: text.judge,
    options: text.judges,
    onchoose: (name) => edit.commit("judge", { per_token: name === "mean" }),
  });
  const step = button("step", [text.step], () =>
    edit.commit(null, { steps: model.get("steps") + 1 }),
  );
  const drawn = picture(text);
  const told = element("p", { class: "gb-told" });
  const actions = element("div", { class: "gb-actions" }, step, undo, reset);
  const settings = element("div", { class: "gb-settings" }, width.node, judge.node);
  const begin = element("p", { class: "gb-begin" }, text.begin);
  const children = [settings, begin, drawn.node, told, actions];

  function update({ width: wide, per_token, steps }) {
    width.set(wide);
    judge.set(per_token ? "mean" : "product");
    const columns = search(model.get("tree"), { width: wide, per_token, steps });
    const last = columns.at(-1) ?? [];
    const kept = last.filter((one) => one.kept);
    const isOver = kept.length > 0 && kept.every((one) => !one.after.length);
    const winner = isOver ? best(last, per_token) : null;
    step.ariaDisabled = `${isOver || steps === MOST_STEPS}`;
    write(told, isOver ? overall(winner, per_token) : going(columns, kept));
    told.dataset.value = winner ? scoreOf(winner, per_token) : "";
    const names = kept.map((one) => one.words.join(" ")).join(", ");
    const said = text.said({ told: told.textContent, kept: names });
    drawn.draw(columns, per_token, winner, said);
    return said;
  }
  function overall(winner, perToken) {
    const words = winner.words.slice(0, -1).join(" ");
    const score = fixed(scoreOf(winner, perToken), 2);
    const found = words ? ` ${words}.` : ".";
    return text[perToken ? "best_mean" : "best"]({ found, score });
  }
  function going(columns, kept) {
    if (!columns.length) return text.start;
    const all = columns.at(-1).length;
    const counts = { step: columns.length, all, n: kept.length };
    return text.going({ ...counts, dropped: all - kept.length });
  }
  return { children, update };
}

export default widget({
  name: "beam-search",
  traits: ["width", "per_token", "steps"],
  build,
});
