// The page's cells as a notebook: one namespace; what a cell needs from above is run
// first, once, so that nobody waits for a training that the cell doesn't use.
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
      const above = await runAbove(cell);
      cell.begin();
      const result = await runOne(cell, false, cell.show);
      cell.finish({ ...result, ...above });
    } catch (error) {
      for (const one of cells) one.ran = undefined;
      if (current) current.ended = current.source(); // it would not end again
      if (error instanceof Ended) cell.end(error.message);
      else cell.fail(text.unavailable({ error: error.message }));
    } finally {
      running = undefined;
      current = undefined;
    }
  }

  async function runOne(cell, quiet, onoutput) {
    const source = cell.source();
    current = cell;
    const result = await interpreter.run(
      { source, number: cell.number, quiet },
      onoutput,
    );
    cell.ran = source; // also where it failed: it would fail again
    return result;
  }

  /**
   * Run, quietly, what is needed from above, from the first such cell on that has not
   * run as it is now, but for cells that had to be stopped; return how many, and which
   * did not end.
   */
  async function runAbove(cell) {
    const before = await neededBy(cell);
    const ended = before.filter((one) => one.ended === one.source());
    const rest = before.filter((one) => !ended.includes(one));
    const first = rest.findIndex((one) => one.ran !== one.source());
    const above = first < 0 ? [] : rest.slice(first);
    const failed = [];
    for (const [i, one] of above.entries()) {
      cell.say(text.above({ n: i + 1, count: above.length }));
      const { ok } = await runOne(one, true, () => {});
      if (!ok && !one.isExercise) failed.push(one);
    }
    return { count: above.length, ended, failed };
  }

  async function neededBy(cell) {
    const before = cells.slice(0, cells.indexOf(cell));
    const texts = [...before, cell].map((one) => one.source());
    const { places } = await interpreter.needed(JSON.stringify(texts));
    return JSON.parse(places).map((place) => before[place]);
  }

  /** Stop a cell: Python ends, and starts afresh when it is needed. */
  function stop(cell) {
    if (cell === running) interpreter.stop();
    else cell.end("");
  }

  return { run, stop };
}
