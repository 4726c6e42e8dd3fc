// Brings the page's widgets to life without a kernel: imports each widget's own module,
// and gives it a model (widget_models.js), in the state of a link if the page's address
// is one (widget_links.js).
(() => {
  const VIEW = 'script[type="application/vnd.jupyter.widget-view+json"]';
  const WORDS = 'script[type="application/json"][id="widget-host-words"]';
  const MARGIN = "600px"; // how far below the screen a widget is mounted already

  const { readStates, traitsOf, createModel } = globalThis.glassboxModels;
  const links = globalThis.glassboxLinks;
  // The page brings the words that it needs, in its own language.
  const words = JSON.parse(document.querySelector(WORDS)?.textContent ?? "{}");

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
  const shown = new Map(); // view → what takes it off the page again
  let names = new Map(); // model id → its name in links
  let linked = new Map(); // model id → the changes that this page's link asks for

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
    links.follow(); // it took the place that it needs
    const section = view.closest(SECTION);
    if (section) skipOutOfSight(section);
  }

  const idOf = (view) => JSON.parse(view.textContent).model_id;

  async function bringToLife(view, states) {
    try {
      const id = idOf(view);
      const stored = states[id];
      if (!stored?.state?._esm) return say(view, words.kernel);
      const isLinked = linked.has(id) && (await canShow(view, stored, linked.get(id)));
      const isBroken = linked.has(id) && !isLinked;
      const model = await show(view, id, stored);
      if (isBroken) view.after(links.notice(words.broken));
      if (!isLinked) return;
      // As a reader would come there: Reset leads back, and what is compared, compares.
      for (const [name, value] of Object.entries(linked.get(id)))
        model.set(name, value);
      const back = () => showStored(id, stored);
      links.arrive(view, links.notice(words.from_link, words.back, back));
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
      const row = links.copyRow(place, words, names.get(id), model, stored.state);
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

  // ---- the state from a link ------------------------------------------------

  /** Whether a widget can paint a state: it is tried on a model of its own. */
  async function canShow(view, stored, changes) {
    const place = newPlace();
    const stops = [];
    try {
      const model = createModel({ ...traitsOf(stored), ...changes });
      const widget = await importModule(stored.state._esm);
      addStyle(stored.state._css);
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

  /** Show the page's own state instead of the link's, in all views of a model. */
  async function showStored(id, stored) {
    models.delete(id);
    for (const [view, takeAway] of [...shown]) {
      if (idOf(view) !== id) continue;
      takeAway();
      await show(view, id, stored);
    }
  }

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
