// The chapter's cells with the reader's own text, as a file to go on with elsewhere.
import { readNumber } from "./number_field.js";

/**
 * The page's headings and cells in order. `sources` gives, by its element, each cell's
 * text as it is now.
 * @returns {{ heading?: string, level?: number, source?: string }[]}
 */
export function chapterParts(sources) {
  /** @type {NodeListOf<HTMLElement>} */
  const found = document.querySelectorAll(
    ".bd-article :is(h1, h2, h3), .bd-article .cell_input, .bd-article [data-exercise]",
  );
  const parts = [];
  for (const node of found) {
    if (/^H\d$/.test(node.tagName)) {
      const heading = node.firstChild.textContent.trim();
      parts.push({ heading, level: Number(node.tagName[1]) });
    } else if (node.dataset.exercise) {
      parts.push({ source: answerInPython(node) });
    } else {
      /** @type {HTMLElement} */
      const cell = node.closest(".cell");
      const shown = () => cell.querySelector("pre").textContent.trimEnd();
      // A hidden one is asked for in fields.
      if (!cell.hidden) parts.push({ source: (sources.get(cell) ?? shown)() });
    }
  }
  return parts;
}

/** check.name([…]) with what stands in an exercise's fields; dots where nothing does. */
function answerInPython(form) {
  const fields = [...form.querySelectorAll("[data-answer]")];
  const numbers = fields.map((field) => readNumber(field.value, true));
  const values = numbers.map((x) => (Number.isFinite(x) ? `${x}` : "..."));
  const list = values.length > 1 ? `[${values.join(", ")}]` : values[0];
  return `from glassbox import check\n\ncheck.${form.dataset.exercise}(${list})`;
}

export function asPython(parts, title) {
  const text = parts.map(({ heading, level, source }) =>
    heading ? `# ${"#".repeat(level)} ${heading}` : source,
  );
  return `"""${title}"""\n\n${text.join("\n\n")}\n`;
}

export function asNotebook(parts) {
  const cells = parts.map(({ heading, level, source }, i) => {
    const cell = { id: `cell-${i}`, metadata: {} };
    if (heading) {
      return {
        ...cell,
        cell_type: "markdown",
        source: `${"#".repeat(level)} ${heading}`,
      };
    }
    return { ...cell, cell_type: "code", execution_count: null, outputs: [], source };
  });
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  const metadata = { kernelspec, language_info: { name: "python" } };
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, null, 1);
}
