// What is under "more": who asks, and every number that can be changed.
import { button, element } from "../shared/elements.js";
import { matrix } from "../shared/matrix.js";
import { marked } from "./lanes.js";
import { span } from "./numbers.js";

const LARGEST = 100;

/**
 * onnumber(name, i, j, value) and onswap() hear the reader; asker is a control to place
 * here. swap, a button that is returned, stands above the table.
 */
export function more({ text, onnumber, onswap, asker }) {
  const swap = button("swap", [], onswap);
  const given = element("div", { class: "gb-given" });
  const typed = element("p", { class: "gb-typed" }, ...marked(text.typed));
  let made = {};
  let drawn = "";
  const node = element(
    "details",
    { class: "gb-more" },
    element("summary", {}, ...marked(text.more)),
    element("div", { class: "gb-actions" }, asker),
    typed,
    given,
  );

  function draw({ x, w_o, tokens, features }) {
    const d_model = x[0].length;
    const places = span(d_model, (j) => features[j] ?? `${j + 1}`);
    const numbered = span(d_model, (j) => `${j + 1}`);
    const [, one, other] = features;
    swap.hidden = features.length < 3;
    if (other) swap.textContent = text.swap({ one, other });
    const table = (name, rows, columns) =>
      matrix({
        caption: marked(text.names[name]),
        rows,
        columns,
        name: (i, j) =>
          text.number({ matrix: text.letters[name], row: rows[i], column: columns[j] }),
        explain: (value) => (Math.abs(value) <= LARGEST ? "" : text.bad),
        onvalue: (i, j, value) => onnumber(name, i, j, value),
      });
    made = { x: table("x", tokens, places) };
    for (const name of ["w_q", "w_k", "w_v"])
      made[name] = table(name, places, numbered);
    const merged = numbered.map((number) => `#${number}`);
    if (w_o.length) made.w_o = table("w_o", merged, numbered);
    given.replaceChildren(...Object.values(made).map((one) => one.node));
  }

  function update(state, forced) {
    const { x, w_o, tokens, features } = state;
    const form = JSON.stringify([x[0].length, w_o.length, tokens, features]);
    if (forced || form !== drawn) draw(state);
    drawn = form;
    typed.hidden = !state.query.length;
    for (const [name, one] of Object.entries(made)) {
      const sizes = state[name].flat().map(Math.abs);
      one.set(state[name], Math.max(1, ...sizes));
    }
  }
  const press = (isSwapped) => {
    swap.ariaPressed = `${isSwapped}`;
  };
  return { node, update, press, swap };
}
