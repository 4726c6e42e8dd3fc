// The tables of the widget one context or many: all contexts, and one context's sum.
import { colour } from "../shared/colour.js";
import { element } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { featureName, short, show } from "./writing.js";

/** A row an output word: the shares in its context as tints, and how far it lies off. */
export function overview(text, { source, target, values }) {
  const rows = target.map((word) => {
    const cells = source.map(() => element("i"));
    const strip = element("div", { class: "gb-strip", role: "img" }, ...cells);
    const lost = element("td");
    const name = element("th", { scope: "row" }, element("span", {}, word));
    const node = element("tr", {}, name, element("td", {}, strip), lost);
    return { cells, strip, lost, node, shown: null };
  });
  const names = source.map((word) => word.replace(/(?<=.)[₀-₉]+$/, ""));
  const crowded = source.length > 8 && names.some((word) => word.length > 2);
  const words = crowded
    ? [text.shares]
    : names.map((word) => element("span", {}, word));
  const head = element(
    "tr",
    {},
    element("th", { scope: "col" }, text.output_word),
    element(
      "th",
      { scope: "col" },
      element("span", { class: "gb-unseen" }, text.shares),
      element("div", { class: "gb-strip", "aria-hidden": "true" }, ...words),
    ),
    element("th", { scope: "col" }, values ? text.distance : text.moved),
  );
  const node = element(
    "table",
    { class: "gb-overview" },
    element("caption", {}, values ? text.overview : text.overview_moved),
    element("thead", {}, head),
    element("tbody", {}, ...rows.map((row) => row.node)),
  );

  function set(weights, lost, chosen) {
    rows.forEach((row, i) => {
      row.node.setAttribute("aria-current", `${i === chosen}`);
      if (row.shown === weights[i]) return; // a row that stays is left alone, for speed
      row.shown = weights[i];
      row.cells.forEach((cell, j) => {
        cell.style.backgroundColor = colour(weights[i][j]);
        cell.dataset.value = weights[i][j];
      });
      const most = Math.max(...weights[i]);
      const word = source[weights[i].indexOf(most)];
      row.strip.setAttribute("aria-label", text.strip({ word, share: short(most) }));
      show(row.lost, short(lost[i]), lost[i]);
    });
  }
  return { node, set };
}

/** The terms share × value of one context, their sum, and the other kind below it. */
export function sumTable(text, { source, values, features }) {
  const heads = values[0].map((_, k) =>
    element("th", { scope: "col" }, featureName(text, features, k)),
  );
  const rows = source.map((word, j) => {
    const share = element("small");
    const cells = heads.map((_, k) => {
      const factor = element("small", {}, `× ${formatNumber(values[j][k], 2)}`);
      const term = element("b");
      return { term, node: element("td", {}, term, factor) };
    });
    const name = element("th", { scope: "row" }, element("span", {}, word), share);
    const node = element("tr", {}, name, ...cells.map((cell) => cell.node));
    return { share, cells, node, shown: null };
  });
  const feet = ["sum", "other"].map((part) => {
    const name = element("th", { scope: "row" });
    const cells = heads.map(() => element("td", { "data-part": part }));
    return { name, cells, node: element("tr", {}, name, ...cells) };
  });
  const caption = element("caption");
  const corner = element("th", { scope: "col" }, text.source_word);
  const table = element(
    "table",
    { style: `min-width: ${5.8 + 3.6 * heads.length}em` },
    caption,
    element("thead", {}, element("tr", {}, corner, ...heads)),
    element("tbody", {}, ...rows.map((row) => row.node)),
    element("tfoot", {}, ...feet.map((foot) => foot.node)),
  );
  const node = element(
    "div",
    { class: "gb-sum", role: "group", tabindex: 0, "aria-label": text.sum.region },
    table,
  );

  /** The terms under this title; results are the two rows below, [name, vector]. */
  function set(title, shares, results) {
    caption.textContent = title;
    rows.forEach((row, j) => {
      if (row.shown === shares[j]) return;
      row.shown = shares[j];
      row.node.style.backgroundColor = colour(shares[j] / 3); // words on it stay readable
      row.share.textContent = text.sum.share({ share: short(shares[j]) });
      row.cells.forEach(({ term, node }, k) => {
        term.textContent = short(shares[j] * values[j][k]);
        node.dataset.value = `${shares[j] * values[j][k]}`;
      });
    });
    results.forEach(([name, vector], i) => {
      feet[i].name.textContent = name;
      feet[i].cells.forEach((cell, k) => {
        show(cell, short(vector[k]), vector[k]);
      });
    });
  }
  return { node, set };
}
