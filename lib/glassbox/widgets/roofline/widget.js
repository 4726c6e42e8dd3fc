import { choice } from "../shared/choice.js";
import { control } from "../shared/control.js";
import { button, element, write } from "../shared/elements.js";
import { formatPlain, formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { chart } from "./chart.js";
import { kneeOf, MOST, nearestRow, STOPS, stepTimes } from "./numbers.js";

const MACHINES = ["a100", "h200", "core"];
const CHOICES = { billions: ["1", "8", "30"], bytes_each: ["2", "1"] };
const FIGURES = ["fetching", "computing", "whole", "each"];

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
  const kneeName = element("span");
  const toKnee = button("knee", [kneeName], () =>
    commit("n", known(Math.round(kneeOf(now(), data)))),
  );
  /** Of what was measured, the nearest number of tokens. */
  function known(n) {
    const own = measured[now().machine];
    return own ? nearestRow(n, own) : n;
  }

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
  const roof = element("p", { class: "gb-meaning" }, text.roof);
  // The chapter asks for tokens and bytes; what else there is may be opened.
  const more = element(
    "details",
    { class: "gb-more" },
    element("summary", {}, text.more),
    machines.node,
    does,
    billions.node,
    roof,
  );
  more.open = now().machine !== MACHINES[0] || now().billions !== 8;
  const children = [
    tokens.node,
    bytes.node,
    verdict,
    note,
    element("div", { class: "gb-times" }, ...figures.map((one) => one.node)),
    picture.node,
    element("div", { class: "gb-actions" }, toKnee, undo, reset),
    more,
  ];

  /** What was measured of a step, NaN where nothing was. */
  function measuredAt({ machine, n }) {
    const { rows, time } = measured[machine];
    return time[rows.indexOf(n)] ?? Number.NaN;
  }
  function spell(time, isMeasured) {
    if (Number.isNaN(time)) return text.unmeasured;
    return isMeasured ? short(time) : text.ms({ time: short(time) });
  }
  function judge(state, knee) {
    if (state.machine in measured) {
      if (state.n === 1) return text.verdict.unit;
      const time = measuredAt(state);
      const times = Number.isNaN(time) ? "" : short(time);
      const most = measured[state.machine].rows.at(-1);
      return text.verdict[times ? "measured" : "unmeasured"]({
        n: state.n,
        times,
        most,
      });
    }
    if (state.n === Math.round(knee)) return text.verdict.even;
    if (state.n > knee) return text.verdict.computing;
    return text.verdict.fetching;
  }
  function compare(state, whole) {
    if (state.machine in measured) return text.points;
    if (state.bytes_each === 2) return "";
    const before = stepTimes({ ...state, bytes_each: 2 }, data).whole;
    const times = before / whole;
    const given = { time: short(before), times: short(times) };
    return text.versus[times > 1 ? "faster" : "same"](given);
  }

  function update(state, forced) {
    const { machine, n } = state;
    const isMeasured = machine in measured;
    machines.set(machine);
    billions.set(state.billions);
    bytes.set(state.bytes_each);
    tokens.set(n, forced);
    for (const part of [billions.node, roof]) part.hidden = isMeasured;
    bytes.node.style.visibility = isMeasured ? "hidden" : ""; // its place is kept
    write(kneeName, text.knee[isMeasured ? "measured" : "card"]);
    write(does, text.does[machine]);
    const modeled = stepTimes(state, data);
    const whole = isMeasured ? measuredAt(state) : modeled.whole;
    const times = { ...modeled, whole, each: whole / n };
    for (const { name, title, value } of figures) {
      const isFound = isMeasured && name === "whole";
      write(title, isFound ? text.measured : text.figures[name]);
      write(value, spell(times[name], isMeasured));
      value.dataset.value = `${times[name]}`;
    }
    const knee = kneeOf(state, data);
    const judged = judge(state, knee);
    write(verdict, judged);
    const compared = compare(state, modeled.whole);
    write(note, compared);
    const said = text.said({
      n,
      fetching: spell(times.fetching, isMeasured),
      computing: spell(times.computing, isMeasured),
      whole: spell(whole, isMeasured),
      verdict: judged,
    });
    picture.draw(state, text.picture({ said }));
    return `${said} ${compared}`;
  }
  return { children, update };
}

export default widget({
  name: "roofline",
  traits: ["machine", "n", "billions", "bytes_each"],
  build,
});
