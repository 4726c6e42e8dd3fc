// Links to a widget's state: the page's address with ?state=…, which is base64url of
// JSON: {"Gate.1": {"up": 2}}, the changed traits of the page's first Gate. So a link
// outlives a new build, in which models get new ids. Python writes the same link
// (lib/glassbox/widgets/_state_link.py). What comes from a link is a stranger's: only
// traits with a rule (_rules, made by lib/glassbox/widgets/_rules.py) are taken, and
// only values that keep it.
globalThis.glassboxLinks = (() => {
  const MOST_CHARACTERS = 6000; // of a state, as in Python

  // ---- what a trait may be ---------------------------------------------------

  const isOfType = {
    boolean: (value) => typeof value === "boolean",
    string: (value) => typeof value === "string" && value.isWellFormed(),
    number: (value) => Number.isFinite(value),
    integer: (value) => Number.isSafeInteger(value),
    array: (value) => Array.isArray(value),
  };

  /**
   * Whether a value keeps a rule, written in the words of JSON Schema and a few of ours
   * (_rules.py). traits are all of the widget's, as they would be. A list of which no
   * rule says how long it may be is as long as the page's own, stored: so what must fit
   * together goes on doing so.
   */
  function keeps(rule, value, stored, traits) {
    if (value === null && rule.nullable) return true;
    if (rule.enum) return rule.enum.includes(value);
    if (rule.someOf) return isPartOf(value, rule.someOf);
    if (!isOfType[rule.type](value)) return false;
    if (rule.type === "string") return isText(rule, [...value]);
    if (rule.type === "array") {
      const items = (one, i) => keeps(rule.items, one, stored?.[i], traits);
      const isFull = isAsLong(rule, value.length, stored, traits) && value.every(items);
      const [least, most] = rule.norm ?? [0, Infinity];
      const norm = rule.norm ? Math.hypot(...value) : 0;
      return isFull && norm >= least && norm <= most;
    }
    if (value < rule.minimum || value > rule.maximum) return false;
    if (rule.multipleOf && value % rule.multipleOf) return false;
    if (rule.divides && traits[rule.divides] % value) return false;
    if (rule.below && !(value < sizeOf(traits[rule.below]))) return false;
    return !rule.upTo || value <= sizeOf(traits[rule.upTo]);
  }
  const sizeOf = (trait) => trait?.length ?? trait;
  const isText = ({ minLength, maxLength, of }, signs) =>
    signs.length >= minLength &&
    signs.length <= maxLength &&
    signs.every((sign) => !of || of.includes(sign));
  function isAsLong({ minItems = 0, maxItems, asLongAs }, length, stored, traits) {
    if (asLongAs && length !== sizeOf(traits[asLongAs])) return false;
    if (maxItems === undefined) return length === stored?.length;
    return length >= minItems && length <= maxItems;
  }
  /** Whether a list holds some of these, each once, in this order. */
  function isPartOf(list, all) {
    if (!Array.isArray(list)) return false;
    const sorted = all.filter((one) => list.includes(one));
    return list.length === sorted.length && list.every((one, i) => one === sorted[i]);
  }

  /** Whether changes, from a link, are all of known traits that keep their rules. */
  function areKept(changes, rules, stored) {
    if (!changes || Object.getPrototypeOf(changes) !== Object.prototype) return false;
    const names = Object.keys(changes);
    if (!names.every((name) => Object.hasOwn(rules, name))) return false;
    const traits = { ...stored, ...changes };
    // What stays must still fit what changes: an index lies below a shorter list.
    return Object.entries(rules).every(([name, rule]) =>
      keeps(rule, traits[name], stored[name], traits),
    );
  }

  // ---- the address -----------------------------------------------------------

  function encoded(text) {
    const bytes = new TextEncoder().encode(text);
    const code = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return code.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  }

  function decoded(code) {
    if (code.length > MOST_CHARACTERS) throw new RangeError("a link too long");
    const text = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  }

  /** The name of each model in links, its class and its place among the page's views. */
  function namesOf(ids, states) {
    const names = new Map();
    const counts = {};
    for (const id of ids) {
      const name = states[id]?.state?._anywidget_id?.split(".").at(-1);
      if (!name || names.has(id)) continue;
      counts[name] = (counts[name] ?? 0) + 1;
      names.set(id, `${name}.${counts[name]}`);
    }
    return names;
  }

  /** What this address asks for: { changes: Map from model id, isBroken }. */
  function read(search, names, states) {
    const code = new URLSearchParams(search).get("state");
    if (code === null) return { changes: new Map(), isBroken: false };
    try {
      const asked = decoded(code);
      const ids = new Map([...names].map(([id, name]) => [name, id]));
      const changes = new Map();
      for (const [name, one] of Object.entries(asked)) {
        const id = ids.get(name);
        const { _rules: rules = {}, ...stored } = states[id].state;
        if (!areKept(one, rules, stored)) throw new TypeError("a state that can't be");
        changes.set(id, one);
      }
      return { changes, isBroken: changes.size === 0 };
    } catch {
      return { changes: new Map(), isBroken: true };
    }
  }

  /** The link to a widget whose model stands so; "" where it is too long. */
  function write(name, model, stored) {
    const changed = Object.keys(stored._rules)
      .sort()
      .filter((one) => JSON.stringify(model.get(one)) !== JSON.stringify(stored[one]));
    const changes = Object.fromEntries(changed.map((one) => [one, model.get(one)]));
    const state = encoded(JSON.stringify({ [name]: changes }));
    const page = location.href.replace(/[?#].*$/s, "");
    return state.length > MOST_CHARACTERS ? "" : `${page}?state=${state}`;
  }

  // ---- what the reader sees --------------------------------------------------

  function element(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      node.setAttribute(name, value);
    }
    node.append(...children);
    return node;
  }

  /**
   * Put a button after a widget's place that copies the link to its state; where the
   * browser forbids that, as some do on a page from disk, it shows the link to copy.
   */
  function copyRow(place, words, name, model, stored) {
    if (!Object.keys(stored._rules ?? {}).length) return null;
    const title = place.querySelector("[role=group]")?.ariaLabel;
    const named = { type: "button", "aria-label": `${words.copy}: ${title}` };
    const button = element("button", named, words.copy);
    const said = element("span", { role: "status" });
    const row = element("div", { class: "glassbox-link" }, said, button);
    button.addEventListener("click", async () => {
      row.querySelector("input")?.remove();
      const link = write(name, model, stored);
      said.textContent = link ? "" : words.too_long;
      if (!link) return;
      try {
        await navigator.clipboard.writeText(link);
        said.textContent = words.copied;
      } catch {
        said.textContent = words.select;
        const field = element("input", { readonly: "", "aria-label": words.select });
        field.value = link;
        said.after(field);
        field.select();
      }
    });
    place.after(row);
    return row;
  }

  /** What says that a link is shown, with the way back; or that it is broken. */
  function notice(text, back, onback) {
    const said = element("p", { role: "status" }, text);
    const node = element("div", { class: "glassbox-from-link", tabindex: "-1" }, said);
    if (!back) return node;
    const button = element("button", { type: "button" }, back.offer);
    button.addEventListener("click", async () => {
      await onback();
      history.replaceState(null, "", location.href.replace(/[?#].*$/s, ""));
      said.textContent = back.done;
      button.remove();
      node.focus(); // what had the focus is gone
    });
    node.append(button);
    return node;
  }

  let followed = null;
  /** Keep the notice in sight while widgets above it take their place. */
  function follow() {
    followed?.scrollIntoView();
  }
  /** Bring a notice above its widget into sight, until the reader takes over. */
  function arrive(view, notice) {
    view.after(notice);
    if (followed) return; // the first that a link names
    followed = notice;
    for (let fold = view; (fold = fold.parentElement?.closest("details")); ) {
      fold.open = true;
    }
    for (const event of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      window.addEventListener(event, () => (followed = null), { once: true });
    }
    notice.focus();
    follow();
  }

  return { namesOf, read, copyRow, notice, arrive, follow };
})();
