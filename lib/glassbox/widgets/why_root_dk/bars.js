// One query's weights as bars, one a key, on an axis from 0 to 1.
import { element } from "../shared/elements.js";
import { fixed, formatNumber, formatShort } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { N_KEYS } from "./numbers.js";

const THINNEST = 0.008; // of the height: a weight of 0 is seen as a line

export function bars(text, kind) {
  const name = text.bars[kind];
  const columns = Array.from({ length: N_KEYS }, () => element("i"));
  const [largest, range] = [element("b"), element("span")];
  const axis = [
    [1, formatShort(1)],
    [0.5, formatShort(0.5)],
    [1 / N_KEYS, text.even],
  ].map(([at, words]) => element("span", { style: `--at: ${at}` }, words));
  const look = { class: "gb-bars", role: "img", "data-kind": kind };
  const picture = element("div", look, ...columns);
  const node = element(
    "div",
    {},
    element("div", { class: "gb-title" }, ...formula(name)),
    element("div", { class: "gb-frame" }, ...axis, picture),
    element("div", { class: "gb-under" }, largest, " ", range),
  );
  function set({ weights, scores }) {
    weights.forEach((weight, i) => {
      columns[i].style.scale = `1 ${Math.max(weight, THINNEST)}`; // moves no other node
      columns[i].dataset.value = weight;
    });
    const most = Math.max(...weights);
    const weight = formatNumber(most, 3);
    largest.textContent = text.largest_of_one({ weight });
    const [low, high] = [Math.min(...scores), Math.max(...scores)];
    range.textContent = text.range[kind]({ low: scored(low), high: scored(high) });
    const key = weights.indexOf(most) + 1;
    picture.ariaLabel = text.bars_said({ name, weight, key });
  }
  return { node, set };
}

function scored(score) {
  return fixed(score, Math.abs(score) < 1 ? 2 : 1);
}
