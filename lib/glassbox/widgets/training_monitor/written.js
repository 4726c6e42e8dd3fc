// What the model writes after a step of its training, and what would be right.
import { element } from "../shared/elements.js";

/** A text's pieces, each right or wrong as a whole: pairs of signs and whether so. */
export function pieces(text, right) {
  const found = [];
  [...text].forEach((sign, i) => {
    const isRight = sign === right[i];
    if (found.at(-1)?.[1] === isRight) found.at(-1)[0] += sign;
    else found.push([sign, isRight]);
  });
  return found;
}

/** A table of the samples, pairs of a source and what is right; set(texts) fills it. */
export function writtenTable(text, samples) {
  const cells = samples.map(() => element("td"));
  const rows = samples.map(([source, right], i) => {
    const head = element("th", { scope: "row" }, source);
    return element("tr", {}, head, cells[i], element("td", {}, right));
  });
  const heads = [text.source, text.writes, text.right].map((name) =>
    element("th", { scope: "col" }, name),
  );
  const head = element("thead", {}, element("tr", {}, ...heads));
  const node = element(
    "table",
    { class: "gb-written" },
    head,
    element("tbody", {}, ...rows),
  );

  /** Show a text for each sample: a wrong sign is underlined. */
  function set(texts) {
    samples.forEach(([, right], i) => {
      const marked = pieces(texts[i] ?? "", right).map(([signs, isRight]) =>
        element(isRight ? "span" : "u", {}, signs),
      );
      cells[i].replaceChildren(...marked);
      cells[i].dataset.exact = `${texts[i] === right}`;
    });
  }
  return { node, set };
}
