import { numbersTable } from "../shared/numbers_table.js";
import { dial } from "./dial.js";
import { signedMap } from "./map.js";
import {
  MOST_POSITIONS, MOST_STEPS, pairsShown, positionTable, product, stepAngles, turn,
} from "./numbers.js";
import { slider } from "../shared/slider.js";
import { roundBound, stems } from "../shared/stems.js";
import { button, editor, element, formatNumber, frame, liveRegion, strings } from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "Positions",
    n_positions: "Positions",
    d_model: "Components d_model",
    position: "Chosen position",
    steps: "Steps k to the second",
    undo: "Undo",
    reset: "Reset",
    map: "All positions: a row each, a component a column",
    map_name: "Position and component; arrow keys move",
    map_axis: (n, d) => `Down: positions 0 … ${n - 1}. Across: components 0 … ${d - 1}. ` +
      "Point to look; click, tap or use the arrow keys to choose.",
    key: ["−1", "0", "+1"],
    cell: (at, j, value) => `position ${at}, component ${j}: ${value}`,
    equation: (at, j, d) =>
      `PE(${at}, ${j}) = ${j % 2 ? "cos" : "sin"}(${at} / 10000^(${j - (j % 2)}/${d}))`,
    row: (at) => `Position ${at}: its components`,
    row_said: (at, n) => `Position ${at}: ${n} components from −1 to 1.`,
    alike: (at) => `Position ${at} · each position`,
    alike_said: (at, d, k, value) =>
      `Dot product of position ${at} with each position: ${d / 2} with itself, ${value} at ` +
      `distance ${k}.`,
    over: "Draw over",
    overs: { position: "position", distance: "distance" },
    alike_note: {
      position: "Marked: itself and the second. Choose another position: the curve moves along.",
      distance: "Marked: itself and the second. Choose another position: only the ends change.",
    },
    apart: (k) => `${k} step${k > 1 ? "s" : ""} apart, wherever`,
    apart_columns: ["pair", "dot product", "cosine"],
    same: (difference) => `Largest difference: ${difference}.`,
    turns: (at, to) => `From position ${at} to ${to} each pair of components turns`,
    pair: (i) => `components ${2 * i}, ${2 * i + 1}`,
    dial_said: (i, before, after) =>
      `Components ${2 * i} and ${2 * i + 1}: from ${before} to ${after}.`,
    step: (angle) => `a step: ${angle}`,
    all_steps: (k, angle) => `${k} step${k > 1 ? "s" : ""}: ${angle}`,
    round: (n) => `once round: ${n} steps`,
    turn_note: (k, to, difference) =>
      `Solid: the chosen position. Dashed: the second. All pairs turned by ${k} times their ` +
      `own angle give PE(${to}): largest |difference| ${difference}. The angles do not ` +
      "depend on the position.",
    rows: "All numbers",
    with_all: "With each position",
    with_columns: ["position", "distance", "dot product", "cosine"],
    pairs: "Each pair",
    pair_columns: (at, to) =>
      ["components", "step, radians", "k steps", `PE(${at})`, `PE(${to})`],
    said: (at, k, value) => `Position ${at}. Dot product ${k} steps on: ${value}.`,
  },
};
const TRAITS = ["n_positions", "d_model", "position", "steps", "over"];

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, TRAITS, update);
  const tableAt = positionTable();
  let [component, looked, drawn, low] = [7, null, "", 0];

  const sliders = [
    ["n_positions", 8, MOST_POSITIONS, 1], ["d_model", 4, 128, 2],
    ["position", 0, MOST_POSITIONS - 1, 1], ["steps", 1, MOST_STEPS, 1],
  ].map(([name, min, max, step]) => {
    const attributes = { "aria-label": text[name], "data-field": name, min, max, step };
    const onvalue = (value) => edit.commit(name, changed(name, value));
    const { input, set } = slider({ ...attributes, onvalue });
    const value = element("b", { "aria-hidden": "true" });
    const label = element("span", {}, text[name], " ", value);
    const node = element("div", { class: "gb-slider" }, label, input);
    return { name, node, value, input, set };
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
  function look(place) {
    if (`${place}` === `${looked}`) return;
    looked = place;
    update();
  }
  function choose(position, j) {
    [component, looked] = [j, null];
    if (position !== model.get("position")) edit.commit("position", { position });
    update();
  }
  const undo = button("undo", [text.undo], edit.undo);
  const overs = ["position", "distance"].map((over) =>
    button(`over-${over}`, [text.overs[over]], () => {
      if (model.get("over") !== over) edit.commit(null, { over });
    }));
  const title = () => element("div", { class: "gb-title" });
  const note = () => element("p", { class: "gb-meaning" });
  const [axis, cell, alikeNote, apartNote, turnNote] = Array.from({ length: 5 }, note);
  const [rowTitle, alikeTitle, turnTitle] = [title(), title(), title()];
  const [row, alike] = [stems("row"), stems("alike")];
  const [apart, withAll, allPairs] = [numbersTable(), numbersTable(), numbersTable()];
  const circles = Array.from({ length: 4 }, dial);
  const region = { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.rows };
  const details = element("details", { ontoggle: () => update() },
    element("summary", {}, text.rows), element("div", region, withAll.node, allPairs.node));
  const live = liveRegion();
  const root = frame(text.title,
    element("div", { class: "gb-sliders" }, ...sliders.map(({ node }) => node)),
    element("div", { class: "gb-actions" }, undo, button("reset", [text.reset], edit.reset)),
    element("div", { class: "gb-pair" },
      element("div", {}, element("div", { class: "gb-title" }, text.map), map.node,
        element("div", { class: "gb-key", "aria-hidden": "true" },
          ...text.key.map((sign) => element("span", {}, sign))),
        cell, axis, rowTitle, row.node),
      element("div", {}, alikeTitle, alike.node,
        element("div", { class: "gb-actions", role: "group", "aria-label": text.over },
          element("span", { "aria-hidden": "true" }, text.over), ...overs), alikeNote,
        apart.node, apartNote)),
    turnTitle,
    element("div", { class: "gb-circles" }, ...circles.map(({ node }) => node)), turnNote,
    details, live.node);

  function update() {
    const now = edit.state();
    const { n_positions, d_model, steps, over } = now;
    const table = tableAt(d_model);
    const rows = table.slice(0, n_positions);
    component = Math.min(component, d_model - 1);
    const shape = `${n_positions} ${d_model}`;
    if (shape !== drawn) {
      map.set(rows);
      const least = Math.min(...rows.map((other) => product(other, table[0])));
      [drawn, looked, low] = [shape, null, least < 0 ? -roundBound(-least) : 0];
    }
    const [at, j] = looked ?? [now.position, component];
    const to = at + steps;
    for (const { name, value, input, set } of sliders) {
      if (name === "position") input.max = n_positions - 1;
      set(now[name], now[name]);
      value.textContent = now[name];
    }
    undo.ariaDisabled = !edit.canUndo();
    overs.forEach((node) => { node.ariaPressed = node.dataset.action === `over-${over}`; });

    const words = formatNumber(table[at][j]);
    map.point(at, j, to, text.cell(at, j, words));
    axis.textContent = text.map_axis(n_positions, d_model);
    cell.textContent = `${text.equation(at, j, d_model)} = ${words}`;
    cell.dataset.value = table[at][j];
    rowTitle.textContent = text.row(at);
    row.draw({ values: table[at], low: -1, high: 1, marked: [j] });
    row.node.ariaLabel = text.row_said(at, d_model);

    const products = rows.map((other) => product(other, table[at]));
    const cosine = (value) => value / (d_model / 2);
    const further = product(table[at], table[to]);
    alikeTitle.textContent = text.alike(at);
    const far = n_positions - 1;
    const ends = over === "distance" ? { first: -at, from: -far, to: far } : {};
    alike.draw({ values: products, low, high: d_model / 2, marked: [at, to], ...ends });
    alike.node.ariaLabel = text.alike_said(at, d_model, steps, formatNumber(further));
    alikeNote.textContent = text.alike_note[over];
    const starts = [...new Set([0, at, far])];
    const same = starts.map((start) => product(table[start], table[start + steps]));
    apart.set(text.apart(steps), text.apart_columns, starts.map((start, i) => [
      [`PE(${start}) · PE(${start + steps})`, start], exact(same[i]), exact(cosine(same[i]))]));
    apartNote.textContent = text.same(formatNumber(Math.max(...same) - Math.min(...same)));

    paintTurns(table, at, now);
    if (details.open) paintRows(table, products, at, now);
    live.say(text.said(at, steps, formatNumber(further)));
  }
  const exact = (value) => [formatNumber(value), value];
  const pairOf = (vector, i) => [vector[2 * i], vector[2 * i + 1]];
  function paintTurns(table, at, { d_model, steps }) {
    const to = at + steps;
    const angles = stepAngles(d_model);
    const shown = pairsShown(d_model);
    turnTitle.textContent = text.turns(at, to);
    circles.forEach(({ node, picture, lines, set }, n) => {
      const i = shown[n];
      node.hidden = i === undefined;
      if (node.hidden) return;
      const [from, then] = [pairOf(table[at], i), pairOf(table[to], i)];
      set(from, then, steps * angles[i]);
      picture.ariaLabel = text.dial_said(i, ...[from, then].map((pair) =>
        pair.map((x) => formatNumber(x)).join(", ")));
      const figures = [i, angles[i], steps * angles[i], (2 * Math.PI) / angles[i]];
      const said = [text.pair(i), text.step(degrees(figures[1])),
        text.all_steps(steps, degrees(figures[2])), text.round(count(figures[3]))];
      lines.forEach((line, k) => {
        line.textContent = said[k];
        line.dataset.value = figures[k];
      });
    });
    const turned = turn(table[at], steps);
    const worst = Math.max(...turned.map((x, j) => Math.abs(x - table[to][j])));
    turnNote.textContent = text.turn_note(steps, to, formatNumber(worst));
    turnNote.dataset.value = worst;
  }
  function paintRows(table, products, at, { d_model, steps }) {
    withAll.set(text.with_all, text.with_columns, products.map((value, other) => [
      [other, other], [`${other - at}`.replace("-", "−"), other - at],
      exact(value), exact(value / (d_model / 2))]));
    const heads = text.pair_columns(at, at + steps);
    allPairs.set(text.pairs, heads, stepAngles(d_model).map((angle, i) => [
      [`${2 * i}, ${2 * i + 1}`, i], exact(angle), exact(steps * angle),
      ...[at, at + steps].map((place) => {
        const pair = pairOf(table[place], i);
        return [pair.map((x) => formatNumber(x)).join(", "), pair];
      })]));
  }

  root.classList.add("gb-positions");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    map.stop();
    root.remove();
  };
}

/** 57.3°, and 0.007° for a slow pair. */
function degrees(angle) {
  const turned = (180 * angle) / Math.PI;
  return `${turned < 1 ? turned.toPrecision(2) : turned.toFixed(1)}°`;
}

/** 6.28, and 47,120 for a slow pair. */
function count(n) {
  return n < 100 ? n.toFixed(2) : Math.round(n).toLocaleString("en");
}

export default { render };
