// Links to a widget's state: the page's address with ?state=…, which is base64url of
// JSON: {"Gate.1": {"up": 2}}, the changed traits of the page's first Gate. So a link
// outlives a new build, in which models get new ids. Python writes the same link
// (lib/glassbox/widgets/_state_link.py). What comes from a link is a stranger's: only
// traits with a rule (lib/glassbox/widgets/_rules.py) are taken, and only values that
// keep it. The page adds its rules and words (tools/widgets_in_pages.py), and asks for
// this script when a link is wanted.
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
  function namesOf({ ids, states }) {
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

  /** What this address asks for: a Map from model ids to changes; null if broken. */
  function read(search, all) {
    try {
      const ids = new Map([...namesOf(all)].map(([id, name]) => [name, id]));
      const asked = Object.entries(decoded(new URLSearchParams(search).get("state")));
      const changes = new Map();
      for (const [name, one] of asked) {
        const id = ids.get(name);
        if (!areKept(one, rulesOf(id), all.states[id].state)) return null;
        changes.set(id, one);
      }
      return changes.size ? changes : null;
    } catch {
      return null;
    }
  }
  const rulesOf = (id) => globalThis.glassboxLinks.rules[id] ?? {};

  /** The link to a model's state; "" where it is too long. */
  function write(id, model, all) {
    const stored = all.states[id].state;
    const changed = Object.keys(rulesOf(id))
      .sort()
      .filter((one) => JSON.stringify(model.get(one)) !== JSON.stringify(stored[one]));
    const changes = Object.fromEntries(changed.map((one) => [one, model.get(one)]));
    const state = encoded(JSON.stringify({ [namesOf(all).get(id)]: changes }));
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

  /** Copy a link; where the browser forbids that, as some do from disk, show it. */
  async function copy(row, id, model, all) {
    const { words } = globalThis.glassboxLinks;
    for (const old of row.querySelectorAll("input, span")) old.remove();
    const said = element("span", { role: "status" });
    row.prepend(said);
    const link = write(id, model, all);
    try {
      if (link) await navigator.clipboard.writeText(link);
      said.textContent = link ? words.copied : words.too_long;
    } catch {
      said.textContent = words.select;
      const field = element("input", { readonly: "", "aria-label": words.select });
      field.value = link;
      said.after(field);
      field.select();
    }
  }

  // ---- a page that was opened by a link ----------------------------------------

  /** What a page does that was opened by a link; host is what the host script lends. */
  function open(all, host) {
    const { words } = globalThis.glassboxLinks;
    const changes = read(location.search, all);
    if (!changes) {
      const top = document.querySelector(".bd-article, main") ?? document.body;
      top.prepend(notice(words.broken));
    }
    async function show(view, id, stored) {
      const fits = await canShow(view, stored, changes.get(id), host);
      const model = await host.show(view, id, stored);
      if (!fits) return view.after(notice(words.broken));
      // As a reader would come there: Reset leads back, and what compares, compares.
      for (const [name, one] of Object.entries(changes.get(id))) model.set(name, one);
      const back = () => host.showStored(id, stored);
      arrive(view, notice(words.from_link, words.back, back));
    }
    return { asks: (id) => changes?.has(id) ?? false, show, follow };
  }

  /** Whether a widget can paint a state: it is tried on a model of its own. */
  async function canShow(view, stored, changes, host) {
    const place = host.newPlace();
    const stops = [];
    try {
      const model = host.createModel({ ...host.traitsOf(stored), ...changes });
      const widget = await host.importModule(stored.state._esm);
      host.addStyle(stored.state._css);
      view.after(place);
      stops.push(await widget.initialize?.({ model }));
      stops.push(await widget.render({ model, el: place }));
      return !/\b(NaN|undefined)\b/.test(place.innerHTML);
    } catch {
      return false;
    } finally {
      for (const stop of stops) stop?.();
      place.remove();
    }
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

  return { copy, open };
})();
