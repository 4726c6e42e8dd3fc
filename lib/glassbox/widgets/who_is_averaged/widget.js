import { map_entries } from "../kernels/arrays.js";
import { choice } from "../shared/choice.js";
import { button, element } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { formatNumber } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { blockGrid, heading } from "./grid.js";
import {
  averagedAxes,
  effects,
  entryAt,
  formatInput,
  isFrozen,
  isSame,
  outputs,
  pokedBlock,
  pythonCall,
  statistics,
} from "./numbers.js";

const LARGEST = 1e6;

function build({ model, text, edit, undo, reset }) {
  const get = (name) => model.get(name);
  const own = () => entryAt(get("block"), get("selected"));
  function nameOf([b, t, f]) {
    const token = get("labels")[b * get("block")[0].length + t];
    return text.entry({ sample: b + 1, token, feature: f + 1 });
  }

  // What normalises the block.
  const kernels = choice({
    name: "kernel",
    label: text.kernel,
    options: text.kernels,
    onchoose(kernel) {
      if (kernel !== get("kernel")) edit.commit(null, { kernel });
    },
  });
  const axes = toggles(text.axes, text.axis, (_name, axis) => {
    const chosen = [0, 1, 2].filter((a) => get("axes").includes(a) !== (a === axis));
    if (chosen.length) edit.commit(null, { axes: chosen });
  });
  const flags = toggles(text.flags, text.flag, (flag) => {
    edit.commit(null, { [flag]: !get(flag) });
  });
  const call = element("code");
  const shares = element("p");

  // The block.
  const grid = blockGrid(text, { nameOf, onchoose: choose, onkeydown });
  let drawn = ""; // what the grid was made of

  function choose(place) {
    if (!grid.has(place)) return;
    if (!isSame(place, get("selected"))) {
      startOver("selected", { selected: place, poke: 0 });
    }
    grid.focus(place);
  }
  function onkeydown(event) {
    const [b, t, f] = get("selected");
    const n = get("block")[0].length;
    const row = b * n + t; // rows are counted through all samples
    const toRow = (i) => choose([Math.floor(i / n), (i + n) % n, f]);
    const act = {
      ArrowUp: () => toRow(row - 1),
      ArrowDown: () => toRow(row + 1),
      ArrowLeft: () => choose([b, t, f - 1]),
      ArrowRight: () => choose([b, t, f + 1]),
      "+": () => pokeBy(1),
      "-": () => pokeBy(-1),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  // The poke and what came of it.
  const chosen = element("span", { "aria-hidden": "true" });
  const field = numberField({
    inputmode: "decimal",
    step: 1,
    explain(value) {
      if (Math.abs(value) <= LARGEST) return "";
      return text.wrong({ good: formatInput(own() + get("poke")) });
    },
    onvalue: (value) => edit.commit("poke", { poke: value - own() }),
  });
  function pokeBy(step) {
    const poke = get("poke") + step;
    if (Math.abs(own() + poke) <= LARGEST) edit.commit("poke", { poke });
  }
  function startOver(what, change) {
    edit.commit(what, change);
    update(edit.state(), true); // a wrong entry does not outlive what it was about
  }
  const poke = button("poke", [text.poke], () => pokeBy(1));
  const back = button("back", [text.back], () => {
    if (get("poke")) startOver(null, { poke: 0 });
    else field.set(own(), true);
  });
  const effectRows = text.where.map((name) =>
    element("tr", {}, heading("row", name), element("td"), element("td")),
  );
  const effectsTable = element(
    "table",
    {},
    element("caption", {}, text.effects),
    element(
      "tr",
      {},
      element("td"),
      ...text.columns.map((name) => heading("col", name)),
    ),
    ...effectRows,
  );

  const children = [
    kernels.node,
    axes.node,
    flags.node,
    call,
    shares,
    grid.node,
    element(
      "div",
      { class: "gb-actions" },
      chosen,
      field.node,
      poke,
      back,
      undo,
      reset,
    ),
    effectsTable,
    element("p", { class: "gb-meaning" }, text.legend),
  ];

  function update(state, forced) {
    const { block, labels, kernel, selected } = state;
    const form = [labels, block.length, block[0][0].length].join();
    if (form !== drawn) grid.draw(state);
    drawn = form;
    const x = pokedBlock(state);
    const [before, after] = [outputs(block, state), outputs(x, state)];
    const changes = map_entries(
      after,
      (y, place) => y - /** @type {number} */ (entryAt(before, place)),
    );
    map_entries(changes, (change, place) => {
      grid.paint(place, state, entryAt(x, place), entryAt(after, place), change);
    });
    const sums = effects(changes, selected);
    sums.forEach(paintEffect);

    kernels.set(kernel);
    const over = isFrozen(state) ? [] : averagedAxes(state);
    axes.set(
      [0, 1, 2].map((axis) => over.includes(axis)),
      kernel === "layer_norm",
    );
    flags.set([state.use_mask, state.inference], kernel === "batch_norm");
    call.textContent = pythonCall(state);
    const found = statistics(x, state);
    Object.assign(shares.dataset, found);
    const shared = sayShared(found, state);
    shares.textContent = shared;
    const name = nameOf(selected);
    chosen.textContent = name;
    field.input.setAttribute("aria-label", name);
    field.set(entryAt(x, selected), forced);
    const n = sums.reduce((total, sum) => total + sum.changed, 0);
    return text.said({ n, name, shared });
  }
  function paintEffect({ total, changed, largest }, i) {
    const [, howMany, most] = effectRows[i].children;
    howMany.textContent = text.some_of({ changed, total });
    most.textContent = largest ? formatNumber(largest) : "0";
    Object.assign(effectRows[i].dataset, { total, changed, largest });
  }
  function sayShared({ mean, variance, count }, state) {
    const n = state.block.flat(2).length;
    const figures = { mean: formatNumber(mean), variance: formatNumber(variance) };
    if (isFrozen(state)) return text.stored(figures);
    if (state.kernel !== "rms_norm") return text.shared({ count, n, ...figures });
    const root = formatNumber(Math.sqrt(mean ** 2 + variance));
    return text.shared_root({ count, n, root });
  }
  return { children, update };
}

/** Buttons in a row that stay pressed, each for itself: onpress hears name and index. */
function toggles(label, names, onpress) {
  const buttons = Object.entries(names).map(([name, words], i) =>
    button(name, [words], () => onpress(name, i)),
  );
  const node = element(
    "div",
    { class: "gb-choice", role: "group", "aria-label": label },
    element("span", { "aria-hidden": "true" }, label),
    ...buttons,
  );
  function set(pressed, usable) {
    buttons.forEach((one, i) => {
      one.setAttribute("aria-pressed", pressed[i]);
      one.setAttribute("aria-disabled", !usable);
    });
  }
  return { node, set };
}

export default widget({
  name: "averaged",
  traits: [
    "block",
    "labels",
    "kernel",
    "axes",
    "lengths",
    "use_mask",
    "running_mean",
    "running_var",
    "inference",
    "selected",
    "poke",
  ],
  build,
});
