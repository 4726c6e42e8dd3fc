// What may be drawn, laid end to end, and where the next random number falls.
import { sum } from "../kernels/arrays.js";
import { element, write } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";

/** The likeliest n tokens are pieces of their own, the largest first; then the rest. */
export function strip(text, n) {
  const row = element("div", { class: "gb-pieces", translate: "no" });
  const arrow = element("span", { class: "gb-mark" });
  const words = element("p", { class: "gb-lands" });
  const line = element("div", { class: "gb-line", "aria-hidden": "true" }, arrow, row);
  const node = element("div", { class: "gb-strip" }, words, line);

  /** mark: the random number, null where chance has no say; lands: the token it takes. */
  function draw({ after, order }, { mark, lands }, nameOf) {
    const tail = order.slice(n);
    const rest = sum(tail.map((v) => after[v]));
    const token = nameOf(lands);
    const others = text.others({ n: tail.length, count: `${tail.length}` });
    const among = tail.includes(lands) ? text.among({ others, token }) : others;
    const pieces = order.slice(0, n).map((v) => pieceOf("piece", after[v], nameOf(v)));
    row.replaceChildren(...pieces, pieceOf("rest", rest, among));
    arrow.hidden = mark === null;
    arrow.style.left = `${100 * mark}%`;
    const drawn = mark !== null && text.lands({ mark: formatNumber(mark), token });
    write(words, drawn || text.certain({ token }));
    words.dataset.value = mark ?? "";
  }
  /** A name that its piece has no room for wraps out of sight: see the style. */
  function pieceOf(kind, share, name) {
    const piece = element("span", { class: `gb-${kind}` }, element("b", {}, name));
    piece.style.width = `${100 * share}%`;
    if (!share) piece.style.display = "none"; // not even its border
    piece.dataset.value = share;
    return piece;
  }
  return { node, draw };
}
