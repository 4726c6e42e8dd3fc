import { dot } from "../kernels/arrays.js";
import { choice } from "../shared/choice.js";
import { element, write } from "../shared/elements.js";
import { fixed, formatNumber, formatShort } from "../shared/format.js";
import { numbersTable } from "../shared/numbers_table.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import { roundBound, stems } from "../shared/stems.js";
import { signedMap } from "./map.js";
import { pairOf, positionTable, seen, stepAngles } from "./numbers.js";
import { pairInWords, turns } from "./turns.js";

/** A number for a table: in words, and exactly. */
const cellOf = (value) => [formatNumber(value), value];

function build({ model, text, edit, undo, reset, say, onStop }) {
  const tableAt = positionTable();
  let odd = 0; // the column looked at is its pair's first, a sine, or its second
  let looked = null; // what is under the pointer, which goes before the chosen
  let drawn = ""; // the map's shape
  let low = 0; // the axis of the products begins here

  // What can be set.
  const sliders = ["position", "steps", "d_model", "pair"].map((name) => {
    const onvalue = (value) => edit.commit(name, changed(name, value));
    const step = name === "d_model" ? 2 : 1;
    const attributes = { "data-field": name, step, onvalue };
    return { name, ...namedSlider({ name: text[name], ...attributes }) };
  });
  /** From an early position, fewer steps lead back. */
  function changed(name, value) {
    if (name !== "position") return { [name]: value };
    return { position: value, steps: Math.max(model.get("steps"), -value) };
  }
  const map = signedMap({
    name: text.map_name,
    onlook: (position, j) => look(position === undefined ? null : { position, j }),
    onchoose(position, j) {
      odd = j % 2;
      choose("position", { ...changed("position", position), pair: (j - odd) / 2 });
    },
  });
  onStop(map.stop);
  const alike = stems("alike", {
    onlook: (other) => look(other === undefined ? null : { other }),
    onchoose: (other) => choose("steps", { steps: other - model.get("position") }),
  });
  alike.node.setAttribute("aria-label", text.alike_name);
  alike.node.setAttribute("aria-valuemin", 0);
  function look(place) {
    if (JSON.stringify(place) === JSON.stringify(looked)) return;
    looked = place;
    say(update(edit.state()));
  }
  function choose(name, change) {
    looked = null;
    const isNew = Object.entries(change).some(([key, x]) => x !== model.get(key));
    if (isNew) edit.commit(name, change);
    else say(update(edit.state()));
  }
  const choices = [
    ["base", text.bases, Number],
    ["over", text.overs, String],
  ].map(([name, options, kind]) => {
    const onchoose = (key) => choose(null, { [name]: kind(key) });
    return { name, ...choice({ name, label: text[name], options, onchoose }) };
  });
  const [bases, overs] = choices.map(({ node }) => node);

  // What comes of it.
  const title = () => element("div", { class: "gb-title" });
  const note = () => element("p", { class: "gb-meaning" });
  const [mapTitle, alikeTitle] = [title(), title()];
  const [cell, alikeNote, apartNote] = [note(), note(), note()];
  const [apart, withAll, allPairs] = [numbersTable(), numbersTable(), numbersTable()];
  const turning = turns(text);
  const details = element(
    "details",
    { ontoggle: () => update(edit.state()) },
    element("summary", {}, text.rows),
    element(
      "div",
      { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.rows },
      apart.node,
      apartNote,
      turning.note,
      withAll.node,
      allPairs.node,
    ),
  );
  const signs = ["−1", "0", "+1"].map((sign) => element("span", {}, sign));
  const children = [
    element(
      "div",
      { class: "gb-pair" },
      element(
        "div",
        { class: "gb-sliders" },
        ...sliders.map(({ node }) => node),
        bases,
      ),
      element("div", {}, ...turning.children),
    ),
    element(
      "div",
      { class: "gb-pair" },
      element(
        "div",
        {},
        ...[alikeTitle, alike.node, alikeNote, overs],
        element("div", { class: "gb-actions" }, undo, reset),
      ),
      element(
        "div",
        {},
        mapTitle,
        map.node,
        element("div", { class: "gb-key", "aria-hidden": "true" }, ...signs),
        cell,
      ),
    ),
    details,
  ];

  function update(state) {
    const now = seen(state, looked);
    const { n_positions, d_model, position, steps, pair, base } = now;
    const table = tableAt(d_model, base);
    const rows = table.slice(0, n_positions);
    const shape = `${n_positions} ${d_model} ${base}`;
    if (shape !== drawn) {
      map.set(rows);
      const least = Math.min(...rows.map((other) => dot(other, table[0])));
      low = least < 0 ? -roundBound(-least) : 0;
    }
    drawn = shape;
    const ends = {
      position: [0, n_positions - 1],
      steps: [-position, n_positions - 1],
      d_model: [2, 128],
      pair: [0, d_model / 2 - 1],
    };
    for (const { name, input, set } of sliders) {
      [input.min, input.max] = ends[name];
      set(now[name], formatShort(now[name]));
    }
    for (const { name, set } of choices) set(now[name]);

    const products = rows.map((other) => dot(other, table[position]));
    const column = Math.min(looked?.j ?? 2 * pair + odd, d_model - 1);
    paintMap(table, position, column, now);
    const exact = dot(table[position], table[position + steps]);
    const value = formatNumber(exact);
    paintAlike(products, exact, now);
    turning.set(table, position, now);
    if (details.open) {
      paintApart(table, position, now);
      paintRows(table, products, position, now);
    }
    return text.said({ position: `${position}`, n: steps, value });
  }
  /** The marks on the map, and the number under them. */
  function paintMap(table, at, j, { n_positions, d_model, steps, base }) {
    const position = `${at}`;
    const place = { position, component: `${j}`, value: formatNumber(table[at][j]) };
    map.point(at, j, at + steps, text.cell(place));
    const [last_position, last_component] = [`${n_positions - 1}`, `${d_model - 1}`];
    write(mapTitle, text.map({ last_position, last_component }));
    const equation = text.equation[j % 2 ? "cosine" : "sine"];
    const power = { base: `${base}`, even: `${j - (j % 2)}`, d_model: `${d_model}` };
    cell.textContent = equation({ ...place, ...power });
    cell.dataset.value = table[at][j];
  }
  /** The dot products with every position. */
  function paintAlike(products, exact, now) {
    const { n_positions, d_model, position: at, steps, over } = now;
    const far = n_positions - 1;
    const value = formatNumber(exact);
    const names = { position: `${at}`, second: `${at + steps}`, value };
    alike.draw({
      values: products,
      low,
      high: d_model / 2,
      marked: [at],
      pointed: at + steps,
      flag: text.alike_flag(names),
      axis: over === "distance" ? text.axis.distance(names) : text.axis.position,
      ...(over === "distance" ? { first: -at, from: -far, to: far } : {}),
    });
    write(alikeTitle, text.alike(names));
    const itself = formatShort(d_model / 2);
    const percent = fixed((200 * exact) / d_model, 2);
    write(alikeNote, text.alike_note({ ...names, itself, percent }));
    alike.node.setAttribute("aria-valuemax", far);
    alike.node.setAttribute("aria-valuenow", Math.min(far, at + steps));
    alike.node.setAttribute("aria-valuetext", text.alike_said({ ...names, itself }));
  }
  /** As many steps apart elsewhere: the same product. */
  function paintApart(table, at, { n_positions, d_model, ...now }) {
    const { caption, pair, columns, difference } = text.apart;
    const steps = Math.abs(now.steps);
    const starts = [...new Set([0, Math.min(at, at + now.steps), n_positions - 1])];
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
  function paintRows(table, products, at, { d_model, steps, base }) {
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
    const pairs = stepAngles(d_model, base).map((angle, i) => [
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
  traits: ["n_positions", "d_model", "position", "steps", "pair", "base", "over"],
  build,
});
