// One step of the walk.
import { choice } from "../shared/choice.js";
import { button, element, svg } from "../shared/elements.js";
import { exampleOf, flowPicture, mostOf } from "./flow.js";
import { lookedAt, lookOf, strongest, wordsAt } from "./look.js";
import { fullName, plainOf } from "./names.js";
import { copies, partsOf, walkOf } from "./numbers.js";
import { pairsOf } from "./pairs.js";

/** A link, where the book's contents has the chapter. */
function chapterLink(slug) {
  const entry = /** @type {HTMLAnchorElement | null} */ (
    document.querySelector(`nav a[href$="${slug}.html"]`)
  );
  if (!entry) return element("span", {}, slug);
  return element("a", { href: entry.href }, entry.textContent.trim());
}

export function stepPanel(text, select, say) {
  let shown; // what is painted: { part, state, example }
  let grid; // of the picture's numbers
  let cell = [0, 0]; // the one that is pointed at: its band and its column
  let beside = []; // the parts before and after
  let head = 0; // whose weights are shown, counted from 1; 0 is the mean
  const [previous, next] = ["previous", "next"].map((way, i) =>
    button(way, [text[way]], () => select(beside[i])),
  );
  const step = element("span", { class: "gb-meaning" });
  const name = element("p", { class: "gb-name" });
  const plain = element("p", { class: "gb-plain" });
  const walk = element("div", { class: "gb-walk" }, previous, next, step);
  const caption = element("p", { class: "gb-caption" });
  const scale = element("p", { class: "gb-scale" });
  const picture = svg("svg", { "aria-hidden": "true" });
  const here = svg("rect", { class: "gb-here" });
  const look = element("span");
  const found = element(
    "p",
    { class: "gb-found" },
    element("b", {}, text.look),
    " ",
    look,
  );
  const goal = element("p", { class: "gb-goal" });
  const unlike = element("p", { class: "gb-unlike" });
  const summary = element(
    "div",
    { class: "gb-summary" },
    name,
    plain,
    goal,
    found,
    unlike,
  );
  const heads = choice({
    name: "head",
    label: text.heads,
    options: [text.mean, 1, 2, 3, 4].map((words, i) => [`${i}`, `${words}`]),
    onchoose(key) {
      head = Number(key);
      paint(shown.state);
      say(whichHead(shown.state));
    },
  });
  const chapters = element("span", { "data-fact": "chapter" });
  const chapter = element("p", { class: "gb-chapter" }, `${text.chapter} `, chapters);
  const read = element("p", { class: "gb-read" });
  const cells = element(
    "div",
    {
      role: "group",
      "aria-label": text.points.cells,
      onkeydown,
      onpointerdown: readCell,
      onpointermove: readCell,
    },
    picture,
  );
  const flow = element(
    "div",
    { class: "gb-flow" },
    element("div", { class: "gb-legend" }, heads.node, caption),
    cells,
    element("div", { class: "gb-legend" }, scale, read),
  );

  function whichHead({ n_heads: heads }) {
    return text.switched[head ? "head" : "mean"]({ head, heads });
  }
  function readCell({ clientX, clientY }) {
    if (!grid) return;
    const { left, top, width } = picture.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top].map((one) => (340 * one) / width);
    const band = grid.bands.findIndex(
      ([, above, high]) => y >= above && y <= above + high,
    );
    pointAt(band, Math.floor((x - grid.x) / grid.width));
  }
  function onkeydown(event) {
    const [i, j] = cell;
    const goal = {
      ArrowUp: [i - 1, j],
      ArrowDown: [i + 1, j],
      ArrowLeft: [i, j - 1],
      ArrowRight: [i, j + 1],
    }[event.key];
    if (!goal) return;
    event.preventDefault();
    pointAt(...goal);
    say(read.textContent);
  }
  function pointAt(i, j) {
    if (!grid?.bands[i] || !(j >= 0 && j < grid.columns)) return;
    cell = [i, j];
    const [row, y, height] = grid.bands[i];
    const { x, width } = grid;
    const place = { x: x + j * width, y, width, height };
    for (const [name, value] of Object.entries(place)) here.setAttribute(name, value);
    picture.append(here);
    const { part, state, example } = shown;
    const kind = example.weights[part] ? kindOf(shown) : "vectors";
    read.textContent = text.points[kind](wordsAt(part, state, example, text, row, j));
  }
  function kindOf({ part, state }) {
    return state.facts.parts[part].kind;
  }
  function captionOf(part, state, example) {
    const { kind, shapes } = state.facts.parts[part];
    const [[rows, columns]] = Object.values(shapes).slice(-1);
    const words = text.flows[part] ?? text.flows[kind] ?? text.flows.vectors;
    const m = state[shapes.key_value?.[1]];
    const lines = [words({ n: state[rows], d: state[columns], m })];
    const n = state.n_layers;
    const stack = part.startsWith("encoder") ? "encoder" : "decoder";
    if (copies(part, state) > 1)
      lines.push(text.layer[example?.isLive ? stack : "each"]({ n }));
    const caption = `${lines.join(", ")}.`;
    const pairs = pairsOf(part, example);
    return pairs ? `${caption} ${text.pair[pairs]}` : caption;
  }
  /** What the colors mean. */
  function scaleOf(part, state, example) {
    if (!grid) return [];
    const most = mostOf(part, kindOf({ part, state }));
    const isSigned = example.vectors[part] || part === "linear";
    const bar = element("i", { class: isSigned ? "gb-signed" : "" });
    const { apart, far } = text.pair; // the rows beside it, and how they differ
    const gray = element("i", { class: "gb-gray" });
    const more = pairsOf(part, example) ? [element("span", {}, apart), gray, far] : [];
    return [isSigned ? `−${most}` : "0", bar, `${most}`, ...more];
  }
  function tell(state) {
    const { part } = state;
    if (part !== shown?.part) head = null;
    head ??= exampleOf(state)?.heads?.[part];
    return paint(state);
  }
  /** The example, with the weights of the head that is shown alone. */
  function exampleAt(state) {
    const { part, facts } = state;
    const example = exampleOf(state);
    if (!example?.isLive || facts.parts[part].kind !== "attention") return example;
    const all = example.weights[part];
    return { ...example, all, weights: { [part]: all[head] }, head: whichHead(state) };
  }
  function paint(state) {
    const { part } = state;
    const all = partsOf(state);
    const at = all.indexOf(part);
    const stops = walkOf(state);
    const example = exampleAt(state);
    shown = { part, state, example };
    heads.node.hidden = !example?.head;
    heads.set(head);
    const place = stops.filter((one) => all.indexOf(one) <= at).length;
    const isStop = stops.includes(part);
    beside = [stops[isStop ? place - 2 : place - 1], stops[place]];
    previous.setAttribute("aria-disabled", `${!beside[0]}`);
    next.setAttribute("aria-disabled", `${!beside[1]}`);
    step.textContent = text[isStop ? "step" : "after"]({ place, all: stops.length });
    name.textContent = fullName(text, part, state);
    plain.textContent = plainOf(text, part, state, example);
    caption.textContent = captionOf(part, state, example);
    const marked = lookedAt(part, state, example);
    const row = example?.weights?.[part]?.[marked[0]];
    const marks = { rows: marked, column: row ? strongest(row) : -1 };
    const drawn = flowPicture(part, state, example, text, marks);
    grid = drawn.grid;
    picture.setAttribute("viewBox", `0 0 340 ${drawn.height}`);
    picture.replaceChildren(...drawn.children);
    scale.replaceChildren(...scaleOf(part, state, example));
    look.textContent = lookOf(part, state, example, text);
    unlike.textContent = example?.isLive ? "" : text.unlike;
    const { any, dates, exchanged } = text.goal;
    const goals = { yours: [any], exchanged: [exchanged, dates, any] };
    const own = example?.isLive ? (goals[example.name] ?? [dates, any]) : [];
    const why = own.map((one) => one[part]).find(Boolean) ?? "";
    goal.textContent = state.isMoved ? text.moved(example.texts) : why;
    read.textContent = grid ? text.points.hint : "";
    cells.tabIndex = grid ? 0 : -1;
    cell = [0, 0];
    chapters.replaceChildren(...state.facts.parts[part].chapters.map(chapterLink));
    const said = { name: name.textContent, does: plain.textContent };
    return text.said({ ...said, found: look.textContent });
  }
  return { walk, parts: [summary, flow, chapter], tell };
}
