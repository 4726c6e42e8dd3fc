// The reader's changes to a model, with undo.

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
  /** Change what is looked at alone: undo changes back what was done, not this. */
  function show(change) {
    for (const one of past) Object.assign(one, change);
    write(last, change);
  }
  function undo() {
    if (past.length) write(null, past.pop());
  }
  function heard() {
    if (!writing) past.length = 0; // changed from Python: not the reader's to undo
    repaintSoon();
  }
  /** Ask for one repaint, however often, before the next paint. */
  function repaintSoon() {
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
  const canUndo = () => past.length > 0;
  return { state, commit, show, undo, reset, canUndo, repaint: repaintSoon, stop };
}
