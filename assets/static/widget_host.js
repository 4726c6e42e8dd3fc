// Brings the page's widgets to life without a kernel: reads the widget state that
// the notebook stored in the page, imports each widget's own module, and gives it a
// model with the methods that anywidget's modules expect (get, set, on, off, …). Links
// to a widget's state are the matter of widget_links.js.
(() => {
  const STATE = 'script[type="application/vnd.jupyter.widget-state+json"]';
  const VIEW = 'script[type="application/vnd.jupyter.widget-view+json"]';
  const WORDS = 'script[type="application/json"][id="widget-host-words"]';
  const MARGIN = "600px"; // how far below the screen a widget is mounted already

  // The page brings the words that it needs, in its own language.
  const words = JSON.parse(document.querySelector(WORDS)?.textContent ?? "{}");

  // ---- state ----------------------------------------------------------------

  function readStates() {
    const states = {};
    for (const script of document.querySelectorAll(STATE)) {
      Object.assign(states, JSON.parse(script.textContent).state);
    }
    return states;
  }

  /** The traits of one model, with its binary buffers put back as DataViews. */
  function traitsOf({ state, buffers = [] }) {
    const traits = structuredClone(state);
    for (const { path, data, encoding } of buffers) {
      if (encoding !== "base64") throw new Error(`unknown encoding ${encoding}`);
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const parent = path.slice(0, -1).reduce((node, key) => node[key], traits);
      parent[path.at(-1)] = new DataView(bytes.buffer);
    }
    return traits;
  }

  // ---- the model ------------------------------------------------------------

  function createModel(traits) {
    const listeners = new Map();
    const emit = (event, ...details) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(...details);
    };
    const model = {
      get: (name) => traits[name],
      set(name, value) {
        if (traits[name] === value) return;
        traits[name] = value;
        emit(`change:${name}`, model, value);
        emit("change", model);
      },
      on(event, listener) {
        if (!listeners.has(event)) listeners.set(event, new Set());
        listeners.get(event).add(listener);
      },
      off(event, listener) {
        if (event === undefined) listeners.clear();
        else if (listener === undefined) listeners.delete(event);
        else listeners.get(event)?.delete(listener);
      },
      save_changes() {}, // the page is the only copy of the state
      send() {}, // there is no kernel to answer
    };
    return model;
  }

  // ---- modules, each imported once a page -----------------------------------

  const modules = new Map();

  function importModule(source) {
    if (!modules.has(source)) {
      const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      const loaded = import(url).then(async ({ default: widget }) => {
        const resolved = typeof widget === "function" ? await widget() : widget;
        if (typeof resolved?.render !== "function") {
          throw new TypeError("a widget module must export default { render }");
        }
        return resolved;
      });
      modules.set(
        source,
        loaded.finally(() => URL.revokeObjectURL(url)),
      );
    }
    return modules.get(source);
  }

  const styles = new Set();

  function addStyle(css) {
    if (!css || styles.has(css)) return;
    styles.add(css);
    const style = document.createElement("style");
    style.textContent = css;
    document.head.append(style);
  }

  // ---- mounting -------------------------------------------------------------

  const models = new Map(); // model id → Promise of { model, widget }
  const cleanUps = new Set();
  const shown = new Map(); // view → what takes its widget off the page again
  let link = null; // what the page's address asks for, if it is a link to a state

  function start(id, stored) {
    if (!models.has(id)) {
      models.set(
        id,
        (async () => {
          const traits = traitsOf(stored);
          const widget = await importModule(traits._esm);
          addStyle(traits._css);
          const model = createModel(traits);
          const cleanUp = await widget.initialize?.({ model });
          if (typeof cleanUp === "function") cleanUps.add(cleanUp);
          return { model, widget };
        })(),
      );
    }
    return models.get(id);
  }

  function say(view, text, error) {
    const note = document.createElement("p");
    note.className = "glassbox-problem";
    note.setAttribute("role", "alert");
    note.textContent = error ? `${text ?? ""} (${error.message})` : text;
    view.after(note);
  }

  // ---- what is out of sight costs nothing -----------------------------------

  const SECTION = ".bd-article > section > section";

  /**
   * Let the browser skip a section while it is out of sight, once all in it is mounted
   * and was laid out: its height is known then, and the page does not jump.
   */
  function skipOutOfSight(section) {
    const views = [...section.querySelectorAll(VIEW)];
    if (!views.every((view) => "done" in view.dataset)) return;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => section.classList.add("skipped-out-of-sight")),
    );
  }

  async function mount(view, states) {
    await bringToLife(view, states);
    view.dataset.done = "";
    link?.follow(); // the widget took the place that it needs
    const section = view.closest(SECTION);
    if (section) skipOutOfSight(section);
  }

  async function bringToLife(view, states) {
    try {
      const id = idOf(view);
      const stored = states[id];
      if (!stored?.state?._esm) return say(view, words.kernel);
      if (link?.asks(id)) await link.show(view, id, stored);
      else await show(view, id, stored);
    } catch (error) {
      say(view, words.failed, error);
      console.warn("widget failed", error);
    }
  }

  async function show(view, id, stored) {
    const place = newPlace();
    try {
      const { model, widget } = await start(id, stored);
      view.after(place);
      const cleanUp = await widget.render({ model, el: place });
      if (typeof cleanUp === "function") cleanUps.add(cleanUp);
      const fallback = place.nextElementSibling;
      if (fallback?.classList.contains("glassbox-fallback")) {
        fallback.setAttribute("hidden", "");
      }
      const row = stored.state._anywidget_id ? copyRow(place, id, model) : null;
      place.dataset.mounted = id;
      shown.set(view, () => {
        if (cleanUps.delete(cleanUp)) cleanUp();
        for (const node of [place, row]) node?.remove();
      });
      return model;
    } catch (error) {
      place.remove();
      throw error;
    }
  }

  function newPlace() {
    const place = document.createElement("div");
    place.className = "glassbox-widget-live";
    return place;
  }

  // ---- links to a state: their script comes when one is wanted ---------------

  const idOf = (view) => JSON.parse(view.textContent).model_id;
  const workshop = { createModel, traitsOf, importModule, addStyle, newPlace };
  let asked;

  function links() {
    asked ??= new Promise((/** @type {(_?) => void} */ resolve, reject) => {
      if (globalThis.glassboxLinks) return resolve();
      const script = document.createElement("script");
      Object.assign(script, { src: words.links, onload: resolve, onerror: reject });
      document.head.append(script);
    }).then(() => globalThis.glassboxLinks);
    return asked;
  }

  /** A button after a widget's place that copies the link to its state. */
  function copyRow(place, id, model) {
    const row = document.createElement("div");
    row.className = "glassbox-link";
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words.copy;
    const title = place.querySelector("[role=group]")?.ariaLabel;
    button.ariaLabel = `${words.copy}: ${title}`;
    button.onpointerenter = button.onfocus = links; // at hand when it is pressed
    button.onclick = async () => (await links()).copy(row, id, model, all);
    row.append(button);
    place.after(row);
    return row;
  }

  /** Show the page's own state in all views of a model. */
  async function showStored(id, stored) {
    models.delete(id);
    for (const [view, takeAway] of [...shown]) {
      if (idOf(view) !== id) continue;
      takeAway();
      await show(view, id, stored);
    }
  }

  const all = { ids: [], states: {} }; // the page's models

  async function mountAll() {
    const views = [...document.querySelectorAll(VIEW)];
    if (!views.length) return;
    let states;
    try {
      states = readStates();
    } catch (error) {
      for (const view of views) say(view, words.failed, error);
      return;
    }
    Object.assign(all, { ids: views.map(idOf), states });
    if (new URLSearchParams(location.search).has("state")) {
      link = (await links()).open(all, { ...workshop, show, showStored });
    }
    const waiting = new Map(); // the element that is watched → its view
    const observer = new IntersectionObserver(
      (entries) => entries.filter((e) => e.isIntersecting).forEach((e) => go(e.target)),
      { rootMargin: MARGIN },
    );
    const go = (watched) => {
      observer.unobserve(watched);
      const view = waiting.get(watched);
      waiting.delete(watched);
      if (view) mount(view, states);
    };
    for (const view of views) {
      const watched = view.parentElement; // a script has no box of its own
      if (waiting.has(watched) || link?.asks(idOf(view))) {
        mount(view, states);
        continue;
      }
      waiting.set(watched, view);
      observer.observe(watched);
    }
    for (const section of document.querySelectorAll(SECTION)) skipOutOfSight(section);
    window.addEventListener("beforeprint", () => [...waiting.keys()].forEach(go));
  }

  window.addEventListener("pagehide", (event) => {
    if (event.persisted) return; // the page may come back as it was
    for (const cleanUp of cleanUps) cleanUp();
    cleanUps.clear();
  });

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", mountAll);
  } else {
    mountAll();
  }
})();
