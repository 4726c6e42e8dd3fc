// When a training's steps arrive, and how long the rest may take.

const LISTENED = 30; // messages that the pace is measured on
const SILENCE = 5000; // milliseconds, at least, until no further step is expected

/**
 * Nothing is heard at first, as in a page without a kernel; after a while of silence it
 * forgets, and calls onsilence.
 */
export function arrivalClock(onsilence) {
  let heard = []; // pairs of a time and the step that came then
  let known = null;
  let wanted = 0;
  let timer = 0;

  function hear(number, n_steps) {
    const isNews = known !== null && number !== known;
    if (number < known) heard = []; // a new record
    known = number;
    wanted = n_steps;
    if (!isNews) return;
    const now = performance.now();
    const waited = heard.length ? now - heard.at(-1)[0] : 0;
    heard = [...heard, [now, number]].slice(-LISTENED);
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        heard = [];
        onsilence();
      },
      Math.max(SILENCE, 4 * waited),
    );
  }
  /** Milliseconds a step. */
  function pace() {
    if (heard.length < 2) return 0;
    const [start, first] = heard[0];
    const [end, last] = heard.at(-1);
    return (end - start) / (last - first);
  }
  return {
    hear,
    secondsLeft: () => Math.ceil((pace() * (wanted - known)) / 1000),
    isHeard: () => heard.length > 0,
    stop: () => clearTimeout(timer),
  };
}
