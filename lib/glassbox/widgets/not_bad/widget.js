import { choice } from "../shared/choice.js";
import { element, figure, write } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { keepTableRoles } from "../shared/table_roles.js";
import { answers, FACTS, moods, PHRASES, rights } from "./numbers.js";
import { plane } from "./plane.js";

const LARGEST = 100;
const FIELDS = ["positive", "negated", "bias"];
const short = (x) => formatShort(x, 4);
const term = (x) => `${x < 0 ? "−" : "+"} ${short(Math.abs(x))}`;

function build({ model, text, edit, undo, reset }) {
  const ways = choice({
    name: "way",
    ...text.ways,
    onchoose(way) {
      if (way !== model.get("way")) edit.commit(null, { way });
    },
  });
  function field(trait, place, name) {
    return numberField({
      "aria-label": name,
      "data-field": `${trait}-${place}`,
      inputmode: "decimal",
      step: 0.5,
      explain: (value) => (Math.abs(value) <= LARGEST ? "" : text.wrong),
      onvalue: (value) =>
        edit.commit(name, { [trait]: model.get(trait).with(place, value) }),
    });
  }

  // A weighted sum: three fields.
  const weights = FIELDS.map((name, i) => field("weights", i, text.weights[name]));
  const sum = element(
    "p",
    { class: "gb-equation" },
    `${text.columns.mood} = `,
    ...weights.flatMap((one, i) => [one.node, text.after[FIELDS[i]] ?? ""]),
  );

  // Four units: what each answers to the four phrases, and what it adds.
  const adds = PHRASES.map((name, i) =>
    field("adds", i, text.adds_of({ phrase: text.phrases[name] })),
  );
  const cells = PHRASES.map(() =>
    PHRASES.map(() => element("td", { "data-cell": "" })),
  );
  const rows = PHRASES.map((name, i) =>
    element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        text.question({ phrase: text.phrases[name] }),
        element("small", {}, text.asks[name]),
      ),
      ...cells[i],
      element("td", {}, adds[i].node),
    ),
  );
  const heads = [text.columns.unit, ...PHRASES.map((name) => text.phrases[name])];
  const units = keepTableRoles(
    element(
      "table",
      {},
      element("caption", {}),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...[...heads, text.columns.adds].map((words) =>
            element("th", { scope: "col" }, words),
          ),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
  );

  const picture = plane(text);
  const score = figure(text.score);
  const upper = element("p", { "data-sum": "wanted" });
  const lower = element("p", { "data-sum": "other" });
  const told = element("p", { class: "gb-meaning" });
  const keys = ["up", "down", "border"].map((kind) =>
    element("span", { class: `gb-key gb-key-${kind}` }, text.key[kind]),
  );
  const children = [
    ways.node,
    element(
      "div",
      { class: "gb-sides" },
      element("div", { class: "gb-typed" }, sum, units),
      element(
        "div",
        { class: "gb-drawn" },
        picture.node,
        element("p", { class: "gb-meaning" }, ...keys),
      ),
      element(
        "div",
        { class: "gb-read" },
        score.node,
        upper,
        lower,
        told,
        element("div", { class: "gb-actions" }, undo, reset),
      ),
    ),
  ];

  function update(state, forced) {
    const { way } = state;
    ways.set(way);
    sum.hidden = way !== "sum";
    units.hidden = way === "sum";
    weights.forEach((one, i) => one.set(state.weights[i], forced));
    adds.forEach((one, i) => one.set(state.adds[i], forced));
    write(units.caption, text.caption[way === "bent" ? "bent" : "flat"]);
    const answered = answers(way, FACTS); // (phrases, units)
    answered.forEach((row, phrase) =>
      row.forEach((answer, unit) => {
        const cell = cells[unit][phrase];
        write(cell, short(answer));
        cell.dataset.value = answer;
        cell.className = answer === 0 ? "gb-off" : "";
      }),
    );
    const found = moods(state, FACTS);
    const right = rights(found);
    const n = right.filter(Boolean).length;
    score.set(text.of_four({ n }), "", n);
    const [good, bad, notGood, notBad] = found;
    for (const [node, pair, key] of [
      [upper, [good, notBad], "first"],
      [lower, [bad, notGood], "second"],
    ]) {
      const total = pair[0] + pair[1];
      const shown = `${short(pair[0])} ${term(pair[1])} = ${short(total)}`;
      write(node, text.sums[key]({ sum: shown }));
      node.dataset.value = total;
    }
    write(told, n === 4 ? text.solved : text.told[way]);
    const said = text.said({ way: text.ways.options[way], n });
    picture.draw(state, found, right, text.picture({ said }));
    return said;
  }
  return { children, update };
}

export default widget({ name: "not-bad", traits: ["way", "weights", "adds"], build });
