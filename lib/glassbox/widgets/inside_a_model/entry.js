// Where the reader types the letters that the model reads, and what is wrong with them.
import { element, write } from "../shared/elements.js";
import { LENGTH, LETTERS, roundsOf } from "./numbers.js";

/** What is wrong with letters, or "". */
function explain(content, text) {
  const strange = [...content].find((sign) => !LETTERS.includes(sign));
  if (strange) return text.unknown({ sign: strange });
  if (content.length < 2) return text.empty;
  if (content.length <= LENGTH) return "";
  return text.long({ n: content.length, most: LENGTH });
}

/**
 * A field for letters, with a space wherever they begin again; spaces don't count.
 * oncontent hears every good text; one that is not is explained, and the last good one
 * stays.
 */
export function letterField(text, oncontent) {
  const error = element("span", { class: "gb-error", role: "alert" });
  const field = element("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "data-field": "content",
    oninput(event) {
      if (!event.isComposing) read();
    },
    oncompositionend: read,
  });
  const typed = () => field.value.replaceAll(" ", "");
  function read() {
    const content = typed();
    const problem = explain(content, text);
    mark(problem);
    if (!problem) oncontent(content);
  }
  function mark(problem) {
    write(error, problem);
    field.ariaInvalid = problem ? "true" : null;
  }
  /** Show the model's text; unless forced, leave alone a wrong one that is typed. */
  function set(content, forced) {
    if (forced) mark("");
    if (error.textContent || typed() === content) return;
    field.value = roundsOf(content).join(" ");
  }
  const node = element("label", { class: "gb-field" }, text.field, field, error);
  return { node, set };
}
