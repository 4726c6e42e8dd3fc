// What is inside a part: what it receives and what it gives, as arrays with numbers.
import { softmax } from "../kernels/probability.js";

import { colour } from "../shared/colour.js";
import { button, element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { ENCODER } from "./layout.js";

const SHOWN = 6; // numbers of a vector
const FULL = 2; // the size of a number with the full color
const FOLLOWED = { source: 2, given: 9 }; // rows at first: 9 in 5/9/2034, the last 0

/** Which layer a step is in, 1 or 2; 0 for what stands outside of the layers. */
export function layerOf(step) {
  const [place, long] = step > ENCODER ? [step - ENCODER - 3, 9] : [step - 3, 6];
  return place < 0 || place >= 2 * long ? 0 : 1 + Math.floor(place / long);
}

/** set(walk, step, off) shows a step; go(step) is called to go on or back. */
export function insidePanel(text, go) {
  let at = 0;
  let last = 0;
  let shown = null; // the walk that is shown
  const followed = { ...FOLLOWED }; // the row of each text that is followed
  const follows = element("p", {});
  const title = element("b", { class: "gb-step" });
  const told = element("p", {});
  const arrays = element("div", { class: "gb-arrays" });
  const more = element("div", { class: "gb-more-of-it" });
  const back = button("back", [text.back], () => go(at - 1));
  const next = button("next", [text.forward], () => go(at + 1));
  const other = button("other-row", [text.other_row], follow);
  const count = element("span", { class: "gb-meaning" });
  const moves = element("div", { class: "gb-actions" }, back, next, other, count);
  const parts = [follows, moves, title, told, more, arrays];
  const node = element("div", { class: "gb-inside" }, ...parts);

  /** Go on to the next token of the text that is read here, around its end. */
  function follow() {
    const name = at <= ENCODER ? "source" : "given";
    followed[name] = (followed[name] + 1) % shown[name].length;
    set(shown, at);
  }
  function set(walk, step) {
    const { steps, source, given, symbols } = walk;
    [at, last, shown] = [step, steps.length, walk];
    const { part, inputs, output, weights, isOff, isLost } = steps[step - 1];
    const isEncoder = step <= ENCODER;
    const tokens = isEncoder ? source : given;
    const row = followed[isEncoder ? "source" : "given"];
    const layer = layerOf(step);
    const where = {
      part: text.parts[part],
      stack: text.stacks[isEncoder ? "encoder" : "decoder"],
    };
    write(title, layer ? text.in_layer({ ...where, layer }) : text.in_stack(where));
    write(follows, text.follows({ token: signOf(tokens[row]), place: row + 1 }));
    const says = isLost ? text.lost : isOff ? text.passes : "";
    write(told, says || text.inside[part]({ token: signOf(tokens[row]) }));
    const gives = part === "head" ? "logits" : "gives";
    const lines = Object.entries({ ...inputs, [gives]: output }).map(([name, rows]) => {
      const isOther = name === "memory";
      return line(
        name,
        rows,
        isOther ? followed.source : row,
        isOther ? source : tokens,
      );
    });
    arrays.replaceChildren(...lines);
    more.replaceChildren();
    if (weights)
      more.append(...map(weights, row, tokens, inputs.memory ? source : tokens));
    if (part === "head") more.append(likeliest(output[row], symbols));
    write(count, text.step({ n: step, all: last }));
    back.setAttribute("aria-disabled", `${step === 1}`);
    next.setAttribute("aria-disabled", `${step === last}`);
    return `${title.textContent}. ${told.textContent}`;
  }
  /** An array's name and shape, and the first numbers of the token that is followed. */
  function line(name, rows, row, tokens) {
    const values = rows[row].slice(0, SHOWN).map((x) => {
      const cell = element("span", { "data-value": x }, fixed(x, 1));
      cell.style.backgroundColor = colour(0.5 * Math.max(-1, Math.min(1, x / FULL)));
      return cell;
    });
    const shape = `(${rows.length}, ${rows[0].length})`;
    const token = signOf(tokens[row]);
    const head = element("span", {}, text.arrays[name]({ shape, token }));
    const list = element("span", { class: "gb-vector" }, ...values, "…");
    return element("div", { "data-array": name }, head, list);
  }
  /** Weights as a picture, a row for each token that reads; and its own in words. */
  function map(weights, row, queries, keys) {
    const cells = weights.flatMap((of, i) =>
      of.map((weight) => {
        const cell = element("i", { "data-weight": weight, "data-row": i === row });
        cell.style.backgroundColor = colour(weight);
        return cell;
      }),
    );
    const top = keys.map((sign) => element("b", {}, signOf(sign)));
    const rows = queries.flatMap((sign, i) => [
      element("b", { "data-row": i === row }, signOf(sign)),
      ...cells.slice(i * keys.length, (i + 1) * keys.length),
    ]);
    const best = weights[row].indexOf(Math.max(...weights[row]));
    const words = text.reads({
      token: signOf(queries[row]),
      other: signOf(keys[best]),
      weight: fixed(weights[row][best], 2),
    });
    const look = { class: "gb-weights", role: "img", "aria-label": text.weights };
    const picture = element("div", look, element("b"), ...top, ...rows);
    picture.style.setProperty("--columns", keys.length);
    return [picture, element("p", { class: "gb-meaning" }, words)];
  }
  /** The likeliest next tokens, with their probabilities. */
  function likeliest(logits, symbols) {
    const pairs = softmax(logits).map((p, i) => [p, symbols[i]]);
    pairs.sort((a, b) => b[0] - a[0]);
    const words = pairs
      .slice(0, 3)
      .map(([p, sign]) => `${signOf(sign)} (${fixed(p, 2)})`);
    const told = text.likeliest({ tokens: words.join(", ") });
    return element("p", { class: "gb-likeliest" }, told);
  }
  const signOf = (sign) => ({ "^": text.start, $: text.end })[sign] ?? sign;
  return { node, set };
}
