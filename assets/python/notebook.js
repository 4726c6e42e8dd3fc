// The page's cells as a notebook: one namespace, what stands above is run first, once.
import { Ended } from "./interpreter.js";

/** Run cells, in the order in which they are asked for, by one interpreter. */
export function createNotebook(cells, interpreter, text) {
  let queue = Promise.resolve();
  let running; // the cell whose run is under way, with what it needs
  let current; // the one of them that Python is at

  function run(cell) {
    if (cell.isBusy()) return;
    const label = running ? text.waiting({ number: `${running.number}` }) : "";
    cell.wait(label);
    queue = queue.then(() => start(cell));
  }

  async function start(cell) {
    if (!cell.isBusy()) return; // stopped while it waited
    running = cell;
    try {
      await interpreter.ready(...(cell.needs === "plot" ? ["plot"] : []));
      const { count, failed } = await runAbove(cell);
      cell.begin();
      const result = await runOne(cell, false, cell.show);
      cell.hasRun = result.ok;
      cell.finish({ ...result, count, failed });
    } catch (error) {
      for (const one of cells) one.hasRun = false;
      if (current) current.ended = current.source(); // it would not end again
      if (error instanceof Ended) cell.end(error.message);
      else cell.fail(text.unavailable({ error: error.message }));
    } finally {
      running = undefined;
      current = undefined;
    }
  }

  function runOne(cell, quiet, onoutput) {
    current = cell;
    return interpreter.run(
      { source: cell.source(), number: cell.number, quiet },
      onoutput,
    );
  }

  /**
   * Run, quietly, the cells above that have not run, but for those that had to be
   * stopped; return how many, and which failed.
   */
  async function runAbove(cell) {
    const missing = cells.slice(0, cells.indexOf(cell)).filter((one) => !one.hasRun);
    const above = missing.filter((one) => one.ended !== one.source());
    const failed = missing.filter((one) => !above.includes(one));
    for (const [i, one] of above.entries()) {
      cell.say(text.above({ n: i + 1, count: above.length }));
      const { ok } = await runOne(one, true, () => {});
      one.hasRun = true; // also where it failed: it would fail again
      if (!ok && !one.isExercise) failed.push(one);
    }
    return { count: above.length, failed };
  }

  /** Stop a cell: Python ends, and starts afresh when it is needed. */
  function stop(cell) {
    if (cell === running) interpreter.stop();
    else cell.end("");
  }

  return { run, stop };
}
