// The triangle: a row for each step, a column for each token.
import { element } from "../shared/elements.js";
import { rowKinds } from "./numbers.js";

/**
 * draw(tokens, written, keep, words) shows the steps so far; words say them. onstep
 * hears which step's row is pressed, or reached by the arrow keys.
 */
export function triangle(name, onstep) {
  const node = element("div", {
    class: "gb-triangle",
    role: "slider",
    tabindex: 0,
    "aria-label": name,
    "aria-valuemin": 1,
    onclick({ clientY }) {
      const { top, height } = node.getBoundingClientRect();
      onstep(inside(1 + Math.floor((rows.length * (clientY - top)) / height)));
    },
    onkeydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = {
        ArrowLeft: now - 1,
        ArrowUp: now - 1, // as the rows stand: later steps are further down
        ArrowRight: now + 1,
        ArrowDown: now + 1,
        Home: 1,
        End: rows.length,
      }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      onstep(inside(next));
    },
  });
  const ring = element("i", { class: "gb-ring" });
  let rows = [];
  let now = 1;
  let made = "";
  const inside = (step) => Math.max(1, Math.min(rows.length, step));

  function make(tokens) {
    rows = tokens.map((token, i) => {
      const step = i + 1;
      const place = (from, to = from + 1) =>
        `grid-area: ${step} / ${from} / auto / ${to}`;
      const head = element("b", { style: place(1) }, `${step}`);
      const cells = tokens
        .slice(0, step)
        .map((_, j) => element("i", { style: place(j + 2) }));
      const word = element(
        "span",
        { style: place(step + 2, -1), translate: "no" },
        token,
      );
      return { head, cells, word };
    });
    node.style.setProperty("--n", `${tokens.length}`);
    const parts = rows.flatMap(({ head, cells, word }) => [head, ...cells, word]);
    node.replaceChildren(...parts, ring);
    node.setAttribute("aria-valuemax", `${tokens.length}`);
  }
  function draw(tokens, written, keep, words) {
    const wanted = JSON.stringify(tokens);
    if (made !== wanted) make(tokens);
    made = wanted;
    now = written;
    rows.forEach(({ head, cells, word }, i) => {
      const step = i + 1;
      const isWritten = step <= written;
      const kinds = isWritten ? rowKinds(step, keep) : [];
      cells.forEach((cell, j) => {
        cell.dataset.kind = kinds[j] ?? "none";
      });
      head.dataset.now = `${step === written}`;
      word.dataset.written = head.dataset.written = `${isWritten}`;
    });
    ring.style.gridArea = `${written} / 2 / auto / ${written + 2}`;
    node.setAttribute("aria-valuenow", `${written}`);
    node.setAttribute("aria-valuetext", words);
  }
  return { node, draw };
}
