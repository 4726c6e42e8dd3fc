import { choice } from "../shared/choice.js";
import { button, element, write } from "../shared/elements.js";
import { formatShort } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { widget } from "../shared/shell.js";
import { slider } from "../shared/slider.js";
import { ledger, short } from "./account.js";
import { dueOf, equalValues, largestFirst, sizesFor, sweep } from "./numbers.js";
import { picture, vector } from "./picture.js";

function build({ text, edit, undo, reset }) {
  const now = () => edit.state();
  const blocksOf = ({ scores, block_size }) => Math.ceil(scores.length / block_size);
  /** Change what is read: a sweep that was done is done again, another starts before its first block. */
  function change(of) {
    const state = now();
    const isNew = Object.entries(of).some(
      ([name, value]) => `${value}` !== `${state[name]}`,
    );
    if (!isNew) return;
    const isDone = state.step === blocksOf(state);
    edit.commit(null, { ...of, step: isDone ? blocksOf({ ...state, ...of }) : 0 });
  }
  const go = (by) => () => edit.commit(null, { step: now().step + by });

  const dial = slider({
    "aria-label": text.read,
    "data-field": "step",
    min: 0,
    onvalue: (step) => edit.commit("step", { step }),
  });
  const at = element("span", { "aria-hidden": "true" });
  const back = button("back", [text.back], go(-1));
  const on = button("step", [text.next_block], go(1));
  const PRESETS = {
    largest: largestFirst,
    equal: equalValues,
  };
  const presets = Object.entries(PRESETS).map(([name, of]) =>
    button(name, [text.presets[name]], () => change(of(now()))),
  );
  const book = ledger(text, {
    onforget(forget) {
      if (forget !== now().forget) edit.commit(null, { forget });
    },
    oncompare: () => edit.commit(null, { compared: true }),
  });
  const [told, next, held] = ["told", "next", "held"].map((name) =>
    element("p", { "data-part": name }),
  );
  const [sizes, row] = [element("div"), element("div")];
  const children = [
    element(
      "div",
      { class: "gb-sides" },
      element(
        "div",
        {},
        sizes,
        row,
        element(
          "div",
          { class: "gb-steps" },
          back,
          element("div", { class: "gb-slider" }, dial.input),
          at,
          on,
        ),
        next,
      ),
      element("div", {}, told, book.node, held),
    ),
    element("div", { class: "gb-actions" }, ...presets, undo, reset),
  ];
  let shown = { n: 0, step: 0, draw: null, set: null, wrongEntry: null };

  /** Make what depends on the number of scores. */
  function lay(n) {
    const size = choice({
      name: "size",
      label: text.block_size,
      options: sizesFor(n).map((one) => [`${one}`, `${one}`]),
      onchoose(key) {
        if (Number(key) !== now().block_size) change({ block_size: Number(key) });
      },
    });
    const { node, draw, wrongEntry } = picture(text, n, {
      onscore: (i, value) =>
        edit.commit(`score-${i}`, { scores: now().scores.with(i, value) }),
      scoreAt: (i) => now().scores[i],
    });
    sizes.replaceChildren(size.node);
    row.replaceChildren(node);
    shown = { n, step: now().step, draw, set: size.set, wrongEntry };
  }

  function update(state, forced) {
    const { scores, step, block_size } = state;
    if (scores.length !== shown.n) lay(scores.length);
    const accounts = sweep(state);
    const last = accounts.length - 1;
    const account = accounts[step];
    shown.set(block_size);
    dial.input.max = `${last}`;
    const read = text.of({ step: `${step}`, last: `${last}` });
    dial.set(step, read);
    write(at, read);
    back.ariaDisabled = `${step === 0}`;
    on.ariaDisabled = `${step === last}`;
    const { found, isOff } = book.draw(state, account);
    write(told, tell(state, account));
    const isMoved = step !== shown.step; // a wrong entry is given up, and it is said
    const typed = isMoved && shown.wrongEntry();
    const ahead =
      step < last ? ask(state, account) : text.done[outcome(accounts, state, isOff)];
    write(next, typed ? `${text.refused({ typed })} ${ahead}` : ahead);
    const size = Math.min(block_size, scores.length);
    const kind = size === scores.length ? "whole" : "blocks";
    held.replaceChildren(...formula(text.held[kind]({ n: size })));
    const said = text.said({
      read,
      told: told.textContent,
      m: formatShort(account.maximum),
      s: short(account.sum, 4),
      o: vector(account.output, 3),
      found: step ? vector(found, 2) : "–",
    });
    const number = `${step}`; // alone where a tile is too narrow for more
    const name = block_size > 1 ? text.block({ number }) : number;
    shown.draw(state, account, {
      name,
      words: text.picture({ said: told.textContent }),
      forced: forced || isMoved,
    });
    shown.step = step;
    return said;
  }

  /** What the last block did. */
  function tell(state, account) {
    const { before, maximum, factor, sum, output } = account;
    if (!before) return text.told.start;
    const given = { m: formatShort(maximum), old: formatShort(before.maximum) };
    if (before.end === 0) return text.told.first(given);
    const due = dueOf(state, account);
    const isFar = (x, right) =>
      Math.abs(x - right) > 1e-9 * Math.max(1, Math.abs(right));
    const sums = [sum, ...output];
    const dues = [due.sum, ...due.output];
    const wrong = sums.findIndex((x, i) => isFar(x, dues[i]));
    if (wrong >= 0) {
      const [found, right] = [sums, dues].map((all) =>
        short(all[wrong], wrong ? 3 : 4),
      );
      const pairs = { name: text.sums[wrong], found, due: right };
      const words = text.told[factor === 1 ? "earlier" : "forgot"];
      return words({ ...given, ...pairs, factor: short(factor, 4) });
    }
    if (factor === 1) return text.told.same(given);
    return text.told.larger({ ...given, factor: short(factor, 4) });
  }
  /** What comes next, and what to think about before it is shown. */
  function ask({ scores, block_size, step }, { maximum, end }) {
    const part = scores.slice(end, end + block_size).map((x) => formatShort(x));
    const given = { n: part.length, number: `${step + 1}`, scores: part.join(", ") };
    return step
      ? text.next({ ...given, m: formatShort(maximum) })
      : text.first_next(given);
  }
  /** What there is to say of all blocks: a key of the words. */
  function outcome(accounts, { forget, compared }, isOff) {
    const isRight = forget === "nothing";
    if (accounts.length === 2) return "once";
    if (isRight && !compared) return "asked";
    const isNever = accounts.slice(2).every(({ factor }) => factor === 1);
    if (isNever) return "never";
    if (isRight) return "right";
    return isOff ? "wrong" : "lucky";
  }
  return { children, update };
}

export default widget({
  name: "sweep",
  traits: ["scores", "values", "block_size", "step", "forget", "compared"],
  build,
});
