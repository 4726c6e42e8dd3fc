// A question before an output that is folded: the reader commits, then looks.
import { button, element, write } from "../../lib/glassbox/widgets/shared/elements.js";
import { hasThousands, numberField, readNumber } from "./number_field.js";

/**
 * How a committed answer compares, as lines: a choice's number, or a number as typed.
 * reasons says of each wrong choice why it is wrong. A number is right within half a
 * unit of the last digit printed, or rounded to two digits and more. What known mistakes
 * give is named: mistakes has their numbers, and what each says. Where none are known,
 * the number was measured and not worked out, and a guess within 10 % is close.
 */
export function compare(question, given, words) {
  const { verdict, lines } = question.choices
    ? compareChoice(question, given, words)
    : compareNumber(question, given, words);
  return { verdict, text: [...lines, question.told ?? ""].join("\n").trimEnd() };
}

function compareChoice({ choices, right, reasons }, given, words) {
  const [said, is] = [{ given: choices[given] }, { right: choices[right] }];
  return given === right
    ? { verdict: "right", lines: [words.as_said(said)] }
    : { verdict: "off", lines: [words.said(said), words.is(is), reasons[given]] };
}

function compareNumber({ number, unit, mistakes }, given, words) {
  const right = readNumber(number, true);
  const typed = readNumber(given, hasThousands([right]));
  // Asked for a part of 1, some answer in percent.
  const share = /%\s*$/.test(given) && Math.abs(right) <= 1;
  const value = share ? typed / 100 : typed;
  const measured = (text) => (unit ? words.with_unit({ number: text, unit }) : text);
  const values = { given: measured(given), right: measured(number) };
  if (isPrinted(number, value)) {
    return { verdict: "right", lines: [words.number_right(values)] };
  }
  if (isRounded(number, value, given)) {
    return { verdict: "right", lines: [words.number_rounded(values)] };
  }
  const known = Object.keys(mistakes ?? {}).find(
    (wrong) => isPrinted(wrong, value) || isRounded(wrong, value, given),
  );
  if (known) {
    const named = words.mistake({ mistake: mistakes[known] });
    return { verdict: "off", lines: [words.number_off(values), named] };
  }
  return !mistakes && Math.abs(value - right) <= 0.1 * Math.abs(right)
    ? { verdict: "close", lines: [words.number_close(values)] }
    : { verdict: "off", lines: [words.number_off(values)] };
}

/** Whether a value is this printed number, as far as its last digit tells. */
function isPrinted(number, value) {
  const off = Math.abs(value - readNumber(number, true));
  // A tiny part more: 0.825 is a little further from 0.82 than 0.005, in binary.
  return off <= halfOfLastDigit(number) * (1 + 1e-9);
}

/** Whether it is that number, rounded to two digits or more: 0.65 for 0.6494, not 0.6. */
function isRounded(number, value, given) {
  const rounded = given.match(/^[-−]?0*(\d*)[.,](\d+)$/);
  const hasTwoDigits = rounded && `${Number(rounded[1] + rounded[2])}`.length > 1;
  const off = Math.abs(value - readNumber(number, true));
  return hasTwoDigits && off <= 0.5 * 10 ** -rounded[2].length;
}

/** Half a unit of the last digit that is printed: 0.005 for 0.82, and 0.5 for 12. */
function halfOfLastDigit(number) {
  const decimals = number.match(/\.(\d*)/)?.[1].length ?? 0;
  const power = Number(number.match(/e([+-]?\d+)/i)?.[1] ?? 0);
  return 0.5 * 10 ** (power - decimals);
}

/**
 * A form for a question, to stand before the details that hold the output: committing
 * opens them. `given` is what was committed before; oncommit gets what is committed,
 * or undefined when the reader wants to predict again.
 */
export function predictionForm(question, words, { given, oncommit }) {
  const answer = question.choices
    ? choiceOf(question, words)
    : numberOf(question, words);
  const commit = element("button", { type: "submit", "data-action": "commit" });
  commit.append(words.commit);
  const again = button("again", [words.again], () => {
    show(undefined);
    oncommit(undefined);
    answer.focus();
  });
  const outcome = element("div", { "data-outcome": "", role: "status" });
  const fieldset = element(
    "fieldset",
    {},
    element("legend", {}, question.ask),
    answer.node,
  );

  function show(committed) {
    const isOpen = committed === undefined;
    fieldset.disabled = !isOpen;
    commit.hidden = !isOpen;
    again.hidden = isOpen;
    answer.set(committed);
    say(isOpen ? { text: "" } : compare(question, committed, words));
  }
  function say({ text, verdict = "" }) {
    outcome.dataset.outcome = verdict;
    write(outcome, text);
  }

  const node = element(
    "form",
    { class: "glassbox-form", "data-question": "", novalidate: "" },
    fieldset,
    element("div", { class: "glassbox-actions" }, commit, again),
    outcome,
  );
  node.addEventListener("submit", (event) => {
    event.preventDefault();
    if (fieldset.disabled) return;
    const { committed, wish = "" } = answer.read();
    if (committed === undefined) {
      say({ text: wish });
      answer.focus();
      return;
    }
    show(committed);
    for (let next = node.nextElementSibling; next; next = next.nextElementSibling) {
      if (next instanceof HTMLDetailsElement) next.open = true;
    }
    again.focus(); // the button that had the focus is gone
    oncommit(committed);
  });
  node.addEventListener("input", () => say({ text: "" }));
  show(answer.fits(given) ? given : undefined);
  return { node, reset: () => show(undefined) };
}

// What is asked for, a choice or a number: its node, and how it is set, read and focused.
// `fits` tells whether what was stored is an answer to the question as it is today.

function choiceOf({ choices, right }, words) {
  const inputs = choices.map((_, value) =>
    element("input", { type: "radio", name: "choice", value }),
  );
  const labels = choices.map((choice, i) => element("label", {}, inputs[i], choice));
  return {
    node: element("div", { class: "glassbox-choices" }, ...labels),
    set(committed) {
      for (const [i, input] of inputs.entries()) {
        input.checked = i === committed;
        const mark = i === right ? "right" : i === committed ? "wrong" : "";
        labels[i].dataset.mark = committed === undefined ? "" : mark;
      }
    },
    focus: () => (inputs.find((one) => one.checked) ?? inputs[0]).focus(),
    read() {
      const place = inputs.findIndex((one) => one.checked);
      return place < 0 ? { wish: words.choose } : { committed: place };
    },
    fits: (given) => given in choices,
  };
}

function numberOf({ number, unit }, words) {
  const right = readNumber(number, true);
  const label = unit ? words.number_in({ unit }) : words.number;
  // The keys that a phone offers must not tell the sign: known has both.
  const field = numberField({ label, known: [right, -right], text: "", onedit() {} });
  return {
    node: field.node,
    set: (committed = "") => field.set(committed),
    focus: () => field.input.focus(),
    read() {
      const text = field.text();
      if (!text) return { wish: words.empty };
      if (!Number.isNaN(field.number())) return { committed: text };
      field.explain(words.not_a_number({ text }));
      return {};
    },
    fits: (given) => typeof given === "string",
  };
}
