// The text so far: what repeats is shaded, what is no word of the book is underlined.
import { element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { repeats, strangers } from "./numbers.js";

/** The text with its two marks, and what they count. */
export function story(text) {
  const scrolls = { role: "group", tabindex: 0, "aria-label": text.text };
  const words = element("p", { class: "gb-text", translate: "no", ...scrolls });
  const same = element("span", { class: "gb-circles" });
  const strange = element("span", { class: "gb-strangers" });
  const marks = element("p", { class: "gb-marks" }, same, " ", strange);

  /** tokens: the written ones in words, of these ids; known: the words of the book. */
  function draw(begin, tokens, ids, known) {
    const { places, count } = strangers([begin, ...tokens].join(""), known);
    const { marked, share } = repeats(ids);
    let at = begin.length;
    const parts = tokens.map((token, i) => {
      const part = element("span", { class: "gb-one" }, ...pieces(token, at, places));
      part.classList.toggle("gb-same", marked.has(i));
      at += token.length;
      return part;
    });
    parts.at(-1)?.classList.add("gb-last");
    words.replaceChildren(element("span", { class: "gb-begin" }, begin), ...parts);
    words.scrollTop = words.scrollHeight;
    write(same, text.same({ share: fixed(100 * share, 0) }));
    same.dataset.value = share;
    write(strange, text.strange({ n: places.length, all: `${count}` }));
    strange.dataset.value = places.length;
  }
  return { nodes: [words, marks], draw };
}

/** A token that begins at this place, cut where a strange word begins or ends. */
function pieces(token, at, places) {
  const inside = places.filter(([from, to]) => from < at + token.length && to > at);
  const found = [];
  let done = 0;
  for (const [from, to] of inside) {
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, token.length)];
    const strange = element("span", { class: "gb-strange" }, token.slice(start, end));
    found.push(token.slice(done, start), strange);
    done = end;
  }
  return [...found, token.slice(done)];
}
