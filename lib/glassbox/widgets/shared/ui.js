// What the widgets share: elements, words, numbers, fields. Text enters the page only
// as text. As in kernels.js, a widget is sent only the functions that it imports.

/** An element with attributes, "on…" listeners and children; strings become text. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** What render puts into its place: the style begins at this element. */
export function frame(title, ...children) {
  const attributes = { class: "gb", role: "group", "aria-label": title };
  return element("div", attributes, ...children);
}

/** A button; while aria-disabled it keeps the focus, but does nothing. */
export function button(action, children, onclick) {
  const attributes = { type: "button", "data-action": action };
  const node = element("button", attributes, ...children);
  node.addEventListener("click", () => {
    if (node.getAttribute("aria-disabled") !== "true") onclick();
  });
  return node;
}

/** Roles that a table's parts keep when the style lays them out as something else. */
export function keepTableRoles(node) {
  const roles = {
    table: "table", "thead, tbody, tfoot": "rowgroup", tr: "row", td: "cell",
    "th[scope=col]": "columnheader", "th[scope=row]": "rowheader",
  };
  for (const [selector, role] of Object.entries(roles)) {
    if (node.matches(selector)) node.setAttribute("role", role);
    for (const part of node.querySelectorAll(selector)) part.setAttribute("role", role);
  }
  return node;
}

/** A name with its value in words, what it means, and exactly, as data. */
export function figure(name) {
  const value = element("div", { class: "gb-value" });
  const meaning = element("div", { class: "gb-meaning" });
  const title = element("div", { class: "gb-meaning" }, name);
  const node = element("div", {}, title, value, meaning);
  function set(words, what, exact) {
    value.textContent = words;
    value.dataset.value = exact;
    meaning.textContent = what;
  }
  return { node, set };
}

/** Text with _variables_ set in italics, as children for element. */
export function mathematics(text) {
  return text.split("_").map((part, i) => (i % 2 ? element("i", {}, part) : part));
}

/** A table's words in the page's language, the missing ones in English. */
export function strings(table) {
  const language = document.documentElement.lang.toLowerCase();
  return { ...table.en, ...table[language.split("-")[0]], ...table[language] };
}

/** 0.5028, −∞, 8.8·10⁻²⁷: never a small number as 0. */
export function formatNumber(x, decimals = 4) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x < 0 ? "−∞" : "∞";
  const size = Math.abs(x);
  if (size >= 1e6 || (size > 0 && size < 10 ** -decimals)) {
    const [factor, power] = x.toExponential(1).replace("+", "").split("e");
    const raised = [...power].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign] ?? "⁻");
    return `${factor}·10${raised.join("")}`.replace("-", "−");
  }
  return x.toFixed(decimals).replace("-", "−");
}

/** The number that a text spells, full-width digits and − too; else NaN. */
export function parseNumber(text) {
  const plain = text.normalize("NFKC").replace("−", "-").trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** A field for text. */
export function textField({ onvalue, ...attributes }) {
  const input = element("input", {
    type: "text", autocomplete: "off", spellcheck: "false", ...attributes,
    oninput: () => onvalue(input.value),
  });
  function set(value) {
    if (input.value !== value) input.value = value; // else the caret would move
  }
  return { node: input, input, set };
}

/**
 * A field for a number. explain(value) says what is wrong with it, or ""; a wrong entry
 * is marked, and the last good value stays. Arrow keys step; Escape takes it back.
 */
export function numberField({ explain, onvalue, step, ...attributes }) {
  const id = `gb-${Math.random().toString(36).slice(2)}`;
  const error = element("span", { id, class: "gb-error" });
  const { input } = textField({ ...attributes, onvalue: read, onkeydown });
  let good = NaN;

  function read() {
    const value = parseNumber(input.value);
    mark(explain(value));
    if (error.textContent || value === good) return;
    good = value;
    onvalue(value);
  }
  function onkeydown(event) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === "Escape") write(good);
    if (!direction || !step) return;
    event.preventDefault();
    input.value = Number((good + direction * step).toPrecision(12));
    read();
  }
  function write(value) {
    input.value = Number(value.toPrecision(8));
    mark("");
  }
  function mark(message) {
    error.textContent = message;
    for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", id]]) {
      if (message) input.setAttribute(name, value);
      else input.removeAttribute(name);
    }
  }
  /** Show the model's value; unless forced, leave alone what the reader is typing. */
  function set(value, forced) {
    const typed = error.textContent ? good : parseNumber(input.value);
    good = value;
    if (forced || value !== typed) write(value);
  }
  const node = element("span", { class: "gb-field" }, input, error);
  return { node, input, set };
}

/** Words for screen readers, said once the reader pauses. */
export function liveRegion() {
  const node = element("p", { class: "gb-unseen", role: "status" });
  let timer;
  function say(words) {
    clearTimeout(timer);
    timer = setTimeout(() => { node.textContent = words; }, 700);
  }
  return { node, say, stop: () => clearTimeout(timer) };
}

/**
 * A model's traits as the reader changes them, with undo. However many of them change
 * at once, by the reader or from Python, repaint runs once, before the next paint.
 */
export function editor(model, names, repaint) {
  const past = [];
  let last = null; // what changed last: a run of the same change is undone as one
  let writing = false;
  let asked = false;
  const state = () => Object.fromEntries(names.map((name) => [name, model.get(name)]));
  const initial = state();

  function write(what, change) {
    last = what;
    writing = true;
    for (const [name, value] of Object.entries(change)) model.set(name, value);
    writing = false;
    model.save_changes();
  }
  function commit(what, change) {
    if (what === null || what !== last) past.push(state());
    write(what, change);
  }
  function undo() {
    if (past.length) write(null, past.pop());
  }
  function heard() {
    if (!writing) past.length = 0; // changed from Python: not the reader's to undo
    if (asked) return;
    asked = true;
    queueMicrotask(() => {
      asked = false;
      repaint();
    });
  }
  function stop() {
    for (const name of names) model.off(`change:${name}`, heard);
  }
  for (const name of names) model.on(`change:${name}`, heard);
  const reset = () => commit(null, initial);
  return { state, commit, undo, reset, canUndo: () => past.length > 0, stop };
}

/** A cell's colour for a part from -1 to 1: perceptually even, in either theme. */
export function colour(part) {
  const end = part < 0 ? "var(--gb-negative)" : "var(--gb-accent)";
  const weight = (100 * Math.min(1, Math.abs(part))).toFixed(1);
  return `color-mix(in oklab, ${end} ${weight}%, var(--gb-surface))`;
}
