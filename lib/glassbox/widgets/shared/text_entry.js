// A text to type, under its label, or to take from a few examples.
import { choice } from "./choice.js";
import { element, write } from "./elements.js";

/**
 * A text to type or to choose. text has the words field, try_these, examples, empty and
 * long({ n, most }); examples are the texts, by the keys of text.examples. ontext(what,
 * content) hears a good one: what is "type" while the reader types, else null, as
 * edit.commit takes it; onstart() hears every try before that. A text that isEmpty, or
 * has more than longest characters, is marked, and the last good one stays.
 */
export function textEntry({ text, examples, longest, isEmpty, ontext, onstart }) {
  const error = element("span", { class: "gb-error", role: "alert" });
  const field = element("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    oninput(event) {
      if (!event.isComposing) read(); // not while pinyin is typed
    },
    oncompositionend: read,
  });
  function read() {
    onstart();
    const n = [...field.value].length;
    if (isEmpty(field.value)) mark(text.empty);
    else if (n > longest) mark(text.long({ n, most: longest }));
    else {
      mark("");
      ontext("type", field.value);
    }
  }
  function mark(problem) {
    write(error, problem);
    field.ariaInvalid = problem ? "true" : null;
  }
  const picks = choice({
    name: "examples",
    label: text.try_these,
    options: text.examples,
    onchoose(name) {
      onstart();
      mark("");
      field.value = examples[name];
      ontext(null, examples[name]);
    },
  });
  /** Show the model's text; unless forced, leave alone a wrong one that is typed. */
  function set(content, forced) {
    if (forced) mark("");
    if (field.value !== content && !error.textContent) field.value = content;
    picks.set(Object.keys(examples).find((name) => examples[name] === content) ?? "");
  }
  const label = element("label", { class: "gb-field" }, text.field, field, error);
  const node = element("div", { class: "gb-text-entry" }, label, picks.node);
  return { node, set };
}
