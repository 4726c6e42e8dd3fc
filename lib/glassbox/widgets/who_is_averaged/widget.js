import { map_entries } from "../kernels/arrays.js";
import { batch_norm, layer_norm, mean_and_variance, rms_norm } from "../kernels/normalization.js";
import {
  button, editor, element, formatNumber, frame, liveRegion, numberField, strings,
} from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "Who is averaged with whom",
    kernel: "Norm",
    layer_norm: "LayerNorm",
    batch_norm: "BatchNorm",
    rms_norm: "RMSNorm",
    axes: "Average over",
    axis: ["batch", "token", "feature"],
    options: "BatchNorm's",
    use_mask: "mask",
    inference: "inference",
    sample: (b) => `sample ${b}`,
    caption: (b) => `batch: sample ${b}`,
    feature: (f) => `feature ${f}`,
    legend: "Each cell: input, output, Δ change of the output. µ: averaged with the " +
      "framed one. Hatched: padding. Keys: arrows move, + and − poke.",
    made: (n, of) => `The framed entry is averaged with ${n} of the ${of} entries: `,
    stored: "Stored numbers, nobody here is averaged: ",
    figures: (mean, variance) => `µ = ${mean}, σ² = ${variance}`,
    square: (root) => `root mean square ${root}`,
    poke: "poke +1",
    back: "take back",
    reset: "Reset",
    wrong: (good) => `A number from −1000000 to 1000000. Until then ${good} counts.`,
    effects: "What the poke changed",
    where: ["this token", "earlier in its sample", "later in its sample", "other samples"],
    columns: ["outputs", "at most by"],
    of: (n, total) => `${n} of ${total}`,
    cell: (name, x, y, change) => `${name}: input ${x}, output ${y}, change ${change}`,
    padding: ", padding",
    in_mean: ", µ",
    said: (name, n) => `${name}. The poke changed ${n} outputs.`,
  },
};
const TRAITS = [
  "block", "labels", "kernel", "axes", "lengths", "use_mask", "running_mean",
  "running_var", "inference", "selected", "poke",
];
const KERNELS = ["layer_norm", "batch_norm", "rms_norm"];
const LARGEST = 1e6;

const isFrozen = ({ kernel, inference }) => kernel === "batch_norm" && inference;
const averaged = ({ kernel, axes }) =>
  ({ layer_norm: axes, batch_norm: [0, 1], rms_norm: [2] })[kernel];
const at = (block, [b, t, f]) => block[b][t][f];

/** The block with the poke added to the selected entry. */
function poked({ block, selected, poke }) {
  return map_entries(block, (x, place) => x + (`${place}` === `${selected}` ? poke : 0));
}

/** The block's outputs under the chosen norm, and the Python call that gives them. */
function outputs(x, { kernel, axes, lengths, use_mask, inference, ...running }) {
  const { running_mean, running_var } = running;
  if (kernel === "rms_norm") return [rms_norm(x), "rms_norm(x)"];
  if (kernel === "layer_norm") {
    const axis = axes.length > 1 ? `(${axes.join(", ")})` : axes[0];
    return [layer_norm(x, { axis: axes }), `layer_norm(x, axis=${axis})`];
  }
  if (inference) {
    const call = "batch_norm(x, running_mean=m, running_var=v)";
    return [batch_norm(x, { running_mean, running_var }), call];
  }
  if (!use_mask) return [batch_norm(x), "batch_norm(x)"];
  const mask = x.map((sample, b) => sample.map((_, t) => t < lengths[b]));
  return [batch_norm(x, { mask }), "batch_norm(x, mask=real)"];
}

/** Whether the selected entry's mean is made of the entry at this place, too. */
function isShared(place, state) {
  const { kernel, use_mask, lengths, selected } = state;
  const masked = kernel === "batch_norm" && use_mask && place[1] >= lengths[place[0]];
  const same = (i, axis) => i === selected[axis] || averaged(state).includes(axis);
  return !isFrozen(state) && !masked && place.every(same);
}

/** What normalises the selected entry, and how many entries that is made of. */
function statistics(x, state) {
  const values = [];
  map_entries(x, (value, place) => isShared(place, state) && values.push(value));
  const feature = state.selected[2];
  const stored = { mean: state.running_mean[feature], variance: state.running_var[feature] };
  return { ...(isFrozen(state) ? stored : mean_and_variance(values)), count: values.length };
}

/** 0: the same token; 1, 2: earlier and later ones of its sample; 3: other samples. */
function relation([b, t], [b0, t0]) {
  return b !== b0 ? 3 : t === t0 ? 0 : t < t0 ? 1 : 2;
}

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, TRAITS, update);
  const get = (name) => model.get(name);
  const own = () => at(get("block"), get("selected"));
  const nameOf = ([b, t, f]) => {
    const label = get("labels")[b * get("block")[0].length + t];
    return `${text.sample(b + 1)}, ${label}, ${text.feature(f + 1)}`;
  };

  // What normalises the block.
  const kernels = KERNELS.map((kernel) =>
    button(kernel, [text[kernel]], () => edit.commit(null, { kernel })));
  const axes = text.axis.map((name, axis) => button(name, [name], () => {
    const chosen = [0, 1, 2].filter((a) => get("axes").includes(a) !== (a === axis));
    if (chosen.length) edit.commit(null, { axes: chosen });
  }));
  const flags = ["use_mask", "inference"].map((flag) =>
    button(flag, [text[flag]], () => edit.commit(null, { [flag]: !get(flag) })));
  const choice = (name, buttons) =>
    element("div", { class: "gb-row", role: "group", "aria-label": name },
      element("span", {}, name), ...buttons);
  const call = element("code");
  const shares = element("p");

  // The block: a table a sample, a row a token, a cell a feature.
  const blockNode = element("div", { class: "gb-block" });
  const cells = new Map();
  let drawn;
  function draw({ block, labels }) {
    cells.clear();
    const [, token, feature] = text.axis;
    blockNode.replaceChildren(...block.map((sample, b) => element("table", { role: "grid" },
      element("caption", {}, `${text.axis[0]}: ${text.sample(b + 1)}`),
      element("tr", {}, element("td", {}, `${token} ↓ ${feature} →`),
        ...sample[0].map((_, f) => heading("col", `${f + 1}`))),
      ...sample.map((row, t) => element("tr", {},
        heading("row", labels[b * sample.length + t]),
        ...row.map((_, f) => makeCell([b, t, f])))))));
  }
  function heading(scope, words) {
    return element("th", { scope }, words);
  }
  function makeCell(place) {
    const parts = ["b", "span", "small"].map((tag) => element(tag));
    const node = element("td", {
      role: "gridcell", "data-place": place, onkeydown, onclick: () => choose(place),
    }, ...parts);
    cells.set(`${place}`, { place, node, parts });
    return node;
  }
  function choose(place) {
    const cell = cells.get(`${place}`);
    if (!cell) return;
    if (`${place}` !== `${get("selected")}`) startOver({ selected: place, poke: 0 });
    cell.node.focus();
  }
  function onkeydown(event) {
    const [b, t, f] = get("selected");
    const n = get("block")[0].length;
    const row = b * n + t;
    const toRow = (i) => choose([Math.floor(i / n), (i + n) % n, f]);
    const act = {
      ArrowUp: () => toRow(row - 1), ArrowDown: () => toRow(row + 1),
      ArrowLeft: () => choose([b, t, f - 1]), ArrowRight: () => choose([b, t, f + 1]),
      "+": () => pokeBy(1), "-": () => pokeBy(-1),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  // The poke and what came of it.
  const field = numberField({
    inputmode: "decimal",
    step: 1,
    explain: (value) =>
      Math.abs(value) <= LARGEST ? "" : text.wrong(formatInput(own() + get("poke"))),
    onvalue: (value) => edit.commit("poke", { poke: value - own() }),
  });
  function pokeBy(step) {
    const poke = get("poke") + step;
    if (Math.abs(own() + poke) <= LARGEST) edit.commit("poke", { poke });
  }
  function startOver(change) {
    field.set(NaN); // a wrong entry does not outlive what it was about
    edit.commit(null, change);
    update();
  }
  const initial = edit.state();
  const chosen = element("span", { "aria-hidden": "true" });
  const effects = text.where.map((name) =>
    element("tr", {}, heading("row", name), element("td"), element("td")));
  const live = liveRegion();
  const root = frame(text.title,
    choice(text.kernel, kernels), choice(text.axes, axes), choice(text.options, flags),
    call, shares, blockNode,
    element("div", { class: "gb-row" }, chosen, field.node,
      button("poke", [text.poke], () => pokeBy(1)),
      button("back", [text.back], () => startOver({ poke: 0 })),
      button("reset", [text.reset], () => startOver(initial))),
    element("table", {}, element("caption", {}, text.effects),
      element("tr", {}, element("td"), ...text.columns.map((name) => heading("col", name))),
      ...effects),
    element("p", { class: "gb-meaning" }, text.legend), live.node);

  function update() {
    const now = edit.state();
    const { block, labels, kernel, selected } = now;
    const form = [labels, block.length, block[0][0].length].join();
    if (form !== drawn) draw(now);
    drawn = form;
    const x = poked(now);
    const [[before], [after, python]] = [outputs(block, now), outputs(x, now)];
    const sums = effects.map(() => ({ total: 0, changed: 0, largest: 0 }));
    for (const cell of cells.values()) {
      const change = at(after, cell.place) - at(before, cell.place);
      paintCell(cell, now, at(x, cell.place), at(after, cell.place), change);
      const sum = sums[relation(cell.place, selected)];
      sum.total += 1;
      sum.changed += change !== 0;
      sum.largest = Math.max(sum.largest, Math.abs(change));
    }
    sums.forEach((sum, i) => {
      const [, howMany, most] = effects[i].children;
      howMany.textContent = text.of(sum.changed, sum.total);
      most.textContent = sum.largest ? formatNumber(sum.largest) : "0";
      Object.assign(effects[i].dataset, sum);
    });

    kernels.forEach((node, i) => press(node, KERNELS[i] === kernel, true));
    const over = isFrozen(now) ? [] : averaged(now);
    axes.forEach((node, axis) => press(node, over.includes(axis), kernel === "layer_norm"));
    flags.forEach((node) => press(node, now[node.dataset.action], kernel === "batch_norm"));
    call.textContent = python;
    const found = statistics(x, now);
    const { mean, variance } = found;
    const size = Math.sqrt(mean ** 2 + variance);
    shares.textContent = (isFrozen(now) ? text.stored : text.made(found.count, cells.size)) +
      (kernel === "rms_norm" ? text.square(formatNumber(size))
        : text.figures(formatNumber(mean), formatNumber(variance)));
    Object.assign(shares.dataset, found);
    chosen.textContent = nameOf(selected);
    field.input.setAttribute("aria-label", nameOf(selected));
    field.set(at(x, selected));
    live.say(text.said(nameOf(selected), sums.reduce((n, sum) => n + sum.changed, 0)));
  }
  function press(node, on, usable) {
    node.ariaPressed = on;
    node.ariaDisabled = !usable;
  }
  function paintCell(cell, now, x, y, change) {
    const { place, node, parts } = cell;
    const shared = isShared(place, now);
    const padding = place[1] >= now.lengths[place[0]];
    const here = `${place}` === `${now.selected}`;
    const seen = [x, y, change, shared, padding, here].join();
    if (seen === cell.seen) return; // most cells stay: leave them alone, for speed
    cell.seen = seen;
    const shown = [formatInput(x), formatNumber(y, 2), formatChange(change)];
    parts.forEach((part, i) => { part.textContent = shown[i]; });
    Object.assign(node.dataset, { output: y, change, shared, changed: change !== 0, padding });
    node.tabIndex = here ? 0 : -1;
    node.ariaSelected = here;
    const marks = (shared ? text.in_mean : "") + (padding ? text.padding : "");
    node.ariaLabel = text.cell(nameOf(place), ...shown) + marks;
  }

  root.classList.add("gb-averaged");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    root.remove();
  };
}

/** As few digits as an input needs, six at most. */
function formatInput(x) {
  return `${Number(x.toPrecision(6))}`.replace("-", "−");
}

/** With its sign; only no change at all is written 0. */
function formatChange(change) {
  if (Math.abs(change) < 0.005) return change ? "≈0" : "0";
  return (change > 0 ? "+" : "") + formatNumber(change, 2);
}

export default { render };
