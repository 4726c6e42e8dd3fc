import { element } from "../shared/elements.js";
import { fixed, formatShort } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import { FIGURES, MOST, measure } from "./numbers.js";
import { plane } from "./plane.js";

function build({ model, text, edit, undo, reset }) {
  const parts = text.keys.map((name, i) => {
    const dial = namedSlider({
      name,
      said: text.dial({ name }),
      "data-field": `times-${i}`,
      min: 1,
      max: MOST,
      step: 0.25,
      onvalue: (times) =>
        edit.commit(`times ${i}`, { times: model.get("times").with(i, times) }),
    });
    const picture = plane(text);
    const figures = FIGURES.map((one) => {
      const value = element("dd", { "data-figure": one });
      const term = element("dt", {}, ...formula(text.figures[one]));
      return { node: element("div", { "data-of": one }, term, value), value };
    });
    const list = element("dl", {}, ...figures.map(({ node }) => node));
    const node = element("div", { "data-key": i }, dial.node, picture.node, list);
    return { node, dial, picture, figures };
  });
  const children = [
    element("div", { class: "gb-actions" }, element("p", {}, text.how), undo, reset),
    element("div", { class: "gb-trio" }, ...parts.map(({ node }) => node)),
  ];

  function update({ times }) {
    const found = measure(times);
    const most = Math.max(...found.weight);
    const longest = Math.max(...times);
    parts.forEach(({ node, dial, picture, figures }, i) => {
      const [name, factor] = [text.keys[i], formatShort(times[i], 2)];
      dial.set(times[i], text.times({ times: factor }));
      const [length, shadow] = [fixed(found.length[i], 2), fixed(found.shadow[i], 2)];
      picture.draw(found, i, text.picture({ name, length, shadow }), longest);
      FIGURES.forEach((one, n) => {
        const { value } = figures[n];
        value.textContent = fixed(found[one][i], one === "weight" ? 4 : 2);
        value.dataset.value = found[one][i];
      });
      node.style.setProperty("--weight", `${found.weight[i]}`);
      node.toggleAttribute("data-wins", most - found.weight[i] < 1e-9);
    });
    const told = text.keys.map((name, i) =>
      text.said({ name, weight: fixed(found.weight[i], 4) }),
    );
    return told.join(" ");
  }
  return { children, update };
}

export default widget({ name: "shadow", traits: ["times"], build });
