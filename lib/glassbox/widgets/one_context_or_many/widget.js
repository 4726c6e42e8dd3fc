import { measure } from "./numbers.js";
import { overview, short, show, sumTable } from "./tables.js";
import { button, editor, element, frame, liveRegion, strings } from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "One context or many",
    made_up: "Weights made up for illustration",
    mode: "Contexts",
    modes: { false: "A context each", true: "One for all" },
    undo: "Undo",
    reset: "Reset",
    output_words: "Output words: choose one",
    source_words: "Source words and their shares",
    output_word: "output word",
    source_word: "source word",
    shares: "shares of the source words, in order",
    overview: "What each output word gets, and how far its own context lies from C",
    distance: "|Cᵢ\u00a0−\u00a0C|",
    moved: "share elsewhere",
    strip: (words, shares) => {
      const most = shares.indexOf(Math.max(...shares));
      return `most of ${words[most]}: ${short(shares[most])}`;
    },
    count: (different, words) => different === 1 ? `1 context for ${words} output words`
      : `${different} different contexts for ${words} output words`,
    own: (name, word, parts) => `${name}, the context of “${word}”, is made of ${parts}. ` +
      "Choose another word: another context.",
    part: (word, share) => `“${word}” ${share}`,
    and_more: (n) => n > 0 ? ` and ${n} more` : "",
    one: (word, n) => `“${word}” gets C: 1/${n} of each source word. Choose another word: it ` +
      "gets C, too. The word has changed, its context has not.",
    lost: (name, size) => `How far its own context ${name} lies from the one for all, C: ` +
      `|${name}\u00a0−\u00a0C|\u2060\u00a0=\u00a0${size}.`,
    lost_shares: (name, size) => `Between its own context ${name} and the one for all, C, ` +
      `${size} of the shares move to other source words.`,
    honest: "C, the one for all, is here the plain mean over the source words. A recurrent " +
      "encoder’s is its last state: another context, but one for all as well.",
    sum_own: (name) => `${name} = Σ share × value, term by term`,
    sum_one: (n) => `C = 1/${n} Σ value, term by term`,
    sum_region: "The sum, term by term",
    number: (k) => `v${lowered(k)}`,
    share: (share) => `share ${share}`,
    results: { own: (name) => `sum: ${name}`, one: "sum: C" },
    beside: { own: "for all: C", one: (name) => `its own: ${name}` },
    said: (word, count, words) => `${word}. ${count}. ${words}`,
  },
};
const TRAITS = [
  "weights", "source", "target", "values", "illustrative", "target_index", "one_context",
];
const MIDDLE = 26; // where the contexts stand, in percent from the output words
const NAMED = 3; // so many source words a sentence names

const lowered = (n) => [...String(n)].map((digit) => "₀₁₂₃₄₅₆₇₈₉"[digit]).join("");
const context = (i) => `C${lowered(i + 1)}`;
const visible = (words) => words.map((word) => word.trim() ? word : "␣");

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, TRAITS, update);
  const madeUp = element("p", { class: "gb-made-up" }, text.made_up);
  const modes = [false, true].map((one_context) =>
    button(`one-${one_context}`, [text.modes[one_context]], () => {
      if (model.get("one_context") !== one_context) edit.commit(null, { one_context });
    }));
  const undo = button("undo", [text.undo], edit.undo);
  const count = element("p", { class: "gb-count" });
  const body = element("div");
  const live = liveRegion();
  const root = frame(text.title, madeUp,
    element("div", { class: "gb-row" },
      element("div", { class: "gb-row", role: "group", "aria-label": text.mode }, ...modes),
      element("div", { class: "gb-row" }, undo, button("reset", [text.reset], edit.reset))),
    count, body, live.node);
  let [drawn, parts, found] = ["", null, null];

  // Everything that depends on which words there are.
  function draw(now) {
    const [source, target] = [now.source, now.target].map(visible);
    const n_rows = Math.max(source.length, target.length);
    const height = n_rows * (n_rows > 8 ? 30 : 44);
    const choices = target.map((word, i) => {
      const node = button(`target-${i}`, [word], () => choose(i));
      node.setAttribute("role", "radio");
      return node;
    });
    const shares = source.map((word) => {
      const [bar, number] = [element("i"), element("b")];
      const track = element("span", { class: "gb-track", "aria-hidden": "true" }, bar);
      const node = element("li", {}, element("span", { class: "gb-word" }, word), track, number);
      return { bar, number, node };
    });
    const picture = svg("svg", {
      viewBox: `0 0 100 ${height}`, preserveAspectRatio: "none", height,
    });
    const links = ["gb-tie", "gb-share"].map((look, i) =>
      [target, source][i].map(() => svg("path", { class: look })));
    picture.append(...links.flat());
    const dots = target.map((_, i) => element("span", { class: "gb-dot" }, context(i)));
    const columns = [
      element("div", { class: "gb-column", role: "radiogroup", "aria-label": text.output_words,
        onkeydown }, ...choices),
      element("div", { class: "gb-links", "aria-hidden": "true" }, picture, ...dots),
      element("ul", { class: "gb-column", "aria-label": text.source_words },
        ...shares.map(({ node }) => node)),
    ];
    const heads = [text.output_words, "", text.source_words].map((words) =>
      element("div", { class: "gb-meaning", "aria-hidden": "true" }, words));
    const grid = element("div", { class: "gb-picture" }, ...heads, ...columns);
    grid.style.setProperty("--height", `${height}px`);
    const words = ["verdict", "lost"].map((name) => element("p", { "data-words": name }));
    const honest = element("p", { class: "gb-meaning" }, text.honest);
    const all = overview(text, { ...now, source, target });
    const total = now.values && sumTable(text, { ...now, source });
    body.replaceChildren(grid, ...words, all.node, honest,
      ...(total ? [total.node] : []));
    const levels = (list) => list.map((_, i) => ((i + 0.5) / list.length) * height);
    return {
      source, target, choices, shares, links, dots, words, all, total, height,
      from: levels(target), to: levels(source),
    };
  }
  function choose(target_index) {
    if (target_index !== model.get("target_index")) {
      edit.commit("target_index", { target_index });
    }
    parts.choices[target_index].focus();
  }
  function onkeydown(event) {
    const [at, n] = [model.get("target_index"), parts.choices.length];
    const to = {
      ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1,
      Home: 0, End: n - 1,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose((to + n) % n);
  }

  function update() {
    const now = edit.state();
    const form = JSON.stringify([now.source, now.target, now.values, now.weights]);
    if (form !== drawn) {
      parts = draw(now);
      found = measure(now);
      found.shared = now.weights.map(() => found.even); // each row is the same array
    }
    drawn = form;
    const { target_index: at, one_context } = now;
    const shares = one_context ? found.even : now.weights[at];
    madeUp.hidden = !now.illustrative;
    modes.forEach((node, i) => { node.ariaPressed = one_context === Boolean(i); });
    undo.ariaDisabled = !edit.canUndo();
    parts.choices.forEach((node, i) => {
      node.ariaChecked = i === at;
      node.tabIndex = i === at ? 0 : -1;
    });
    parts.shares.forEach(({ bar, number }, j) => {
      bar.style.width = `${100 * shares[j]}%`;
      show(number, short(shares[j]), shares[j]);
    });
    paintLinks(shares, at, one_context);
    parts.all.set(one_context ? found.shared : now.weights, found.lost, at);
    const n = shares.length;
    const results = text.results[one_context ? "one" : "own"];
    if (one_context) {
      parts.total?.set(text.sum_one(n), shares,
        [[results, found.one], [text.beside.one(context(at)), found.own[at]]]);
    } else {
      parts.total?.set(text.sum_own(context(at)), shares,
        [[results(context(at)), found.own[at]], [text.beside.own, found.one]]);
    }
    paintWords(shares, now);
  }
  function paintLinks(shares, at, one_context) {
    const { links, dots, from, to, height } = parts;
    const level = (i) => one_context ? height / 2 : from[i];
    from.forEach((y, i) => {
      links[0][i].setAttribute("d", curve(0, y, MIDDLE, level(i)));
      links[0][i].classList.toggle("gb-chosen", i === at);
      dots[i].hidden = one_context && i > 0;
      dots[i].style.left = `${MIDDLE}%`;
      dots[i].style.top = `${level(i)}px`;
      dots[i].classList.toggle("gb-chosen", one_context || i === at);
    });
    dots[0].textContent = one_context ? "C" : context(0);
    to.forEach((y, j) => {
      links[1][j].setAttribute("d", curve(MIDDLE, level(at), 100, y));
      links[1][j].style.strokeWidth = Math.max(0.5, 14 * shares[j]).toFixed(2);
    });
  }
  function paintWords(shares, { target_index: at, one_context, values }) {
    const { source, target, words } = parts;
    const [verdict, lost] = words;
    const order = shares.map((_, j) => j).sort((a, b) => shares[b] - shares[a]);
    const named = order.slice(0, NAMED).map((j) =>
      text.part(source[j], short(shares[j])));
    const most = named.join(", ") + text.and_more(shares.length - named.length);
    verdict.textContent = one_context ? text.one(target[at], shares.length)
      : text.own(context(at), target[at], most);
    show(lost, text[values ? "lost" : "lost_shares"](
      context(at), short(found.lost[at])), found.lost[at]);
    const different = one_context ? 1 : found.different;
    show(count, text.count(different, target.length), different);
    live.say(text.said(target[at], count.textContent, verdict.textContent));
  }

  root.classList.add("gb-onecontext");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    root.remove();
  };
}

function svg(tag, attributes = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

/** A line that leaves and arrives level. */
function curve(x, y, to_x, to_y) {
  const middle = (x + to_x) / 2;
  return `M${x} ${y}C${middle} ${y} ${middle} ${to_y} ${to_x} ${to_y}`;
}

export default { render };
