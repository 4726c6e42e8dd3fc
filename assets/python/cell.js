// A code cell of the page: its buttons, its editor, its live output.
import { button, element, write } from "../../lib/glassbox/widgets/shared/elements.js";

/**
 * Bring a cell of the page to life. `edit(place, options)` gives an editor; `kept` and
 * `onchange` are the reader's own text of the cell, undefined for the book's.
 */
export function createCell(node, number, options) {
  const { text, kept, hints, isPassed, edit, megabytes } = options;
  const { onchange, onrun, onstop, onfinish } = options;
  const input = node.querySelector(".cell_input");
  const code = input.querySelector("pre");
  const colored = [...code.childNodes];
  const original = code.textContent.trimEnd();
  /** @type {HTMLDetailsElement} */
  const fold = node.querySelector("details[data-prediction]");
  /** @type {HTMLElement} */
  const question = node.querySelector("[data-question]");
  const needs = node.dataset.needs;
  let source = kept ?? original;
  let editor; // from the first edit on
  let opened; // Promise of it

  // ---- the bar below the code -------------------------------------------------

  const run = button("run", [text.run], () => onrun());
  const stop = button("stop", [text.stop], () => onstop());
  const change = button("edit", [text.edit], () => startEditing());
  const restore = button("restore", [text.restore], () => {
    reset();
    run.focus();
  });
  const status = element("span", { role: "status" });
  const progress = element("progress", { max: 1, "aria-hidden": true });
  const note = element("span", { class: "glassbox-note" });
  if (needs) note.append(text.needs[needs]({ megabytes }));
  const keys = element("span", { class: "glassbox-note glassbox-keys" }, text.keys);
  keys.hidden = true; // until there is an editor
  const bar = element(
    "div",
    { class: "glassbox-bar" },
    element("span", { class: "glassbox-number" }, `[${number}]`),
    run,
    stop,
    change,
    restore,
    hints?.button ?? "",
    progress,
    status,
    note,
    keys,
  );
  for (const [one, words] of [
    [run, text.run_cell],
    [stop, text.stop_cell],
    [change, text.edit_cell],
    [restore, text.restore_cell],
  ]) {
    one.setAttribute("aria-label", words({ number: `${number}` }));
  }
  input.after(bar, hints?.node ?? "");

  // ---- what comes out ---------------------------------------------------------

  const output = element("div", {
    class: "cell_output docutils container", // as the stored one
    "data-output": "",
  });
  output.hidden = true;
  if (fold) fold.before(output);
  else (hints?.node ?? bar).after(output);

  /** Show a piece of output; printed pieces continue each other. */
  function show(kind, words) {
    const last = output.lastElementChild;
    if (kind === "html") {
      const drawing = element("div", { class: "output" });
      drawing.innerHTML = words; // made by the library in the reader's own page
      output.append(drawing);
    } else if (kind === "left_out") {
      output.append(
        element("p", { class: "output" }, text.left_out({ n: Number(words) })),
      );
    } else if (last?.dataset.kind === kind && kind !== "text") {
      last.querySelector("pre").append(words);
    } else {
      const pre = element("pre", {}, words);
      const box = element("div", { class: "highlight" }, pre);
      output.append(element("div", { class: "output", "data-kind": kind }, box));
    }
  }

  // ---- its text -----------------------------------------------------------------

  function changed(words) {
    source = words;
    onchange(source === original ? undefined : source);
    restore.hidden = source === original && output.hidden;
    if (["done", "failed"].includes(node.dataset.runState)) write(status, text.changed);
  }

  async function startEditing() {
    try {
      opened ??= openEditor(); // once, however often it is asked for meanwhile
      (await opened).focus();
    } catch (error) {
      opened = undefined;
      write(status, text.unavailable({ error: error.message }));
    }
  }

  async function openEditor() {
    const place = element("div", {});
    editor = await edit(place, {
      text: source,
      label: text.code({ number: `${number}` }),
      description: text.editor_keys,
      onchange: changed,
      onrun,
    });
    input.append(place);
    code.closest(".highlight").hidden = true;
    change.hidden = true;
    keys.hidden = false;
    return editor;
  }

  /** Bring back the book's code and output. */
  function reset() {
    output.replaceChildren();
    output.hidden = true;
    if (editor) editor.setText(original);
    else code.replaceChildren(...colored);
    delete node.dataset.own;
    if (fold) fold.open = false;
    hints?.reset();
    changed(original);
    if (!isBusy()) setState("idle", "");
  }

  code.addEventListener("click", () => {
    if (getSelection().isCollapsed) startEditing(); // else something is selected
  });

  /** Whether the reader may still predict what the book's code prints. */
  const isAsked = () =>
    source === original &&
    fold?.open === false &&
    Boolean(question?.querySelector("[data-action=commit]:not([hidden])"));

  // What was printed before the prediction waits in the fold.
  fold?.addEventListener("toggle", () => {
    if (fold.open && node.dataset.runState === "done") output.hidden = false;
  });

  // ---- its state ----------------------------------------------------------------

  function setState(state, words) {
    node.dataset.runState = state;
    if (!isBusy()) output.style.minHeight = "";
    const [shown, gone] = isBusy() ? [stop, run] : [run, stop];
    const hadFocus = document.activeElement === gone;
    shown.hidden = false;
    gone.hidden = true;
    if (hadFocus) shown.focus(); // a hidden button would lose it to nobody
    progress.hidden = state !== "loading";
    write(status, words);
  }
  const isBusy = () => ["loading", "running"].includes(node.dataset.runState);
  const say = (words) => write(status, words);

  restore.hidden = kept === undefined;
  setState("idle", "");
  if (kept !== undefined) {
    code.replaceChildren(kept);
    node.dataset.own = "";
    write(status, isPassed ? text.kept_passed : text.kept);
  }

  return {
    node,
    number,
    needs,
    ran: undefined, // the text that Python has run
    ended: undefined, // the text that had to be stopped
    isExercise: /\bcheck\.\w+\(/.test(original),
    source: () => source,
    isBusy,
    reset,
    say,
    show,
    wait: (words) => setState("loading", words),
    load(pack, come, total) {
      progress.value = come / total;
      const [here, all] = [come, total].map((bytes) => (bytes / 1e6).toFixed(0));
      const words = text.loading[pack]({ come: here, total: all });
      say(come < total ? words : text.starting[pack]);
    },
    begin() {
      // What is below stays where it is until there is something new to see.
      const seen = [...node.querySelectorAll(":scope > .cell_output")];
      const height = Math.max(0, ...seen.map((one) => one.offsetHeight));
      output.style.minHeight = `${height}px`;
      output.replaceChildren();
      output.hidden = isAsked();
      restore.hidden = false;
      note.hidden = true; // what it needs has come
      delete node.dataset.own;
      setState("running", text.running);
    },
    finish({ ok, seconds, count, ended, failed }) {
      const words = [
        ok
          ? text.done({ seconds: seconds.toFixed(seconds < 10 ? 1 : 0) })
          : text.failed,
      ];
      if (count) words.push(text.ran_above({ n: count }));
      const numbers = (list) => list.map((one) => `${one.number}`).join(", ");
      if (ended.length) words.push(text.above_stopped({ numbers: numbers(ended) }));
      if (!ok && failed.length) {
        words.push(text.above_failed({ numbers: numbers(failed) }));
      }
      if (ok && !output.childElementCount) words.push(text.no_output);
      const waits = ok && isAsked();
      if (waits) words.push(text.waits);
      setState(ok ? "done" : "failed", words.join(" "));
      output.hidden = waits;
      if (ok && fold && source === original && !waits) fold.open = true;
      for (const pre of output.querySelectorAll("pre")) {
        if (pre.scrollWidth > pre.clientWidth) pre.tabIndex = 0; // to scroll by keys
      }
      onfinish(output.textContent);
    },
    /** Stopped by the reader, or, with words, by itself. */
    end(words) {
      setState(
        words ? "failed" : "stopped",
        words ? text.died({ error: words }) : text.stopped,
      );
    },
    fail: (words) => setState("failed", words),
  };
}

/** A cell that is not run for itself, such as a widget's; those below may need it. */
export function quietCell(node) {
  const source = node.querySelector(".cell_input pre").textContent;
  return { number: 0, ran: undefined, isExercise: true, source: () => source };
}

/** Say, below a cell that no page can run, why and what to do instead. */
export function explain(node, link, address, ...said) {
  const notebook = element("a", { href: address, download: "" }, link);
  const note = element("span", { class: "glassbox-note" }, ...said, " ", notebook);
  const bar = element("div", { class: "glassbox-bar" }, note);
  node.querySelector(".cell_input").after(bar);
}
