// Where the reader types a date, and what is wrong with it.
import { element, write } from "../shared/elements.js";

/** What is wrong with a source of these signs, or "". */
function explain(signs, { source_tokens, longest_source }, text) {
  if (!signs.length) return text.empty;
  if (signs.length > longest_source) {
    return text.long({ n: signs.length, most: longest_source });
  }
  const unknown = signs.find((sign) => !source_tokens.includes(sign));
  if (!unknown) return "";
  const code = unknown.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  const known = source_tokens.slice(1).join("");
  return text.unknown({ sign: unknown, code: `U+${code}`, known });
}

/** Whether a date is whole: three parts or more, and one is a year of four digits. */
function isWhole(source) {
  const parts = source.match(/[a-z]+|[^\sa-z,/年月日]+/gi) ?? [];
  return parts.length > 2 && parts.some((part) => /^[^a-z]{4}$/i.test(part));
}

/**
 * A field for the source; ontype hears every good one. A wrong one is explained, and
 * ontype hears the last whole date instead of the piece that was typed before it.
 */
export function dateField(text, facts, ontype) {
  const error = element("span", { class: "gb-error", role: "alert" });
  const field = element("input", {
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    oninput(event) {
      if (!event.isComposing) read(); // not while pinyin is typed
    },
    oncompositionend: read,
  });
  const node = element("label", { class: "gb-field" }, text.field, field, error);

  let good = ""; // the last whole date, or what the page itself set
  let isTyping = false; // what is typed stays, whatever date is shown
  function read() {
    const source = field.value.trim();
    const problem = explain([...source], facts, text);
    mark(problem);
    if (!problem && isWhole(source)) good = source;
    isTyping = true;
    ontype(problem ? good : source);
    queueMicrotask(() => {
      isTyping = false; // after the repaint that ontype asked for
    });
  }
  function mark(problem) {
    write(error, problem);
    field.ariaInvalid = problem ? "true" : null;
  }
  function set(source) {
    if (isTyping) return;
    if (isWhole(source) || field.value.trim() !== source) good = source;
    if (field.value.trim() !== source) field.value = source;
    mark("");
  }
  return { node, set };
}
