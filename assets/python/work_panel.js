// "Your work" at the end of a chapter: what is done, to save and to clear.
import { button, element, write } from "../../lib/glassbox/widgets/shared/elements.js";
import { asNotebook, asPython, chapterParts } from "./export.js";

/** What is done, in words; a page without exercises doesn't count them. */
export function summary(text, exercises, work) {
  const n = exercises.filter((name) => work.get("passed", name)).length;
  const drafts = work.names("drafts").length;
  const words = exercises.length ? [text.passed({ n, of: exercises.length })] : [];
  if (drafts) words.push(text.drafts({ n: drafts }));
  return words.join(" ");
}

/** The panel; `exercises` are the names of all that the chapter asks. */
export function workPanel({ text, slug, title, exercises, sources }) {
  const done = element("p", { role: "status" });
  const place = element("p", {}, text.place);
  let clearAll;
  const save = (action, label, ending, type, write) =>
    button(action, [label], () => {
      download(`${slug}.${ending}`, type, write(chapterParts(sources), title));
    });
  const clear = button("clear-work", [text.clear], () => {
    if (confirm(text.really)) clearAll();
  });
  const node = element(
    "section",
    { class: "glassbox-work", "aria-label": text.title },
    element("h2", {}, text.title),
    done,
    element(
      "div",
      { class: "glassbox-bar" },
      save(
        "save-notebook",
        text.save_notebook,
        "ipynb",
        "application/json",
        asNotebook,
      ),
      save("save-python", text.save_python, "py", "text/x-python", asPython),
      clear,
    ),
    place,
  );

  function update(work) {
    write(done, summary(text, exercises, work));
    write(place, work.isKept() ? text.place : text.not_kept);
    const nothing = !["drafts", "answers", "passed", "predictions"].some(
      (part) => work.names(part).length,
    );
    clear.setAttribute("aria-disabled", `${nothing}`);
  }

  return {
    update,
    /** Show the panel at the end of the chapter. */
    start(work, onclear) {
      clearAll = onclear;
      document.querySelector(".bd-article > section").append(node);
      update(work);
    },
  };
}

function download(name, type, words) {
  const href = URL.createObjectURL(new Blob([words], { type }));
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // ms; the browser has it by then
}
