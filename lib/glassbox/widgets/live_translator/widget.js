import { largest, translate, unpack } from "./numbers.js";
import { fill, group, map_rows, short, sign_and_number, tint, write } from "./parts.js";
import { STRINGS } from "./words.js";
import { element, strings } from "../shared/ui.js";

const TRAITS = ["model", "source", "prefix", "step", "layer", "head"];
const ATTENTION = ["cross_attention", "self_attention"]; // over the source, over what is written

function render({ model, el }) {
  const text = strings(STRINGS);
  const state = () => Object.fromEntries(TRAITS.map((name) => [name, model.get(name)]));
  const { model: facts, ...first } = state();
  const { symbols, source_tokens, longest_source } = facts;
  const nameOf = (sign) => text.signs[sign] ?? sign;
  const past = [];
  let now = {};
  let last; // what was edited last: a run of typing is undone as one
  let at; // the step that is looked at
  let written = 0; // how many tokens have been seen: those after stay blank
  let [parameters, steps, n, names, yours, strips, maps, timer] = [];

  function set(change) {
    for (const name in change) model.set(name, change[name]);
    model.save_changes();
  }
  function edit(what, change) {
    pause();
    if (what !== last) past.push({ source: now.source, prefix: now.prefix });
    last = what;
    set(change);
  }
  function look(step) {
    pause();
    set({ step: Math.max(0, Math.min(n, step)) });
  }
  function play() {
    if (timer) return pause();
    if (at === n) look(0);
    timer = setInterval(() => (at < n ? set({ step: at + 1 }) : pause()), 900);
    go.children[3].ariaPressed = true;
  }
  function pause() {
    timer = clearInterval(timer);
    go.children[3].ariaPressed = false;
  }

  // The date.
  const error = element("span", { class: "gb-error", role: "alert" });
  const field = element("input", {
    type: "text", autocomplete: "off", spellcheck: false,
    oninput: (event) => event.isComposing || read("type"), // not while pinyin is typed
    oncompositionend: () => read("type"),
  });
  const examples = ["examples", "never_seen"].map((name) => group(name, text[name], facts[name], (i) => {
    field.value = facts[name][i];
    read({});
  }));
  function read(what) {
    const source = field.value.trim();
    if (!mark(explain([...source])) && source !== now.source) edit(what, { source });
  }
  function explain(signs) {
    const unknown = signs.find((sign) => !source_tokens.includes(sign));
    if (!signs.length) return text.empty;
    if (signs.length > longest_source) return text.long(signs.length, longest_source);
    const code = unknown?.codePointAt().toString(16).toUpperCase().padStart(4, "0");
    return code ? text.unknown(unknown, `U+${code}`, source_tokens.slice(1).join("")) : "";
  }
  function mark(problem) {
    write(error, problem);
    field.ariaInvalid = problem ? true : null;
    return problem;
  }

  // The steps, the shares, and the tokens that the reader chose.
  const go = group("go", "", text.go, (i) => i === 2 ? play() : look([0, at - 1, 0, at + 1, n][i]));
  const slider = element("input", {
    type: "range", min: 0, "aria-label": text.step, oninput: () => look(+slider.value),
  });
  const shares = group("token", text.free, [...symbols].map((sign) => sign_and_number(nameOf(sign))), choose);
  const edits = group("edit", "", text.edit, (i) =>
    i ? edit("reset", first) : edit(last = "undo", past.pop()));
  function choose(token) {
    const i = Math.max(at, 1) - 1;
    const free = [steps[i].token, steps[i].likeliest].includes(token);
    edit({}, { step: i + 1, prefix: now.prefix.slice(0, i).padEnd(i, "?") + (free ? "?" : symbols[token]) });
  }

  const lists = text.reads.map((name) => element("ol", { class: "gb-strip", "aria-label": name }));
  const [words, chosen, sure] = ["words", "chosen", "sure"].map((name) =>
    element("p", { class: `gb-${name}` }));
  words.role = "status";
  // For eyes: the strips say the numbers of the step that is looked at.
  const grids = text.maps.map(() => element("div", { class: "gb-grid", "aria-hidden": true }));
  const choices = element("div", { class: "gb-row" });
  const root = element("div", { class: "gb gb-live", role: "group", "aria-label": text.title },
    element("label", { class: "gb-field" }, text.field, field, error), ...examples,
    element("div", { class: "gb-stage" },
      element("p", {}, element("b", {}, text.stale), text.reads[0]), lists[0],
      element("p", {}, text.reads[1]), lists[1], slider, go, words, choices),
    shares, chosen, edits, sure,
    element("div", { class: "gb-maps" }, ...grids.map((grid, k) =>
      element("div", {}, element("p", {}, text.maps[k]), grid))));

  function update() {
    const before = now;
    now = state();
    const changed = (...traits) => traits.some((name) => now[name] !== before[name]);
    if (changed("model")) readModel();
    const anew = changed("model", "source", "prefix");
    if (anew) retranslate();
    at = Math.min(now.step ?? n, n);
    written = at && Math.max(anew && before.model ? n : written, at);
    const looked = ATTENTION.map((kind) => steps.map(({ weights }) => weights[now.layer][kind][now.head][0]));
    if (anew || changed("layer", "head")) {
      maps.forEach((rows, k) => looked[k].forEach((shares, i) => tint(rows[i + 1].lastChild, shares)));
      [now.layer, now.head].forEach((i, k) => press(choices.children[k], i));
    }
    strips.forEach((cells, k) => cells.forEach((node, j) => fill(node, looked[k][at - 1]?.[j])));
    [strips[1], ...maps, [...maps[1][0].children].slice(1)].forEach((nodes) => nodes.forEach((node, j) => {
      node.dataset.state = j === at ? "now" : j > written ? "blank" : "";
    }));
    paintWords(looked);
    slider.value = at;
    slider.ariaValueText = words.textContent;
    edits.children[1].ariaDisabled = !past.length;
  }
  function readModel() {
    parameters = unpack(now.model);
    const { layers } = parameters.transformer.decoder;
    const n_heads = layers.flatMap((one) => ATTENTION.map((kind) => one[kind].n_heads));
    choices.replaceChildren(...["layer", "head"].map((name, k) => group(name, text[name],
      [...Array(k ? Math.min(...n_heads) : layers.length).keys()].map((i) => i + 1), (i) => set({ [name]: i }))));
  }
  function retranslate() {
    steps = translate(parameters, facts, now.source, now.prefix);
    n = steps.length;
    names = ["^", ...steps.map(({ token }) => symbols[token])].map(nameOf);
    const source = [...now.source].map(nameOf);
    strips = [source, names].map((signs) => signs.map((sign) => element("li", {}, ...sign_and_number(sign))));
    maps = [source, names.slice(0, -1)].map((columns) => map_rows(columns, names, look));
    lists.forEach((node, k) => {
      node.replaceChildren(...strips[k]);
      grids[k].replaceChildren(...maps[k]);
    });
    yours = steps.map((one) => one.token !== one.likeliest);
    strips[1].forEach((node, i) => {
      node.dataset.yours = yours[i - 1];
      node.onclick = () => look(i);
    });
    slider.max = n;
    slider.style.setProperty("--cells", names.length);
    if (field.value.trim() !== now.source) field.value = now.source;
    mark("");
  }
  function press(node, pressed) {
    node.querySelectorAll("button").forEach((one, i) => { one.ariaPressed = i === pressed; });
  }
  function paintWords(looked) {
    const step = Math.max(at, 1);
    const { shares: parts, token, likeliest } = steps[step - 1];
    write(shares.firstChild, text.shares(step));
    press(shares, at ? token : -1);
    parts.forEach((part, v) => fill(shares.children[v + 1], part, 100));
    shares.dataset.yours = yours[step - 1];
    const list = yours.flatMap((mine, i) => mine ? text.choice(names[i + 1], i + 1) : []);
    write(chosen, list.length ? text.chosen(list.join(", ")) : text.free);

    const done = steps.slice(0, at).map((one) => one.shares[one.token]);
    const product = done.reduce((all, one) => all * one, 1);
    const least = done.indexOf(Math.min(...done));
    write(sure, at ? text.product(at, n, short(product, 100), least + 1, short(done[least], 100)) : "");
    sure.dataset.value = product;
    if (!at) return write(words, text.nothing);
    const best = looked.map((rows) => largest(rows[at - 1]));
    const [far, near] = best.map((j, k) => short(looked[k][at - 1][j]));
    write(words, text.wrote(at, names[at], short(parts[token], 100)) +
      (yours[at - 1] ? text.chose(nameOf(symbols[likeliest]), short(parts[likeliest], 100)) : "") +
      text.looks(strips[0][best[0]].firstChild.textContent, best[0] + 1, far, names[best[1]], near));
  }

  el.append(root);
  update();
  model.on("change", update);
  return () => {
    model.off("change", update);
    pause();
    root.remove();
  };
}

export default { render };
