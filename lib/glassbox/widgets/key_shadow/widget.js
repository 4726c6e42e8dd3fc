import { choice } from "../shared/choice.js";
import { element, write } from "../shared/elements.js";
import { fixed, formatShort } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import { fan } from "./fan.js";
import { FIGURES, MOST, measure, stretched, timesOf, turned } from "./numbers.js";

const DECIMALS = { angle: 0, weight: 4 };
const ALIKE = 1e-9; // weights that differ by rounding only

function build({ model, text, edit, undo, reset }) {
  const change = (what, i, vector) =>
    edit.commit(what, { key: model.get("key").with(i, vector) });
  const picture = fan(text, (i, degrees, press) => {
    const [vector, asks] = [model.get("key")[i], model.get("asks")];
    change(`turn ${i} ${press}`, i, turned(vector, i, asks, degrees));
  });
  const queries = choice({
    name: "asks",
    label: text.query,
    options: text.queries.map((name, asks) => [`${asks}`, name]),
    onchoose(asks) {
      if (Number(asks) !== model.get("asks")) edit.commit(null, { asks: Number(asks) });
    },
  });
  const dials = text.keys.map((name, i) =>
    namedSlider({
      name,
      said: text.dial({ name }),
      "data-field": `times-${i}`,
      min: 1,
      max: MOST,
      step: 0.25,
      onvalue: (times) =>
        change(
          `times ${i}`,
          i,
          stretched(model.get("key")[i], times, model.get("asks")),
        ),
    }),
  );
  const heads = text.keys.map((name) => element("th", { scope: "col" }, name));
  const rows = FIGURES.map((one) => {
    const cells = text.keys.map(() => element("td", { "data-figure": one }));
    const name = element("th", { scope: "row" }, ...formula(text.figures[one]));
    return { one, cells, node: element("tr", { "data-of": one }, name, ...cells) };
  });
  const outcome = element("b", { "data-part": "outcome" });
  const changed = element("span", { "data-part": "changed" });
  const children = [
    element("div", { class: "gb-actions" }, queries.node, undo, reset),
    element("p", { class: "gb-note" }, outcome, " ", changed),
    element(
      "div",
      { class: "gb-parts" },
      picture.node,
      element("div", { class: "gb-dials" }, ...dials.map(({ node }) => node)),
      element("p", { class: "gb-how" }, text.how),
      element(
        "table",
        {},
        element("thead", {}, element("tr", {}, element("td"), ...heads)),
        element("tbody", {}, ...rows.map(({ node }) => node)),
      ),
    ),
  ];
  let before = null;

  function update({ key: keys, asks }, forced) {
    const found = measure(keys, asks);
    const most = Math.max(...found.weight);
    const winners = text.keys.filter((_, i) => most - found.weight[i] < ALIKE);
    queries.set(asks);
    picture.draw(found);
    dials.forEach(({ set }, i) => {
      const times = Number(timesOf(keys[i]).toFixed(2));
      set(times, text.times({ times: formatShort(times, 2) }));
    });
    for (const { one, cells } of rows) {
      cells.forEach((cell, i) => {
        const words = fixed(found[one][i], DECIMALS[one] ?? 2);
        write(cell, one === "angle" ? text.degrees({ degrees: words }) : words);
        cell.dataset.value = found[one][i];
        cell.toggleAttribute("data-wins", winners.includes(text.keys[i]));
        if (one === "weight") cell.style.setProperty("--weight", `${found[one][i]}`);
      });
    }
    const isNew = forced || !before;
    write(changed, (!isNew && whatChanged(found, keys, asks)) || text.rule);
    before = { keys, asks };
    const won = { names: winners.join(text.and), weight: fixed(most, 4) };
    write(outcome, text[winners.length > 1 ? "tied" : "won"](won));
    return `${changed.textContent} ${outcome.textContent}`;
  }
  /** In a sentence, what the last change did to a key's shadow, or to all. */
  function whatChanged(found, keys, asks) {
    const angle = (i) => fixed(found.angle[i], 0);
    if (asks !== before.asks) {
      const told = text.keys.map((name, i) => text.at({ name, angle: angle(i) }));
      return text.asked({ query: text.queries[asks], angles: told.join(text.comma) });
    }
    const i = keys.findIndex((key, n) => key !== before.keys[n]);
    if (i < 0) return "";
    const shadow = fixed(found.shadow[i], 2);
    const way = Number(found.shadow[i].toFixed(2));
    const words = text.side[way > 0 ? "ahead" : way < 0 ? "behind" : "none"];
    return words({ name: text.keys[i], angle: angle(i), shadow });
  }
  return { children, update };
}

export default widget({ name: "shadow", traits: ["key", "asks"], build });
