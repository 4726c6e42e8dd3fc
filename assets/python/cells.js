// What makes a chapter's page a place to work: cells that run, fields, predictions,
// and what the reader has done, kept. Nothing heavy is loaded before its first use.
import { element } from "../../lib/glassbox/widgets/shared/elements.js";
import { useLanguage } from "../../lib/glassbox/widgets/shared/format.js";
import { spoken } from "../../lib/glassbox/widgets/shared/words.js";
import { byHandForm, hintsOneByOne } from "./by_hand.js";
import { createCell, explain, quietCell } from "./cell.js";
import { createInterpreter, loadScript } from "./interpreter.js";
import { createNotebook } from "./notebook.js";
import { predictionForm } from "./prediction.js";
import { createWork, readWork } from "./work.js";
import { workPanel } from "./work_panel.js";

/** A function exercise that passed says so in its cell's output. */
const PASSED = /^✓ (\w+): /gm;
const CHECKED = /\bcheck\.(\w+)\(/g;

function startChapter(page, text) {
  const { slug, title, by_hand, hints, predictions, python, exercises } = page;
  const sources = new Map(); // cell's element → what tells its text
  const panel = workPanel({ text: text.work, slug, title, exercises, sources });
  const work = createWork(slug, () => panel.update(work));
  const resets = []; // what brings each part of the page back to the book's

  for (const [id, tables] of Object.entries(by_hand)) {
    /** @type {HTMLElement} */
    const cell = document.querySelector(`[data-by-hand="${id}"]`);
    const forms = tables.map((data) => {
      const form = byHandForm(data, text.by_hand, {
        given: work.get("answers", data.name),
        passed: work.get("passed", data.name),
        onchange: (texts) => work.set("answers", data.name, texts),
        onverdict: (passed) => passed && work.set("passed", data.name, true),
      });
      resets.push(form.reset);
      return form.node;
    });
    cell.before(...forms);
    cell.hidden = true; // the same, asked in Python
  }

  resets.push(...askPredictions(predictions, text, work));
  const cells = python ? startPython({ python, hints, text, work, sources }) : [];
  panel.start(work, () => {
    work.clear();
    for (const reset of resets) reset();
    for (const cell of cells) cell.reset?.();
  });
}

/**
 * A figure on the page shows what was predicted, where the fold says how.
 * @param {HTMLElement} folded
 */
function showOutcome(folded) {
  const { source, swapped } = folded.dataset;
  if (!source) return;
  const detail = { source, isSwapped: swapped !== undefined };
  document.dispatchEvent(new CustomEvent("glassbox:translate", { detail }));
}

/** Put each question before what is folded; returns what takes the answers back. */
function askPredictions(predictions, text, work) {
  return Object.entries(predictions).map(([id, question]) => {
    const folded = /** @type {HTMLElement} */ (
      document.querySelector(`[data-prediction="${id}"]`)
    );
    const form = predictionForm(question, text.prediction, {
      given: work.get("predictions", id),
      oncommit: (given) => {
        work.set("predictions", id, given);
        if (given !== undefined) showOutcome(folded);
      },
    });
    folded.before(form.node);
    return form.reset;
  });
}

function startPython({ python, hints, text, work, sources }) {
  for (const node of document.querySelectorAll(".cell[data-torch]")) {
    explain(node, text.cell.notebook, python.notebook, text.cell.torch);
  }
  let said = [text.cell.smollm2, " ", element("code", {}, python.smollm2)];
  for (const node of document.querySelectorAll(".cell[data-smollm2]")) {
    explain(node, text.cell.notebook, python.notebook, ...said);
    said = [text.cell.smollm2_too];
  }
  const plot = python.packs.plot.pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  const megabytes = (plot / 1e6).toFixed(0);
  /** @type {NodeListOf<HTMLElement>} */
  const shown = document.querySelectorAll(
    ".cell[data-cell], .cell[data-quiet]:has(.cell_input)",
  );
  const interpreter = createInterpreter({
    packs: python.packs,
    onprogress(...come) {
      for (const cell of cells) if (cell.isBusy?.()) cell.load(...come);
    },
  });
  let count = 0;
  const cells = [...shown].map((node) => {
    const id = node.dataset.cell;
    if (!id) return quietCell(node);
    const asked = node.querySelector(".cell_input pre").textContent.matchAll(CHECKED);
    count += 1;
    const cell = createCell(node, count, {
      isPassed: [...asked].some(([, name]) => work.get("passed", name)),
      text: text.cell,
      kept: work.get("drafts", id),
      hints: hints[id] && hintsOneByOne(hints[id], text.by_hand),
      edit,
      megabytes,
      onchange: (draft) => work.set("drafts", id, draft),
      onrun: () => notebook.run(cell),
      onstop: () => notebook.stop(cell),
      onfinish(output) {
        for (const [, name] of output.matchAll(PASSED)) work.set("passed", name, true);
      },
    });
    sources.set(node, cell.source);
    return cell;
  });
  const notebook = createNotebook(cells, interpreter, text.cell);

  let editor; // Promise of the editor's script and style
  function edit(place, options) {
    editor ??= Promise.all([
      loadScript(python.editor.script),
      new Promise((onload) => {
        const attributes = { rel: "stylesheet", href: python.editor.style, onload };
        document.head.append(element("link", attributes));
      }),
    ]).catch((error) => {
      editor = undefined; // another try may find it
      throw error;
    });
    return editor.then(() => globalThis.glassboxEditor.create(place, options));
  }
  return cells;
}

/** On the front page: how far the reader is, beside each chapter's name. */
function showProgress(chapters, text) {
  for (const { slug, exercises, page } of chapters) {
    const passed = Object.keys(readWork(slug).passed).length;
    const link = document.querySelector(`.chapter-cards a[href$="${page}"]`);
    if (!passed || !link) continue;
    const words = text.progress({ n: passed, of: exercises });
    link.after(" ", element("span", { class: "glassbox-progress" }, words));
  }
}

const page = JSON.parse(document.getElementById("page-work").textContent);
useLanguage(page.language);
const text = spoken(page.words, new Intl.PluralRules(page.language));
if (page.chapters) {
  showProgress(page.chapters, text.work);
  askPredictions(
    page.predictions,
    text,
    createWork(page.slug, () => {}),
  );
} else startChapter(page, text);
