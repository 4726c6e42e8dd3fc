// Brings the page's widgets to life without a kernel: reads the widget state that
// the notebook stored in the page, imports each widget's own module, and gives it a
// model with the methods that anywidget's modules expect (get, set, on, off, …).
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

  const links = globalThis.glassboxLinks; // assets/static/widget_links.js
  const models = new Map(); // model id → Promise of { model, widget }
  const cleanUps = new Set();
  const shown = new Map(); // view → what takes it off the page again
  let names = new Map(); // model id → its name in links
  let linked = new Map(); // model id → the changes that this page's link asks for

  function start(id, stored) {
    if (!models.has(id)) {
      models.set(
        id,
        (async () => {
          const traits = { ...traitsOf(stored), ...linked.get(id) };
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
    for (const follow of following) follow(); // it took the place that it needs
    const section = view.closest(SECTION);
    if (section) skipOutOfSight(section);
  }

  async function bringToLife(view, states) {
    try {
      const id = idOf(view);
      const stored = states[id];
      if (!stored?.state?._esm) return say(view, words.kernel);
      try {
        await show(view, id, stored);
      } catch (error) {
        if (!linked.has(id)) throw error;
        await showStored(view, id, stored);
        view.after(links.notice(words.broken));
      }
      if (linked.has(id)) arrive(view, id, stored);
    } catch (error) {
      say(view, words.failed, error);
      console.warn("widget failed", error);
    }
  }

  async function show(view, id, stored) {
    const place = document.createElement("div");
    place.className = "glassbox-widget-live";
    let cleanUp;
    let row;
    const takeAway = () => {
      if (cleanUps.delete(cleanUp)) cleanUp();
      row?.remove();
      place.remove();
    };
    try {
      const { model, widget } = await start(id, stored);
      view.after(place);
      cleanUp = await widget.render({ model, el: place });
      if (typeof cleanUp === "function") cleanUps.add(cleanUp);
      if (linked.has(id) && /\b(NaN|undefined)\b/.test(place.innerHTML)) {
        throw new RangeError("a state that can't be painted");
      }
      const fallback = place.nextElementSibling;
      if (fallback?.classList.contains("glassbox-fallback")) {
        fallback.setAttribute("hidden", "");
      }
      if (Object.keys(stored.state._rules ?? {}).length) {
        const title = place.querySelector("[role=group]")?.ariaLabel;
        const link = () => links.write(names.get(id), model, stored.state);
        row = links.copyButton(link, title, words);
        place.after(row);
      }
      place.dataset.mounted = id;
      shown.set(view, takeAway);
    } catch (error) {
      takeAway();
      throw error;
    }
  }

  // ---- the state from a link ------------------------------------------------

  const idOf = (view) => JSON.parse(view.textContent).model_id;

  /** Show the page's own state instead of the link's, in all views of a model. */
  async function showStored(view, id, stored) {
    linked.delete(id);
    models.delete(id);
    const others = [...shown.keys()].filter((one) => one !== view && idOf(one) === id);
    for (const one of [view, ...others]) {
      shown.get(one)?.();
      await show(one, id, stored);
    }
  }

  /** Say that a link is shown, and bring it into sight until the reader takes over. */
  function arrive(view, id, stored) {
    const isShown = document.querySelector(".glassbox-from-link");
    const notice = links.notice(words.from_link, words.back, async () => {
      notice.remove();
      await showStored(view, id, stored);
      view.nextElementSibling.querySelector("[role=group]")?.focus();
    });
    view.after(notice);
    if (isShown) return;
    for (let fold = view; (fold = fold.parentElement?.closest("details")); ) {
      fold.open = true;
    }
    const follow = () => notice.scrollIntoView();
    following.add(follow);
    for (const event of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      window.addEventListener(event, () => following.clear(), { once: true });
    }
    notice.focus();
    follow();
  }
  const following = new Set();

  function mountAll() {
    const views = [...document.querySelectorAll(VIEW)];
    if (!views.length) return;
    let states;
    try {
      states = readStates();
    } catch (error) {
      for (const view of views) say(view, words.failed, error);
      return;
    }
    names = links.namesOf(views.map(idOf), states);
    const asked = links.read(location.search, names, states);
    linked = asked.changes;
    if (asked.isBroken) {
      const top = document.querySelector(".bd-article, main") ?? document.body;
      top.prepend(links.notice(words.broken));
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
      if (waiting.has(watched) || linked.has(idOf(view))) {
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
