// The models of the page's widgets: the state that the notebook stored in the page, and
// the methods that anywidget's modules expect of a model (get, set, on, off, …).
globalThis.glassboxModels = (() => {
  const STATE = 'script[type="application/vnd.jupyter.widget-state+json"]';

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

  return { readStates, traitsOf, createModel };
})();
