import { choice } from "../shared/choice.js";
import { button, element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { goalOf } from "./goal.js";
import { lanes } from "./lanes.js";
import { more } from "./more.js";
import { holders, queryOf, runStages, sentenceOf, short, swapped } from "./numbers.js";

function build({ model, text, edit, undo, reset, root }) {
  let drawn = ""; // what the table was drawn for

  // What can be set.
  const heads = choice({
    name: "n_heads",
    label: text.heads,
    options: { 1: "1", 2: "2", 3: "3", 4: "4" },
    onchoose: (key) => change({ n_heads: Number(key) }),
  });
  const asker = element("div", { class: "gb-asker" });
  let who;
  const given = `${model.get("x")}`;
  function swap() {
    edit.commit(null, { x: swapped(model.get("x")) });
  }
  const mistake = button("transpose-false", [text.mistake], () =>
    change({ transpose: !model.get("transpose") }),
  );
  function change(parts) {
    const isNew = Object.entries(parts).some(([name, value]) => {
      return model.get(name) !== value;
    });
    if (isNew) edit.commit(null, parts);
  }

  // What comes of it.
  const table = lanes({
    text,
    onquery(j, value) {
      const query = queryOf(edit.state()).with(j, value);
      edit.commit(`query ${j}`, { query });
    },
  });
  const symptom = element("p", { class: "gb-symptom" });
  const details = more({
    text,
    asker,
    onnumber,
    onswap: swap,
  });
  function onnumber(name, i, j, value) {
    const rows = model.get(name);
    const parts = { [name]: rows.with(i, rows[i].with(j, value)) };
    // A query of the reader's own would hide what W^Q does.
    if (name === "w_q") parts.query = [];
    edit.commit(`${name} ${i} ${j}`, parts);
  }
  const onkey = (i, j, value) => onnumber("w_k", i, j, value);
  const challenge = goalOf({ text, given: edit.state(), onkey });
  const again = element("div", { class: "gb-again" }, undo, reset);
  const rows = button("every-row", [text.every_row], () => showRows());
  function showRows(all) {
    rows.ariaPressed = `${root.classList.toggle("gb-whole", all)}`;
  }
  const startRows = () => showRows(model.get("goal").length > 0); // it needs the keys
  startRows();
  reset.addEventListener("click", startRows);
  const children = [
    element("div", { class: "gb-actions" }, heads.node, details.swap, rows, again),
    table.node,
    element("div", { class: "gb-mistake" }, mistake, symptom),
    challenge.node,
    details.node,
  ];

  function update(state, forced) {
    const { x, n_heads, tokens, features, token, transpose } = state;
    const { w_k, w_v, w_o } = state;
    const stages = runStages(state);
    const parts = [x.length, x[0].length, n_heads, tokens, features, token, transpose];
    const form = JSON.stringify([...parts, w_o, features.length && [w_k, w_v]]);
    if (form !== drawn) {
      who = choice({
        name: "token",
        label: text.token,
        options: tokens.map((name, i) => [`${i}`, name]),
        onchoose: (key) => change({ token: Number(key), query: [] }),
      });
      const { activeElement } = document;
      const focused = /** @type {HTMLElement} */ (activeElement)?.dataset.action;
      asker.replaceChildren(who.node);
      asker.querySelector(`[data-action="${focused}"]`)?.focus();
      table.draw(state);
    }
    drawn = form;
    for (const cell of table.node.tHead.querySelectorAll("td"))
      write(cell, sentenceOf(state)); // one of them is seen
    const verdicts = table.set(state, stages, forced);
    const goal = challenge.update(state, stages, forced);
    details.update(state, forced);
    details.press(`${x}` !== given && `${swapped(x)}` === given);

    heads.set(n_heads);
    heads.node.querySelectorAll("button").forEach((node, i) => {
      node.hidden = x[0].length % (i + 1) !== 0;
    });
    who.set(token);
    mistake.ariaPressed = `${!transpose}`;
    mistake.hidden = transpose && (n_heads === 1 || state.goal.length > 0);
    root.classList.toggle("gb-wrong-cut", !transpose && n_heads > 1);
    symptom.hidden = transpose;
    if (!transpose) paintSymptom(state, stages);
    const d_head = x[0].length / n_heads;
    const answers = verdicts.map((verdict, h) => {
      const own = stages.merged[token].slice(h * d_head, (h + 1) * d_head);
      return text.said_head({ n: h + 1, numbers: own.map(short).join(" "), verdict });
    });
    const heard = text.said({ token: tokens[token], answers: answers.join(" ") });
    return goal ? `${heard} ${goal}` : heard;
  }

  /** What the mistake does: who is in which head, and what the row asked for finds. */
  function paintSymptom(state, stages) {
    const { x, n_heads, tokens, token } = state;
    const right = runStages({ ...state, transpose: true }).merged;
    const gaps = stages.merged.flat().map((y, i) => Math.abs(y - right.flat()[i]));
    symptom.dataset.value = `${Math.max(...gaps)}`;
    const row = (numbers) => numbers.map((y) => fixed(y, 2)).join("\u00a0");
    const whose = holders(state);
    const held = whose.map((rows, h) =>
      text.held({ head: h + 1, tokens: rows.map((i) => tokens[i]).join(text.comma) }),
    );
    symptom.textContent =
      n_heads > 1 && x.length > 1
        ? text.symptom({
            shape: `(${[n_heads, x.length, x[0].length / n_heads].join(", ")})`,
            held: held.join(text.between_heads),
            row: token + 1,
            token: tokens[token],
            pieces: whose.map((rows) => tokens[rows[token]]).join(text.both),
            found: row(stages.merged[token]),
            wanted: row(right[token]),
          })
        : text.agree;
  }
  return { children, update };
}

export default widget({
  name: "splitting",
  traits: [
    ..."x w_q w_k w_v w_o n_heads tokens features".split(" "),
    ..."token query transpose goal".split(" "),
  ],
  build,
});
