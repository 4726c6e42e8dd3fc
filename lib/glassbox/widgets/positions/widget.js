import { dot } from "../kernels/arrays.js";
import { choice } from "../shared/choice.js";
import { element, write } from "../shared/elements.js";
import { formatNumber, formatShort } from "../shared/format.js";
import { numbersTable } from "../shared/numbers_table.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import { roundBound, stems } from "../shared/stems.js";
import { signedMap } from "./map.js";
import {
  MOST_POSITIONS,
  MOST_STEPS,
  pairOf,
  positionTable,
  stepAngles,
} from "./numbers.js";
import { pairInWords, turns } from "./turns.js";

/** A number for a table: in words, and exactly. */
const cellOf = (value) => [formatNumber(value), value];

function build({ model, text, edit, undo, reset, say, onStop }) {
  const tableAt = positionTable();
  let component = 7; // of the chosen position
  let looked = null; // the row and column under the pointer, which go before the chosen
  let drawn = ""; // the map's shape
  let low = 0; // the axis of the products begins here

  // What can be set.
  const sliders = [
    { name: "n_positions", min: 8, max: MOST_POSITIONS },
    { name: "d_model", min: 4, max: 128, step: 2 },
    { name: "position", min: 0, max: MOST_POSITIONS - 1 },
    { name: "steps", min: 1, max: MOST_STEPS },
  ].map(({ name, ...range }) => {
    const onvalue = (value) => edit.commit(name, changed(name, value));
    const attributes = { "data-field": name, ...range, onvalue };
    return { name, ...namedSlider({ name: text[name], ...attributes }) };
  });
  /** Fewer positions may leave the chosen one outside. */
  function changed(name, value) {
    if (name !== "n_positions") return { [name]: value };
    return { n_positions: value, position: Math.min(model.get("position"), value - 1) };
  }
  const map = signedMap({
    name: text.map_name,
    onlook: (at, j) => look(at === undefined ? null : [at, j]),
    onchoose: choose,
  });
  onStop(map.stop);
  function look(place) {
    if (`${place}` === `${looked}`) return;
    looked = place;
    say(update(edit.state()));
  }
  function choose(position, j) {
    component = j;
    looked = null;
    if (position !== model.get("position")) edit.commit("position", { position });
    else say(update(edit.state()));
  }
  const overs = choice({
    name: "over",
    label: text.over,
    options: text.overs,
    onchoose(over) {
      if (over !== model.get("over")) edit.commit(null, { over });
    },
  });

  // What comes of it.
  const title = () => element("div", { class: "gb-title" });
  const note = () => element("p", { class: "gb-meaning" });
  const [rowTitle, alikeTitle] = [title(), title()];
  const [axis, cell, alikeNote, apartNote] = [note(), note(), note(), note()];
  const [row, alike] = [stems("row"), stems("alike")];
  const [apart, withAll, allPairs] = [numbersTable(), numbersTable(), numbersTable()];
  const turning = turns(text);
  const details = element(
    "details",
    { ontoggle: () => update(edit.state()) },
    element("summary", {}, text.rows),
    element(
      "div",
      { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.rows },
      withAll.node,
      allPairs.node,
    ),
  );
  const signs = ["−1", "0", "+1"].map((sign) => element("span", {}, sign));
  const children = [
    element("div", { class: "gb-sliders" }, ...sliders.map(({ node }) => node)),
    element("div", { class: "gb-actions" }, undo, reset),
    element(
      "div",
      { class: "gb-pair" },
      element(
        "div",
        {},
        element("div", { class: "gb-title" }, text.map),
        map.node,
        element("div", { class: "gb-key", "aria-hidden": "true" }, ...signs),
        cell,
        axis,
        rowTitle,
        row.node,
      ),
      element(
        "div",
        {},
        alikeTitle,
        alike.node,
        overs.node,
        alikeNote,
        apart.node,
        apartNote,
      ),
    ),
    ...turning.children,
    details,
  ];

  function update(now) {
    const { n_positions, d_model, steps } = now;
    const table = tableAt(d_model);
    const rows = table.slice(0, n_positions);
    component = Math.min(component, d_model - 1);
    const shape = `${n_positions} ${d_model}`;
    if (shape !== drawn) {
      map.set(rows);
      const least = Math.min(...rows.map((other) => dot(other, table[0])));
      low = least < 0 ? -roundBound(-least) : 0;
      looked = null;
    }
    drawn = shape;
    for (const { name, input, set } of sliders) {
      if (name === "position") input.max = n_positions - 1;
      set(now[name], `${now[name]}`);
    }
    overs.set(now.over);

    const [at, j] = looked ?? [now.position, component];
    const products = rows.map((other) => dot(other, table[at]));
    paintMap(table, at, j, now);
    paintAlike(table, products, at, now);
    paintApart(table, at, now);
    turning.set(table, at, now);
    if (details.open) paintRows(table, products, at, now);
    const value = formatNumber(dot(table[at], table[at + steps]));
    return text.said({ position: `${at}`, n: steps, value });
  }
  /** The marks on the map, the number under them, and its row. */
  function paintMap(table, at, j, { n_positions, d_model, steps }) {
    const position = `${at}`;
    const place = { position, component: `${j}`, value: formatNumber(table[at][j]) };
    map.point(at, j, at + steps, text.cell(place));
    const [last_position, last_component] = [`${n_positions - 1}`, `${d_model - 1}`];
    write(axis, text.map_axis({ last_position, last_component }));
    const equation = text.equation[j % 2 ? "cosine" : "sine"];
    const exponent = { even: `${j - (j % 2)}`, d_model: `${d_model}` };
    cell.textContent = equation({ ...place, ...exponent });
    cell.dataset.value = table[at][j];
    rowTitle.textContent = text.row({ position });
    row.draw({ values: table[at], low: -1, high: 1, marked: [j] });
    row.node.setAttribute("aria-label", text.row_said({ position, n: d_model }));
  }
  /** The dot products with every position. */
  function paintAlike(table, products, at, { n_positions, d_model, steps, over }) {
    const position = `${at}`;
    const far = n_positions - 1;
    const axis = over === "distance" ? { first: -at, from: -far, to: far } : {};
    const marked = [at, at + steps];
    alike.draw({ values: products, low, high: d_model / 2, marked, ...axis });
    alikeTitle.textContent = text.alike({ position });
    const said = text.alike_said({
      position,
      itself: formatShort(d_model / 2),
      value: formatNumber(dot(table[at], table[at + steps])),
      steps: `${steps}`,
    });
    alike.node.setAttribute("aria-label", said);
    write(alikeNote, text.alike_notes[over]);
  }
  /** As many steps apart elsewhere: the same product. */
  function paintApart(table, at, { n_positions, d_model, steps }) {
    const { caption, pair, columns, difference } = text.apart;
    const starts = [...new Set([0, at, n_positions - 1])];
    const same = starts.map((start) => dot(table[start], table[start + steps]));
    const rows = starts.map((start, i) => [
      [pair({ position: `${start}`, second: `${start + steps}` }), start],
      cellOf(same[i]),
      cellOf(same[i] / (d_model / 2)),
    ]);
    const heads = [columns.pair, columns.product, columns.cosine];
    apart.set(caption({ n: steps }), heads, rows);
    const largest = Math.max(...same) - Math.min(...same);
    write(apartNote, difference({ difference: formatNumber(largest) }));
  }
  /** Every number, in two tables. */
  function paintRows(table, products, at, { d_model, steps }) {
    const { position, distance, product, cosine } = text.with_all.columns;
    const all = products.map((value, other) => [
      [other, other],
      [formatShort(other - at), other - at],
      cellOf(value),
      cellOf(value / (d_model / 2)),
    ]);
    withAll.set(text.with_all.caption, [position, distance, product, cosine], all);

    const ends = [at, at + steps];
    const { components, step, all_steps } = text.pairs.columns;
    const vectors = ends.map((place) => text.vector({ position: `${place}` }));
    const pairs = stepAngles(d_model).map((angle, i) => [
      [text.both({ first: `${2 * i}`, second: `${2 * i + 1}` }), i],
      cellOf(angle),
      cellOf(steps * angle),
      ...ends.map((place) => {
        const pair = pairOf(table[place], i);
        return [pairInWords(text, pair), pair];
      }),
    ]);
    const heads = [components, step, all_steps, ...vectors];
    allPairs.set(text.pairs.caption, heads, pairs);
  }
  return { children, update };
}

export default widget({
  name: "positions",
  traits: ["n_positions", "d_model", "position", "steps", "over"],
  build,
});
