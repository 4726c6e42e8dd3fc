// What may be drawn, laid end to end, and where the next random number falls.
import { element } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";

/** The likeliest tokens are pieces of their own; what stands between them is one. */
export function strip(text) {
  const row = element("div", { class: "gb-pieces", translate: "no" });
  const arrow = element("span", { class: "gb-mark" });
  const words = element("p", { class: "gb-lands" });
  const line = element("div", { class: "gb-line", "aria-hidden": "true" }, arrow, row);
  const node = element("div", { class: "gb-strip" }, words, line);

  /** after: each token's chance, in the order of the ids; lands: the token drawn next. */
  function draw({ after, top, mark, lands }, nameOf) {
    const pieces = [];
    after.forEach((share, v) => {
      const isNamed = top.includes(v);
      if (!share) return;
      if (isNamed || !pieces.at(-1)?.isRest)
        pieces.push({ share: 0, name: isNamed ? nameOf(v) : "", isRest: !isNamed });
      pieces.at(-1).share += share;
    });
    row.replaceChildren(...pieces.map(pieceOf));
    arrow.style.left = `${100 * mark}%`;
    const told = text.lands({ mark: formatNumber(mark), token: nameOf(lands) });
    words.textContent = told;
    words.dataset.value = mark;
  }
  function pieceOf({ share, name, isRest }) {
    const piece = element("span", { class: isRest ? "gb-rest" : "gb-piece" }, name);
    piece.style.width = `${100 * share}%`;
    piece.dataset.value = share;
    return piece;
  }
  return { node, draw };
}
