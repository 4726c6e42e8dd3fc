import { button, element, figure, mathematics, write } from "../shared/elements.js";
import { fixed, formatNumber, formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import { descent, MOST, outcome, RATES } from "./numbers.js";
import { picture } from "./picture.js";

const MARKED = [0.1, 1, 10, 100, 1000];
const two = (x) => fixed(x, 2);

function build({ model, text, edit, undo, reset }) {
  const rate = namedSlider({
    name: text.rate,
    "data-field": "rate",
    min: 0,
    max: RATES.length - 1,
    onvalue: (place) => edit.commit("rate", { rate: RATES[place] }),
  });
  const marks = MARKED.map((one) => {
    const part = RATES.indexOf(one) / (RATES.length - 1);
    return element("span", { style: `--part: ${part}` }, formatShort(one));
  });
  rate.node.append(
    element("div", { class: "gb-ticks", "aria-hidden": "true" }, ...marks),
  );

  const go = (n) => () => {
    const steps = Math.min(MOST, Math.max(0, model.get("steps") + n));
    edit.commit(null, { steps });
  };
  const back = button("back", [text.back], go(-1));
  const step = button("step", [text.step], go(1));
  const ten = button("ten", [text.ten], go(10));
  const drawn = picture(text);
  const figures = ["step", "z", "loss"].map((name) => {
    const one = figure("");
    one.node.firstElementChild.append(...mathematics(text.figures[name]));
    one.node.dataset.figure = name;
    return one;
  });
  const told = element("p", { class: "gb-told" });
  const next = element("p", { class: "gb-next" });
  const key = ["trail", "tangent"].map((name) =>
    element("span", { class: `gb-key gb-key-${name}` }, text.key[name]),
  );
  const children = [
    element(
      "div",
      { class: "gb-sides" },
      element(
        "div",
        { class: "gb-drawn" },
        drawn.node,
        element("p", { class: "gb-meaning" }, ...key),
      ),
      element(
        "div",
        { class: "gb-read" },
        rate.node,
        element("div", { class: "gb-actions" }, back, step, ten),
        element("div", { class: "gb-figures" }, ...figures.map((one) => one.node)),
        told,
        next,
        element("div", { class: "gb-actions" }, undo, reset),
      ),
    ),
  ];

  function update(state) {
    const places = descent(state.rate, state.steps);
    const { z, loss, slope } = places.at(-1);
    const r = formatShort(state.rate);
    rate.set(RATES.indexOf(state.rate), r);
    back.ariaDisabled = `${state.steps === 0}`;
    for (const one of [step, ten]) one.ariaDisabled = `${state.steps === MOST}`;
    for (const [i, value] of [state.steps, z, loss].entries())
      figures[i].set(i ? two(value) : formatShort(value), "", value);
    const [from, to] = [two(places.at(-2)?.loss ?? loss), two(loss)];
    const verdict = text.told[outcome(state.rate, places)];
    write(told, typeof verdict === "string" ? verdict : verdict({ from, to }));
    const fine = (x) => formatNumber(x, state.rate > 2 ? 4 : 2); // times the rate
    const sum = {
      z: two(z),
      rate: r,
      slope: fine(slope),
      next: two(z - state.rate * slope),
    };
    const signed = { ...sum, slope: slope < 0 ? `(${sum.slope})` : sum.slope };
    write(next, text.next(signed));
    const said = text.said({
      ...sum,
      n: state.steps,
      loss: to,
      told: told.textContent,
    });
    drawn.draw(state.rate, places, text.picture({ said }));
    return said;
  }
  return { children, update };
}

export default widget({ name: "descent", traits: ["rate", "steps"], build });
