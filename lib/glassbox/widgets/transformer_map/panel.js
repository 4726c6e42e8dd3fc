// What the map tells of the selected part: words, shapes, parameters, equation, links.
import { copies, count, isShared, partsOf, termsOf } from "./numbers.js";
import { button, element } from "../shared/ui.js";

/** A part's words: its own, else its norm's, else its kind's. */
export function wordsOf(table, part, { facts, norm }) {
  const form = part.includes("final") ? "final" : norm;
  return table[part] ?? table[/norm/.test(part) ? form : facts.parts[part].kind];
}

/** A part's name, with what tells it from others of that name. */
export function fullName(text, part, state) {
  const [place, side] = [/\d/, /source|target|encoder|decoder/].map((word) =>
    text.where[word.exec(part)?.[0]]);
  const more = /tokens/.test(part) ? "" : [place, side].filter(Boolean).join(" ");
  return wordsOf(text.names, part, state) + (more && `, ${more}`);
}

/** A whole number with its thousands apart. */
export function whole(value) {
  return value.toLocaleString(document.documentElement.lang || "en");
}

/** Children for element: _{…} lowered, ^{…} raised, single letters in italics. */
function equation(line) {
  return line.split(/([_^]\{(?:[^{}]|\{[^}]*\})*\}|(?<!\p{L})\p{L}(?!\p{L}))/u).map((piece) => {
    const tag = { _: "sub", "^": "sup" }[piece[0]];
    if (tag) return element(tag, {}, ...equation(piece.slice(2, -1)));
    return /^\p{L}$/u.test(piece) ? element("i", {}, piece) : piece;
  });
}

/** A link to a chapter where the book's contents has it; elsewhere its name. */
function chapterLink(slug) {
  const entry = document.querySelector(`nav a[href$="${slug}.html"]`);
  return entry ? element("a", { href: entry.href }, entry.textContent.trim())
    : element("span", {}, slug);
}

/** A count's formula, with whatever stands for the name of a size. */
function formula(terms, standIn) {
  return terms.map(([factor, ...names]) =>
    [factor, ...names.map(standIn)].slice(factor === 1).join(" · ")).join(" + ");
}

/** The panel; tell paints a state, whose part is selected between its neighbours. */
export function partPanel(text, select) {
  let beside = []; // the parts before and after
  const walk = ["previous", "next"].map((way, i) => {
    const node = button(way, ["◀▶"[i]], () => select(beside[i]));
    node.setAttribute("aria-label", text[way]);
    return node;
  });
  const step = element("span", { class: "gb-meaning" });
  const name = element("p", { class: "gb-name" });
  const does = element("p");
  const summary = element("div", { class: "gb-summary" },
    element("div", { class: "gb-walk" }, step, ...walk), name, does);
  const facts = Object.entries(text.about).map(([fact, words]) => {
    const value = element("dd", { "data-fact": fact });
    const node = element("div", {}, element("dt", {}, words), value);
    return { fact, node, value };
  });
  const details = element("dl", {}, ...facts.map(({ node }) => node));

  function shapes(table, sizes) {
    const tuple = (items) => `(${items.join(", ")}${items.length === 1 ? "," : ""})`;
    return Object.entries(table).map(([row, axes]) => {
      const numbers = axes.map((axis) => sizes[axis]);
      return element("div", { "data-row": row, "data-value": numbers.join(" ") },
        element("span", {}, text.rows[row] ?? row), element("b", {}, tuple(numbers.map(whole))),
        element("small", {}, tuple(axes)));
    });
  }
  function counted(part, state) {
    const each = count(part, state);
    if (!each) return [text.none];
    const terms = termsOf(part, state);
    const times = copies(part, state);
    const line = (words, value, what) => element("div", {}, words,
      element("b", { "data-count": what, "data-value": value }, whole(value)));
    return [
      element("small", {}, formula(terms, (size) => size)),
      line(`${formula(terms, (size) => whole(state[size]))} = `, each, "each"),
      times > 1 ? line(text.layers(times), each * times, "all") : "",
      isShared(part) ? element("small", {}, text.shared) : "",
    ];
  }
  function tell(state, around) {
    const { part } = state;
    const all = partsOf(state);
    const at = all.indexOf(part);
    beside = [all[at - 1], all[at + 1]];
    walk.forEach((node, i) => node.setAttribute("aria-disabled", !beside[i]));
    step.textContent = text.step(at + 1, all.length);
    name.textContent = fullName(text, part, state);
    const sizes = { ...state, d_head: state.d_model / state.n_heads };
    does.textContent = wordsOf(text.does, part, state)(sizes);
    const known = state.facts.parts[part];
    const [lines, section] = known[state.norm] ?? [known.equation, known.section];
    const links = (parts) => parts.map((one) =>
      button(`go-${one}`, [fullName(text, one, state)], () => select(one)));
    const values = {
      shapes: shapes(known.shapes, sizes),
      parameters: counted(part, state),
      equation: [
        ...lines.split("\n").map((line) => element("div", {}, ...equation(line))),
        section ? element("small", {}, section) : "",
      ],
      kernel: (known.kernels ?? []).map((kernel) =>
        element("code", {}, `from glassbox import ${kernel}`)),
      chapter: known.chapters.map(chapterLink),
      from: links(around.from),
      to: links(around.to),
    };
    for (const { fact, node, value } of facts) {
      node.hidden = !values[fact].length;
      value.replaceChildren(...values[fact]);
    }
    return `${name.textContent}. ${does.textContent}`;
  }
  return { summary, details, tell };
}
