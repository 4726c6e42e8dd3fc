import { DEEPEST, drawStack, runStack } from "./numbers.js";
import { slider } from "../shared/slider.js";
import { button, editor, element, figure, formatNumber, frame, liveRegion, mathematics, strings } from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "Residual stack",
    depth: "Layers",
    depth_slider: "Number of layers, from 1 to 64",
    residual: "Residual",
    on: "on: _x_ + _f_(_x_)",
    off: "off: _f_(_x_)",
    norm: "Norm",
    none: "none",
    post: "post",
    pre: "pre",
    initialization: "Weights start as",
    default: "PyTorch’s default",
    he: "He",
    new_weights: "New weights",
    undo: "Undo",
    reset: "Reset",
    size: "Forward: size of _x_",
    gradient: "Backward: gradient that arrives",
    layer: "layer",
    after_layer: "after layer",
    rows: "All numbers",
    size_column: "size of _x_",
    gradient_column: "gradient",
    output: "Size after the last layer",
    output_meaning: "root mean square of 64 numbers; 1 at the input",
    first: "Gradient before the first layer",
    first_meaning: "what has become of length 1 at the output",
    last: "Gradient before the last layer",
    last_meaning: "the same, one layer below the output",
    before: "Dashed: before your last choice.",
    final_norm: "Pre-norm has one more norm, after the last layer: there the gradient is 1.",
    chart: (name, first, depth, last) =>
      `${name}, on a log scale: ${first} at layer 0, ${last} at layer ${depth}.`,
    said: (depth, size, gradient) =>
      `${depth} layers. Size after the last: ${size}. Gradient before the first: ${gradient}.`,
  },
};
const SEEDS = 1000;
const CHOICES = {
  residual: { on: true, off: false },
  norm: { none: "none", post: "post", pre: "pre" },
  initialization: { default: "default", he: "he" },
};

/** A curve over the layers on a log scale from 0.01 to 100 at least. */
function chart(name, which, layer) {
  const [left, right, top, bottom] = [42, 330, 10, 150];
  const grid = svg("g");
  const curve = svg("path", { class: "gb-curve" });
  const dots = svg("path", { class: "gb-dots" });
  const earlier = svg("path", { class: "gb-earlier" });
  const [start, middle, end] = [left, (left + right) / 2, right].map((x) =>
    svg("text", { x, y: bottom + 18 }));
  const picture = svg("svg", { viewBox: "0 0 340 174", role: "img", "data-chart": which });
  picture.append(grid, earlier, curve, dots, start, middle, end);
  const caption = element("figcaption", {}, ...mathematics(name));
  const node = element("figure", {}, caption, picture);

  function draw(values, before) {
    const logs = values.map((value) => Math.log10(Math.max(value, 1e-300)));
    const others = before.map((value) => Math.log10(Math.max(value, 1e-300)));
    const low = Math.min(-2, Math.floor(Math.min(...logs, ...others)));
    const high = Math.max(2, Math.ceil(Math.max(...logs, ...others)));
    const x = (i) => left + ((right - left) * i) / (values.length - 1);
    const y = (log) => bottom - ((bottom - top) * (log - low)) / (high - low);
    const place = (log, i) => `${x(i).toFixed(1)} ${y(log).toFixed(1)}`;
    curve.setAttribute("d", `M${logs.map(place).join("L")}`);
    dots.setAttribute("d", logs.map((log, i) => `M${place(log, i)}h0`).join(""));
    earlier.setAttribute("d", others.length ? `M${others.map(place).join("L")}` : "");
    grid.replaceChildren();
    const step = Math.ceil((high - low) / 6);
    for (let n = step * Math.ceil(low / step); n <= high; n += step) {
      const mark = svg("text", { x: left - 6, y: y(n) + 4, class: "gb-mark" });
      mark.textContent = powerOfTen(n);
      const look = n === 0 ? "gb-one" : "gb-line";
      grid.append(svg("path", { d: `M${left} ${y(n)}H${right}`, class: look }), mark);
    }
    start.textContent = 0;
    middle.textContent = layer;
    end.textContent = values.length - 1;
  }
  return { node, picture, draw };
}

function svg(tag, attributes = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function powerOfTen(n) {
  const raised = [...String(n)].map((c) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]);
  return n === 0 ? "1" : `10${raised.join("")}`;
}

function render({ model, el }) {
  const text = strings(STRINGS);
  const names = ["depth", "residual", "norm", "initialization", "seed"];
  const edit = editor(model, names, update);
  let stack = null;
  let drawn = ""; // what the weights in stack were drawn from
  let shown = { key: "", sizes: [], gradients: [] };
  let before = shown; // for comparison: what was shown before the last choice

  // What can be set.
  const dial = slider({
    "aria-label": text.depth_slider,
    "data-field": "depth",
    min: 1,
    max: DEEPEST,
    onvalue: (depth) => edit.commit("depth", { depth }),
  });
  const depth = element("output", { class: "gb-depth", "aria-hidden": "true" });
  const choices = Object.entries(CHOICES).map(([trait, options]) => {
    const buttons = Object.entries(options).map(([name, value]) => {
      const node = button(`${trait}-${name}`, mathematics(text[name]), () => {
        if (model.get(trait) !== value) edit.commit(null, { [trait]: value });
      });
      return { node, value };
    });
    const nodes = buttons.map(({ node }) => node);
    const node = element("div", { role: "group", "aria-label": text[trait], class: "gb-choice" },
      element("span", { "aria-hidden": "true" }, text[trait]), ...nodes);
    return { trait, buttons, node };
  });
  const undo = button("undo", [text.undo], edit.undo);
  const actions = element("div", { class: "gb-actions" },
    button("seed", [text.new_weights], () => {
      edit.commit(null, { seed: (model.get("seed") + 1) % SEEDS });
    }),
    undo, button("reset", [text.reset], edit.reset));

  // What comes of it.
  const size = chart(text.size, "size", text.layer);
  const gradient = chart(text.gradient, "gradient", text.layer);
  const figures = ["output", "first", "last"].map((name) => ({ name, ...figure(text[name]) }));
  const notes = [text.before, text.final_norm].map((words) =>
    element("p", { class: "gb-meaning" }, words));
  const rows = Array.from({ length: DEEPEST + 1 }, (_, layer) => {
    const cells = [element("td"), element("td")];
    const node = element("tr", {}, element("th", { scope: "row" }, `${layer}`), ...cells);
    return { node, cells };
  });
  const heads = [text.after_layer, text.size_column, text.gradient_column];
  const table = element("table", {},
    element("thead", {}, element("tr", {},
      ...heads.map((head) => element("th", { scope: "col" }, ...mathematics(head))))),
    element("tbody", {}, ...rows.map((row) => row.node)));
  const region = { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.rows };
  const details = element("details", { ontoggle: paintRows },
    element("summary", {}, text.rows), element("div", region, table));
  const live = liveRegion();
  const root = frame(text.title,
    element("div", { class: "gb-slider" },
      element("span", {}, text.depth, " ", depth), dial.input),
    element("div", { class: "gb-choices" }, ...choices.map((choice) => choice.node)),
    actions,
    element("div", { class: "gb-charts" }, size.node, gradient.node),
    ...notes,
    element("div", { class: "gb-figures" }, ...figures.map((one) => one.node)),
    details,
    live.node);
  root.classList.add("gb-stack");

  function update() {
    const state = edit.state();
    const wanted = `${state.initialization} ${state.seed}`;
    if (wanted !== drawn) stack = drawStack(state.seed, state.initialization);
    drawn = wanted;
    // The earlier curve stays as long as the same layers are compared.
    const key = `${state.depth} ${state.seed}`;
    before = key === shown.key ? shown : { sizes: [], gradients: [] };
    shown = { key, ...runStack(stack, state) };

    dial.set(state.depth, state.depth);
    depth.textContent = state.depth;
    for (const { trait, buttons } of choices) {
      for (const { node, value } of buttons) node.setAttribute("aria-pressed", value === state[trait]);
    }
    undo.setAttribute("aria-disabled", !edit.canUndo());
    notes[0].hidden = before.sizes.length === 0;
    notes[1].hidden = state.norm !== "pre";
    paintChart(size, text.size, "sizes");
    paintChart(gradient, text.gradient, "gradients");
    const { sizes, gradients } = shown;
    const values = [sizes.at(-1), gradients[0], gradients.at(-2)];
    const words = values.map((value) => formatNumber(value, 3));
    figures.forEach(({ name, set }, i) => set(words[i], text[`${name}_meaning`], values[i]));
    paintRows();
    live.say(text.said(state.depth, words[0], words[1]));
  }
  function paintChart({ picture, draw }, name, what) {
    const values = shown[what];
    draw(values, before[what]);
    const ends = [values[0], values.at(-1)].map((value) => formatNumber(value, 3));
    const words = text.chart(name.replaceAll("_", ""), ends[0], values.length - 1, ends[1]);
    picture.setAttribute("aria-label", words);
  }
  function paintRows() {
    if (!details.open) return;
    rows.forEach(({ node, cells }, layer) => {
      node.hidden = layer >= shown.sizes.length;
      if (node.hidden) return;
      for (const [i, values] of [shown.sizes, shown.gradients].entries()) {
        cells[i].textContent = formatNumber(values[layer], 3);
        cells[i].dataset.value = values[layer];
      }
    });
  }

  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    root.remove();
  };
}

export default { render };
