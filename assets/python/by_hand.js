// Exercises that are answered with numbers: a form in the page, and the verdict.
import { button, element, write } from "../../lib/glassbox/widgets/shared/elements.js";
import { numberField } from "./number_field.js";

const WIDTH = 76; // columns of a line below a notebook's cell
const LABEL = 18; // of them, for what stands before an array

/**
 * The verdict of Python's ByHand.examine on a number or a list of them, as the answer
 * is: the same words in the same lines, but for the last, which says how to get hints.
 * With the width Infinity each sentence is one line.
 */
export function examine(data, given, width = WIDTH) {
  const { name, parts, answer, tolerance, wrongs, forms } = data;
  const [numbers, right] = [[given].flat(), [answer].flat()];
  const off = parts.filter((_, i) => !(Math.abs(numbers[i] - right[i]) <= tolerance));
  const written = (value) => writeNumbers(value, width - LABEL);
  if (!off.length) {
    const isExact = right.every((one) => Math.round(100 * one) / 100 === one);
    const form = isExact ? forms.right_exact : forms.right;
    const text = fill(form, { name, numbers: written(answer) });
    return { passed: true, text };
  }
  const lines = [
    fill(forms.not_yet, { name }),
    `  ${fill(forms.given, { numbers: written(given) })}`,
  ];
  const say = (form, values) => lines.push(wrap(fill(form, values), width));
  const wrong = knownMistake(wrongs, numbers, right, tolerance);
  if (wrong) {
    say(forms.mistake, { diagnosis: wrong.diagnosis });
    say(forms.look_at, { place: wrong.look_at });
  } else if (Array.isArray(answer)) {
    say(forms.off_at, { n: parts.length, places: off.join(forms.and) });
  } else {
    say(forms.off, {});
  }
  return { passed: false, text: lines.join("\n") };
}

/**
 * The mistake that gives these numbers, and is in one that is off; else one whose wrong
 * numbers are all among these: the rest may be off, too.
 */
function knownMistake(wrongs, numbers, right, tolerance) {
  const isOff = (x, i) => !(Math.abs(x - right[i]) <= tolerance);
  const isLike = (example, whole) => {
    // Rounded to as many digits as the right answer, whatever its size.
    const room = (x) => tolerance * Math.max(1, Math.abs(x));
    const fits = (x, i) =>
      Math.abs(numbers[i] - x) <= room(x) || (!whole && !isOff(x, i));
    return (
      example.every(fits) && example.some((x, i) => isOff(x, i) && isOff(numbers[i], i))
    );
  };
  const find = (whole) =>
    wrongs.find(({ examples }) => examples.some((one) => isLike([one].flat(), whole)));
  return find(true) ?? find(false);
}

const fill = (form, values) => form.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** Break a sentence into indented lines, as Python's textwrap does. */
function wrap(sentence, width) {
  const lines = [];
  let line = " ";
  for (const word of sentence.split(" ")) {
    if (line !== " " && line.length + 1 + word.length > width) {
      lines.push(line);
      line = " ";
    }
    line += ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Write numbers with four digits, in lines, as NumPy's array2string does. */
function writeNumbers(value, width) {
  if (!Array.isArray(value)) return writeNumber(value);
  const lines = [];
  let line = "";
  for (const [i, x] of value.entries()) {
    const word = writeNumber(x);
    if (i && 1 + line.length + word.length > width - 1) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += i < value.length - 1 ? `${word}, ` : word;
  }
  return `[${[...lines, line].join("\n ")}]`;
}

/** Write a number with four digits, as Python's ".4g" does; a whole one with all. */
export function writeNumber(x) {
  if (x === 0) return Object.is(x, -0) ? "-0" : "0";
  const size = Math.abs(x);
  if (Number.isInteger(x) && size >= 1e4 && size < 1e9) return `${x}`;
  let [factor, power] = x.toExponential(3).split("e");
  // Of two that are equally near, Python takes the even one, JavaScript the larger.
  const isTie = /^-?\d\.\d{3}50*e/.test(x.toExponential(100));
  const last = Number(factor.at(-1));
  if (isTie && last % 2) factor = `${factor.slice(0, -1)}${last - 1}`;
  const bare = (digits) => digits.replace(/\.0*$|(\.\d*?)0+$/, "$1");
  const digits = Number(power);
  if (digits >= -4 && digits < 4)
    return bare(Number(`${factor}e${power}`).toFixed(3 - digits));
  return `${bare(factor)}e${power[0]}${power.slice(1).padStart(2, "0")}`;
}

/**
 * A form for an exercise that is answered with numbers, and what empties it. `given` are
 * the texts that stood in its fields, `passed` whether they were once right; onchange
 * gets the texts as they are typed, onverdict the outcome of each check with its texts.
 */
export function byHandForm(data, words, { given = [], passed, onchange, onverdict }) {
  const known = [data.answer, ...data.wrongs.map(({ examples }) => examples)].flat(3);
  const fields = data.parts.map((label, place) =>
    numberField({
      label,
      known,
      text: given[place] ?? "",
      "data-answer": place,
      onedit() {
        if (verdict.dataset.passed !== "false") say(""); // it spoke of other numbers
        onchange(texts());
      },
    }),
  );
  const texts = () => fields.map(({ input }) => input.value);
  const verdict = element("div", { "data-verdict": "", role: "status" });
  const hints = hintsOneByOne(data.hints, words);

  function say(text, isRight) {
    write(verdict, text);
    if (isRight === undefined) delete verdict.dataset.passed;
    else verdict.dataset.passed = isRight;
  }

  function check() {
    for (const field of fields) {
      const isNumber = !field.text() || !Number.isNaN(field.number());
      field.explain(isNumber ? "" : words.not_a_number({ text: field.text() }));
    }
    const odd = fields.find(({ input }) => input.hasAttribute("aria-invalid"));
    const empty = fields.filter((field) => !field.text());
    const first = odd ?? empty[0];
    if (!first) return judge();
    say(odd ? "" : words.empty({ n: empty.length }));
    first.input.focus();
  }

  function judge() {
    const numbers = fields.map((field) => field.number());
    const answer = Array.isArray(data.answer) ? numbers : numbers[0];
    const named = { ...data, name: words.your_answer }; // the form has but one exercise
    const { passed, text } = examine(named, answer, Infinity);
    say(text.replace(/\n +/g, "\n"), passed);
    return passed;
  }

  const node = element(
    "form",
    { class: "glassbox-form", "data-exercise": data.name, novalidate: "" },
    element(
      "fieldset",
      {},
      element("legend", {}, data.task),
      element(
        "div",
        { class: "glassbox-fields" },
        ...fields.map((field) => field.node),
      ),
    ),
    element(
      "div",
      { class: "glassbox-actions" },
      element("button", { type: "submit", "data-action": "check" }, words.check),
      hints.button,
    ),
    verdict,
    hints.node,
  );
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    const isRight = check();
    if (isRight !== undefined) onverdict(isRight, texts());
  });
  const isComplete = fields.every((field) => !Number.isNaN(field.number()));
  if (passed && isComplete && !judge()) say(""); // changed since

  function reset() {
    for (const field of fields) field.set("");
    say("");
    hints.reset();
  }
  return { node, reset };
}

/** A button that shows hint after hint, each below the one before. */
export function hintsOneByOne(hints, words) {
  const node = element("div", { class: "glassbox-hints", "aria-live": "polite" });
  const next = button("hint", [], () => {
    const [number, n] = [node.childElementCount + 1, hints.length];
    const text = words.hint_text({ number, n, text: hints[number - 1] });
    node.append(element("p", {}, text));
    name();
  });
  function name() {
    const [number, n] = [node.childElementCount + 1, hints.length];
    next.setAttribute("aria-disabled", number > n);
    write(next, number > n ? words.no_more_hints : words.hint({ number, n }));
  }
  function reset() {
    node.replaceChildren();
    name();
  }
  name();
  return { node, button: next, reset };
}
