// The tokens of a text, drawn: within the text, as cards, and as rows of a table.
import { element } from "../shared/elements.js";
import { groupsOf, inHex } from "./merging.js";

/** Each token's tint, and whether its word ends there. Two tints take turns in a word,
 * and two others in the next, so that a merge changes the tints of its own word alone. */
export function tintsOf(lengths) {
  return lengths.flatMap((length, word) =>
    Array.from({ length }, (_, i) => ({
      tint: 2 * (word % 2) + (i % 2),
      ends: i === length - 1,
    })),
  );
}

/** Each group's characters with its tokens. */
function grouped(content, tokens) {
  let at = 0;
  const groups = groupsOf(
    content,
    tokens.map(({ bytes }) => bytes),
  );
  return groups.map(({ characters, n }) => {
    at += n;
    return { characters, own: tokens.slice(at - n, at) };
  });
}

const colorOf = ({ isNew, tint }) => `var(--${isNew ? "new" : `tint-${tint}`})`;

/** The text, a ground of its own under each token; a character of several has stripes. */
export function runningOf(content, tokens) {
  return grouped(content, tokens).map(({ characters, own }) => {
    const stops = own.map((token, i) => {
      const [from, to] = [i, i + 1].map((n) => `${(100 * n) / own.length}%`);
      return `${colorOf(token)} ${from} ${to}`;
    });
    const style = `background:linear-gradient(to right,${stops.join()})`;
    const isNew = own.every((token) => token.isNew);
    return element("span", { style, "data-new": isNew, translate: "no" }, characters);
  });
}

/** A card for each token; a character that several make up stands once above them. */
export function cardsOf(content, tokens, named) {
  return grouped(content, tokens).flatMap(({ characters, own }) => {
    const cards = own.map(cardOf);
    if (cards.length === 1) return cards;
    const said = [...characters].map((one) => named[one]).find(Boolean);
    const name = element("b", {}, characters, said ? ` ${said}` : "");
    const ends = own.at(-1).ends;
    const attributes = { class: "gb-group", "data-ends": ends, translate: "no" };
    return [element("li", attributes, name, element("ol", {}, ...cards))];
  });
}

function cardOf(token) {
  const { id, name, isNew, ends } = token;
  const attributes = {
    "data-id": id,
    "data-new": isNew,
    "data-ends": ends,
    style: `background:${colorOf(token)}`,
    translate: "no",
  };
  return element(
    "li",
    attributes,
    element("code", {}, name),
    element("small", {}, `${id}`),
  );
}

/** A table's rows: each token, its id, and its bytes. */
export function rowsOf(tokens) {
  return tokens.map(({ id, name, bytes }) =>
    element(
      "tr",
      { translate: "no" },
      element("th", { scope: "row" }, element("code", {}, name)),
      element("td", {}, `${id}`),
      element("td", {}, element("code", {}, inHex(bytes))),
    ),
  );
}
