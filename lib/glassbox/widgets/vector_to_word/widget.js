import { choice } from "../shared/choice.js";
import { button, element, figure, write } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { fixed, formatNumber, formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { keepTableRoles } from "../shared/table_roles.js";
import { LARGEST, measure, region, shadows, step, WORDS } from "./numbers.js";
import { plane } from "./plane.js";

const NUMBERS = ["first", "second"];

const same = (one, other) =>
  `${one.vector};${one.rows}` === `${other.vector};${other.rows}`;

/** Four decimals, but never 0 or 1, which no softmax reaches. */
function probability(p) {
  if (p < 0.00005) return "<0.0001";
  return p > 0.99995 ? ">0.9999" : fixed(p, 4);
}

function build({ model, text, edit, undo, reset }) {
  const next = choice({
    name: "word",
    label: text.next,
    options: text.words,
    onchoose(word) {
      if (word !== model.get("word")) edit.commit(null, { word });
    },
  });
  function field(name, place, onvalue) {
    return numberField({
      "aria-label": name,
      "data-field": place,
      inputmode: "decimal",
      step: 0.5,
      spell: (x) => `${x}`.replace("-", "−"),
      explain: (value) => (Math.abs(value) <= LARGEST ? "" : text.wrong),
      onvalue,
    });
  }
  const vector = NUMBERS.map((which, i) =>
    field(text.vector[which], `vector-${i}`, (value) =>
      edit.commit(`vector ${i}`, { vector: model.get("vector").with(i, value) }),
    ),
  );
  const rows = WORDS.map((word, place) =>
    NUMBERS.map((which, i) =>
      field(
        text.row[which]({ word: text.words[word] }),
        `row-${place}-${i}`,
        (value) => {
          const row = model.get("rows")[place].with(i, value);
          edit.commit(`row ${place} ${i}`, {
            rows: model.get("rows").with(place, row),
          });
        },
      ),
    ),
  );
  const picture = plane(text, (place, held, press) => {
    const rows = model.get("rows");
    const old = held < 0 ? model.get("vector") : rows[held];
    if (`${place}` === `${old}`) return;
    const change = held < 0 ? { vector: place } : { rows: rows.with(held, place) };
    edit.commit(`drag ${press}`, change);
  });

  const lines = WORDS.map((word, place) => {
    const [logit, share] = [element("td"), element("td")];
    const bar = element("span");
    const [first, second] = rows[place];
    const node = element(
      "tr",
      {},
      element("th", { scope: "row" }, text.words[word]),
      element("td", { class: "gb-row" }, first.node, second.node),
      logit,
      share,
      element("td", { class: "gb-bar", "aria-hidden": "true" }, bar),
    );
    return { node: keepTableRoles(node), logit, share, bar };
  });
  const heads = ["word", "row", "logit", "probability"];
  const table = keepTableRoles(
    element(
      "table",
      {},
      element("caption", { class: "gb-unseen" }, text.caption),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...heads.map((name) => element("th", { scope: "col" }, text.columns[name])),
          element("td", { class: "gb-bar", "aria-hidden": "true" }),
        ),
      ),
      element("tbody", {}, ...lines.map((line) => line.node)),
    ),
  );
  const moves = choice({
    name: "moves",
    label: text.moves,
    options: text.moved,
    onchoose: (chosen) => edit.commit(null, { moves: chosen }),
  });
  let passed = []; // the states that steps in a row have led through
  const train = button("step", [text.step], () => {
    const state = edit.state();
    const stepped = { ...state, ...step(state) };
    passed = [...sofar(state), stepped];
    edit.commit(null, step(state));
  });
  /** The steps that led to a state, itself included; none if it came another way. */
  function sofar(state) {
    const place = passed.findLastIndex((one) => same(one, state));
    return place < 0 ? [state] : passed.slice(0, place + 1);
  }
  const score = figure("");
  const told = element("p", { class: "gb-meaning" });
  const product = element("p", { class: "gb-meaning" });
  const drag = element("small", { class: "gb-meaning" }, text.drag);
  const key = element("p", { class: "gb-meaning gb-key" });
  const others = element(
    "p",
    { class: "gb-meaning gb-key gb-key-others" },
    text.others,
  );
  const shade = element("p", { class: "gb-meaning gb-key gb-key-shadow" }, text.shadow);
  const keys = element("div", { class: "gb-keys" }, key, others, shade);
  const children = [
    next.node,
    element(
      "div",
      { class: "gb-sides" },
      element("div", { class: "gb-drawn" }, picture.node, keys, score.node),
      element(
        "div",
        { class: "gb-typed" },
        element(
          "p",
          { class: "gb-equation" },
          text.vector.before,
          vector[0].node,
          vector[1].node,
          drag,
        ),
        table,
      ),
      element(
        "div",
        { class: "gb-read" },
        element("div", { class: "gb-told" }, product, told),
        moves.node,
        element("div", { class: "gb-actions" }, train, undo, reset),
      ),
    ),
  ];

  function update(state, forced) {
    const { word } = state;
    next.set(word);
    vector.forEach((one, i) => one.set(state.vector[i], forced));
    rows.forEach((row, place) =>
      row.forEach((one, i) => one.set(state.rows[place][i], forced)),
    );
    const found = measure(state);
    lines.forEach(({ node, logit, share, bar }, i) => {
      write(logit, formatShort(found.logits[i], 2));
      write(share, probability(found.probabilities[i]));
      logit.dataset.value = found.logits[i];
      share.dataset.value = found.probabilities[i];
      bar.style.width = `${100 * found.probabilities[i]}%`;
      node.classList.toggle("gb-next", WORDS[i] === word);
    });
    const name = text.words[word];
    score.node.firstChild.textContent = text.score({ word: name });
    score.set(
      text.nats({ value: fixed(found.surprise, 4) }),
      text.minus({ share: formatNumber(found.probabilities[WORDS.indexOf(word)]) }),
      found.surprise,
    );
    const { leaders } = found;
    const mine = leaders.includes(WORDS.indexOf(word));
    const winner = text.words[WORDS[leaders[0]]];
    const kind = mine ? (leaders.length > 1 ? "tied" : "first") : "behind";
    write(told, text.told[kind]({ word: name, winner }));
    const said = text.said({ word: name, surprise: fixed(found.surprise, 4) });
    const { length, cast } = shadows(state);
    const place = WORDS.indexOf(word);
    const numbers = { shadow: cast[place].shadow, length, logit: found.logits[place] };
    const written = Object.entries(numbers).map(([k, x]) => [k, formatShort(x, 2)]);
    write(product, text.product({ word: name, ...Object.fromEntries(written) }));
    product.dataset.values = Object.values(numbers).join(" ");
    moves.set(state.moves);
    picture.draw(state, leaders, text.picture({ said }), sofar(state));
    const kinds = region(state).length ? "key" : "nowhere";
    write(key, text[kinds]({ word: name }));
    return said;
  }
  return { children, update };
}

export default widget({
  name: "to-word",
  traits: ["vector", "rows", "word", "moves"],
  build,
});
