// A challenge: a query that finds the wanted numbers. Each is shown as the sum that it
// is, and a query of the reader's own hears what is wrong with it; why none can find
// them all is told after a few tries. Another key may find them: at what price is told.
// Where only another key can, its column of W^K stands here, too.
import { element, write } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { fixed, formatShort } from "../shared/format.js";
import { marked } from "./lanes.js";
import {
  faultOf,
  hindrance,
  mainsOf,
  outOfReach,
  runStages,
  short,
  swapped,
} from "./numbers.js";

const LARGEST = 100;
const NEAR = 0.2; // counts as found
const JOINED = "\u00a0"; // a row of numbers, or a product, stays in one line
const TRIES = 3; // then the reason is told

/** onkey(i, j, value) hears what the reader writes into W^K. */
export function goalOf({ text, given, onkey }) {
  const words = text.goal;
  const task = element("span");
  const places = element("ul");
  const column = element("div", { class: "gb-column" });
  let shown = { head: 0, fields: [] }; // the head whose key is in the column
  const verdict = element("p");
  const node = element(
    "div",
    { class: "gb-goal" },
    element("p", {}, element("b", {}, words.title), " ", task),
    places,
    column,
    verdict,
  );
  const fixedParts = ({ x, w_v }) => JSON.stringify([x, w_v]);
  const start = fixedParts(given);
  const tried = new Map(); // for each number of heads and each W^K, the queries typed

  /** Show the key that is too narrow, one number for each feature. */
  function drawColumn(state, forced) {
    const { n_heads, features, w_k } = state;
    const first = { ...given, n_heads, query: [] };
    const why = n_heads === w_k.length ? hindrance(first, runStages(first)) : null;
    column.hidden = why?.kind !== "narrow";
    if (column.hidden) return;
    const { head } = why;
    if (head !== shown.head) {
      const fields = features.map((feature, i) =>
        numberField({
          step: 1,
          inputmode: "decimal",
          spell: formatShort,
          "aria-label": words.key_number({ head, feature }),
          explain: (value) => (Math.abs(value) <= LARGEST ? "" : text.bad),
          onvalue: (value) => onkey(i, head - 1, value),
        }),
      );
      shown = { head, fields };
      column.replaceChildren(
        element("span", {}, ...marked(words.key({ head }))),
        ...fields.map(({ node }, i) => element("span", {}, features[i], " ", node)),
      );
    }
    shown.fields.forEach((field, i) => field.set(w_k[i][head - 1], forced));
  }

  /** Mark what is found; return what is to be said. */
  function update(state, stages, forced) {
    const { goal, features, tokens, token, w_v, n_heads } = state;
    node.hidden = !goal.length;
    if (node.hidden) return "";
    const wanted = goal.map(short).join(text.both);
    drawColumn(state, forced);
    const asked = words[column.hidden ? "task" : "task_key"]({ n: n_heads, wanted });
    const [last, near_by] = [goal.at(-1), `${NEAR}`];
    const close = {
      near: near_by,
      found: fixed(last - NEAR / 2, 2),
      wanted: short(last),
    };
    write(task, `${asked} ${words.near(close)}`);
    const mains = mainsOf(features, w_v);
    const found = mains.map((j) => stages.merged[token][j]);
    const near = goal.map((y, a) => Math.abs(y - found[a]) <= NEAR);
    if (fixedParts(state) !== start || !state.transpose) {
      const said = fitted() ?? words.changed;
      places.replaceChildren();
      write(verdict, said);
      return said;
    }
    places.replaceChildren(
      ...mains.map((j, a) => {
        const about = {
          n: j + 1,
          sum: sumOf(stages, token, j),
          found: fixed(found[a], 2),
          wanted: short(goal[a]),
        };
        const mark = near[a] ? { "data-found": "" } : {};
        return element("li", mark, words.place(about));
      }),
    );
    const keys = `${n_heads} ${state.w_k}`;
    const queries = tried.get(keys) ?? new Set();
    tried.set(keys, queries);
    if (state.query.length) queries.add(`${state.query}`);
    const said = near.every(Boolean) ? solved() : whyNot();
    write(verdict, said);
    return said;

    /** One head finds them with other values: what that is worth, a swap shows. */
    function fitted() {
      const isNew = `${w_v}` !== `${given.w_v}` && state.transpose;
      if (n_heads > 1 || !isNew || !near.every(Boolean)) return null;
      const [, one, other] = features;
      if (other && `${state.x}` === `${given.x}`)
        return words.fitted({ wanted, swap: text.swap({ one, other }) });
      return `${swapped(state.x)}` === `${given.x}` ? words.unmoved({ wanted }) : null;
    }

    /** With another key: what its head cannot find now. */
    function solved() {
      if (`${state.w_k}` === `${given.w_k}`) return words.solved;
      const lost = outOfReach(state, stages, given.w_k);
      if (!lost) return words.other_key;
      const named = ([i, key]) => ({ token: tokens[i], key: short(key) });
      const [low, one, high] = [lost.low, lost.token, lost.high].map(named);
      return words.price[lost.kind]({
        head: lost.head + 1,
        token: one.token,
        key: one.key,
        low: low.token,
        low_key: low.key,
        high: high.token,
        high_key: high.key,
      });
    }

    /** Why the first number that is not found is not. */
    function whyNot() {
      if (!state.query.length) return words.start;
      const first = near.indexOf(false);
      const fault = faultOf(state, stages, mains[first], goal[first]);
      if (!fault) return "";
      const why = hindrance(state, stages);
      const { size } = queries;
      if (why?.kind === "one" && size >= TRIES) return words.one;
      const isHere = why?.kind === "narrow" && why.head === fault.head + 1;
      if (!isHere || size < TRIES) return faultText(fault);
      const { head, one, other } = why;
      return words.narrow({ head, one: tokens[one], other: tokens[other] });
    }

    function faultText({ kind, head, of, rival, query, keys, scores, d_head }) {
      const row = (numbers) => numbers.map(short).join(JOINED);
      return words.fault[kind]({
        head: head + 1,
        token: tokens[of],
        rival: tokens[rival],
        query: row(query),
        key: row(keys[of]),
        rival_key: row(keys[rival]),
        d_head,
        score: fixed(scores[of], 2),
        rival_score: fixed(scores[rival], 2),
      });
    }
  }

  /** The weighted values that add up to number j of an answer. */
  function sumOf({ heads, weights, value }, token, j) {
    const head = Math.floor((j * heads.value.length) / value[0].length);
    const row = weights[head][token];
    const terms = row.map((w, i) => [fixed(w, 3), "·", short(value[i][j])]);
    return terms.map((term) => term.join(JOINED)).join(" + ");
  }
  return { node, update };
}
