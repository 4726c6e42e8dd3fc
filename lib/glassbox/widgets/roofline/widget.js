import { choice } from "../shared/choice.js";
import { control } from "../shared/control.js";
import { button, element, write } from "../shared/elements.js";
import { formatPlain, formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { chart } from "./chart.js";
import { kneeOf, MOST, nearestRow, STOPS, stepTimes } from "./numbers.js";

const MACHINES = ["a100", "h100", "core"];
const CHOICES = { billions: ["1", "8", "30"], bytes_each: ["2", "1"] };
const FIGURES = ["reading", "computing", "whole", "each"];

/** Three digits, and two below 1: 8, 52.5, 0.051. */
const short = (x) => formatShort(Number(x.toPrecision(x < 1 ? 2 : 3)), 6);

function build({ model, text, edit, undo, reset, onStop }) {
  const [cards, measured] = ["cards", "measured"].map((name) =>
    JSON.parse(model.get(name)),
  );
  const data = { cards, measured };
  const now = () => edit.state();
  function commit(name, value) {
    if (now()[name] !== value) edit.commit(null, { [name]: value });
  }
  const machines = choice({
    name: "machine",
    label: text.machine,
    options: MACHINES.map((name) => [name, text.machines[name]]),
    onchoose: (machine) => commit("machine", machine),
  });
  const [billions, bytes] = Object.entries(CHOICES).map(([name, options]) =>
    choice({
      name,
      label: text[name === "billions" ? "billions" : "bytes"],
      options: options.map((one) => [one, one]),
      onchoose: (one) => commit(name, Number(one)),
    }),
  );
  const tokens = control({
    field: "n",
    label: text.n,
    name: text.n,
    low: 1,
    high: MOST,
    explain(value) {
      const isGood = Number.isInteger(value) && value >= 1 && value <= MOST;
      return isGood ? "" : text.wrong({ good: formatPlain(now().n) });
    },
    onvalue: (n) => edit.commit("n", { n }),
    valueAt: (place) => STOPS[place],
    placeOf: (value) => STOPS.findLastIndex((stop) => stop <= value),
    say: formatPlain,
  });
  const toKnee = button("knee", [text.knee], () =>
    commit("n", known(Math.round(kneeOf(now(), data)))),
  );
  /** On the core, the nearest number of tokens that was measured. */
  const known = (n) => (now().machine === "core" ? nearestRow(n, data) : n);

  const does = element("p", { class: "gb-meaning" });
  const note = element("p", { class: "gb-meaning gb-versus" });
  const verdict = element("p", { class: "gb-verdict" });
  const picture = chart(text, data, (n) => edit.commit("n", { n: known(n) }));
  onStop(picture.stop);
  const figures = FIGURES.map((name) => {
    const title = element("div", { class: "gb-meaning" }, text.figures[name]);
    const value = element("div", { class: "gb-value", "data-figure": name });
    return { name, title, value, node: element("div", {}, title, value) };
  });
  const ofModel = element("div", { class: "gb-model" }, billions.node, bytes.node);
  const children = [
    machines.node,
    does,
    ofModel,
    note,
    tokens.node,
    verdict,
    element("div", { class: "gb-times" }, ...figures.map((one) => one.node)),
    picture.node,
    element("div", { class: "gb-actions" }, toKnee, undo, reset),
  ];

  /** What the step takes: of the core the time measured, NaN where none was. */
  function measuredAt(n) {
    return measured.time[measured.rows.indexOf(n)] ?? Number.NaN;
  }
  function spell(time, isCore) {
    if (Number.isNaN(time)) return text.unmeasured;
    return isCore ? short(time) : text.ms({ time: short(time) });
  }
  function judge(state, knee) {
    if (state.machine === "core") {
      const time = measuredAt(state.n);
      const times = Number.isNaN(time) ? "" : short(time);
      return text.verdict[times ? "measured" : "unmeasured"]({ n: state.n, times });
    }
    const whole = Math.round(knee);
    if (state.n === whole) return text.verdict.even;
    if (state.n > knee) return text.verdict.computing;
    return text.verdict.reading({ n: state.n, knee: whole });
  }
  function compare(state, whole) {
    if (state.machine === "core") return text.points;
    if (state.bytes_each === 2) return text.unpacked;
    const before = stepTimes({ ...state, bytes_each: 2 }, data).whole;
    const times = before / whole;
    const given = { time: short(before), times: short(times) };
    return text.versus[times > 1 ? "faster" : "same"](given);
  }

  function update(state, forced) {
    const { machine, n } = state;
    const isCore = machine === "core";
    machines.set(machine);
    billions.set(state.billions);
    bytes.set(state.bytes_each);
    tokens.set(n, forced);
    ofModel.hidden = isCore;
    write(does, text.does[machine]);
    const modeled = stepTimes(state, data);
    const whole = isCore ? measuredAt(n) : modeled.whole;
    const times = { ...modeled, whole, each: whole / n };
    for (const { name, title, value } of figures) {
      const isMeasured = isCore && name === "whole";
      write(title, isMeasured ? text.measured : text.figures[name]);
      write(value, spell(times[name], isCore));
      value.dataset.value = `${times[name]}`;
    }
    const knee = kneeOf(state, data);
    const judged = judge(state, knee);
    write(verdict, judged);
    const compared = compare(state, modeled.whole);
    write(note, compared);
    const said = text.said({
      n,
      reading: spell(times.reading, isCore),
      computing: spell(times.computing, isCore),
      whole: spell(whole, isCore),
      verdict: judged,
    });
    picture.draw(state, text.picture({ knee: Math.round(knee), said }));
    return `${said} ${compared}`;
  }
  return { children, update };
}

export default widget({
  name: "roofline",
  traits: ["machine", "n", "billions", "bytes_each"],
  build,
});
