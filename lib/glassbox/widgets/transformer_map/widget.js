import { HEIGHT, WIDTH, drawing, neighbours } from "./drawing.js";
import { countAll, partsOf } from "./numbers.js";
import { fullName, partPanel, whole, wordsOf } from "./panel.js";
import { STRINGS } from "./words.js";
import { button, editor, element, frame, liveRegion, numberField, strings } from "../shared/ui.js";

function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function render({ model, el }) {
  const text = strings(STRINGS);
  const facts = model.get("facts");
  const edit = editor(model, [...Object.keys(facts.largest), "norm", "form", "part"], update);
  let shown = {}; // the state that is painted
  let drawn = ""; // what the drawing was made of
  let plan = null;
  let buttons = {}; // by part

  // The drawing: cards and arrows below, a button a part on top.
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  const map = element("div", {
    class: "gb-drawing", role: "toolbar", "aria-label": text.parts, onkeydown,
  });
  const panel = partPanel(text, select);

  function select(part) {
    if (part && part !== shown.part) edit.commit("part", { part });
  }
  function onkeydown(event) {
    const all = partsOf(shown);
    const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    const goal = { Home: 0, End: all.length - 1 }[event.key] ?? all.indexOf(shown.part) + step;
    if (Number.isNaN(goal)) return;
    event.preventDefault();
    select(all[goal]);
    buttons[all[goal]]?.focus();
  }
  function draw() {
    plan = drawing(shown, partsOf(shown));
    const head = svg("marker", {
      id: "gb-machine-head", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8,
      orient: "auto", markerUnits: "userSpaceOnUse",
    }, svg("path", { d: "M0 0L8 4L0 8z" }));
    const cards = plan.cards.map(([x, y, width, height]) =>
      svg("rect", { x, y, width, height, rx: 10 }));
    for (const one of plan.arrows) {
      one.node = svg("path", { class: one.to ? "gb-arrow" : "gb-sum", d: one.path });
    }
    const words = [
      [text.encoder + shown.n_layers, 183, HEIGHT - 110, "end"],
      [text.decoder + shown.n_layers, 217, HEIGHT - 110, "start"],
      [text.next_token, 298, 16, "middle"],
    ].map(([word, x, y, anchor]) => svg("text", { x, y, "text-anchor": anchor }, word));
    picture.replaceChildren(svg("defs", {}, head), ...cards,
      ...plan.arrows.map(({ node }) => node), ...words);
    buttons = {};
    for (const part of partsOf(shown)) {
      const node = button(part, [wordsOf(text.names, part, shown)], () => select(part));
      node.className = `gb-part gb-${facts.parts[part].kind}`;
      node.setAttribute("aria-label", fullName(text, part, shown));
      const [left, top, width, height] = plan.boxes[part].map((size, i) =>
        `${(100 * size) / (i % 2 ? HEIGHT : WIDTH)}%`);
      Object.assign(node.style, { left, top, width, height });
      buttons[part] = node;
    }
    map.replaceChildren(picture, ...Object.values(buttons));
  }
  function mark(part, { from, to }) {
    for (const [other, node] of Object.entries(buttons)) {
      node.setAttribute("aria-pressed", other === part);
      node.tabIndex = other === part ? 0 : -1;
      node.classList.toggle("gb-near", [...from, ...to].includes(other));
    }
    for (const one of plan.arrows) {
      one.node.classList.toggle("gb-on", one.from === part || one.to === part);
    }
  }

  // The sizes, and what they come to.
  const fields = Object.entries(facts.largest).map(([size, most]) => {
    const { node, set } = numberField({
      "aria-label": size, "data-field": size, inputmode: "numeric", step: facts.steps[size],
      explain(value) {
        if (!(value % 1 === 0 && value >= 1 && value <= most)) return text.rule(size, whole(most));
        const { d_model, n_heads } = { ...shown, [size]: value };
        return d_model % n_heads ? text.divisible(d_model, n_heads) : "";
      },
      onvalue: (value) => edit.commit(size, { [size]: value }),
    });
    const label = element("span", { "aria-hidden": "true" }, size);
    return { size, set, node: element("div", {}, label, node) };
  });
  const choices = []; // buttons, and the state that each sets
  function group(label, options, ...nodes) {
    for (const [name, change] of Object.entries(options)) {
      const node = button(name, [text[name]], () => edit.commit(null, change));
      choices.push({ node, change });
      nodes.push(node);
    }
    return element("div", { role: "group", "aria-label": label },
      element("span", { "aria-hidden": "true" }, label), ...nodes);
  }
  const undo = button("undo", [text.undo], edit.undo);
  const sums = ["tied", "untied"].map((name) => element("b", { "data-count": name }));
  const shares = Object.entries(text.kinds).map(([kind, words]) => {
    const value = element("b", { "data-kind": kind });
    const node = element("li", { class: `gb-${kind}` }, value, ` ${words}`);
    return { kind, value, node };
  });
  const note = element("p", { class: "gb-meaning" });
  const live = liveRegion();
  const root = frame(text.title,
    element("div", { class: "gb-plan" }, map, panel.summary, panel.details,
      element("div", {},
        element("p", {}, text.whole, sums[0], text.tied, sums[1], text.untied),
        element("ul", { "aria-label": text.bar }, ...shares.map(({ node }) => node)))),
    element("div", { class: "gb-settings" },
      group(text.presets, facts.presets),
      group(text.norm, { post: { norm: "post" }, pre: { norm: "pre" } }),
      group(text.form, { paper: { form: "paper" }, pytorch: { form: "pytorch" } }),
      group(text.changes, {}, undo, button("reset", [text.reset], edit.reset))),
    element("div", { class: "gb-sizes", role: "group", "aria-label": text.sizes },
      ...fields.map(({ node }) => node)),
    note, live.node);
  root.classList.add("gb-machine");

  function update() {
    shown = { ...edit.state(), facts };
    const all = partsOf(shown);
    if (!all.includes(shown.part)) shown.part = shown.part === "encoder_final_norm" ? "memory" : "linear";
    const wanted = [shown.norm, shown.form, shown.n_layers].join();
    if (wanted !== drawn) draw();
    drawn = wanted;
    const around = neighbours(shown.part, plan);
    mark(shown.part, around);
    for (const { size, set } of fields) set(shown[size]);
    for (const { change, node } of choices) {
      const same = Object.entries(change).every(([name, value]) => shown[name] === value);
      node.setAttribute("aria-pressed", same);
    }
    undo.setAttribute("aria-disabled", !edit.canUndo());
    const totals = [true, false].map((tied) => countAll(all, shown, tied));
    sums.forEach((node, i) => {
      node.dataset.value = totals[i];
      node.textContent = whole(totals[i]);
    });
    for (const { kind, value, node } of shares) {
      const part = countAll(all.filter((one) => facts.parts[one].kind === kind), shown, true);
      node.style.setProperty("--part", part / totals[0]);
      value.dataset.value = part;
      value.textContent = `${((100 * part) / totals[0]).toFixed(1)} %`;
    }
    const final = all.includes("decoder_final_norm") ? text.final_note : "";
    note.textContent = text.counted + text[`${shown.form}_note`] + final;
    live.say(panel.tell(shown, around));
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
