// What a newcomer can skip.
import { element } from "../shared/elements.js";
import { formatPlain } from "../shared/format.js";
import { withNodes } from "../shared/words.js";
import { taskOf } from "./names.js";
import { copies, count, isShared, termsOf } from "./numbers.js";

const SUB_SUP_OR_LETTER = /([_^]\{(?:[^{}]|\{[^}]*\})*\}|(?<!\p{L})\p{L}(?!\p{L}))/u;

/** Children for element: _{…} lowered, ^{…} raised, single letters in italics. */
function equation(line) {
  return line.split(SUB_SUP_OR_LETTER).map((piece) => {
    const tag = { _: "sub", "^": "sup" }[piece[0]];
    if (tag) return element(tag, {}, ...equation(piece.slice(2, -1)));
    return /^\p{L}$/u.test(piece) ? element("i", {}, piece) : piece;
  });
}

/** (5, 512), as Python writes a shape. */
function tuple(items) {
  return `(${items.join(", ")}${items.length === 1 ? "," : ""})`;
}

/** A count's formula, with whatever stands for the name of a size. */
function formula(terms, standIn) {
  const product = ([factor, ...names]) => {
    const factors = names.map(standIn);
    return (factor === 1 ? factors : [factor, ...factors]).join(" · ");
  };
  return terms.map(product).join(" + ");
}

export function partPanel(text) {
  const does = element("p");
  const facts = Object.entries(text.about).map(([fact, words]) => {
    const value = element("dd", { "data-fact": fact });
    const node = element("div", {}, element("dt", {}, words), value);
    return { fact, node, value };
  });
  const details = element("dl", {}, ...facts.map(({ node }) => node));

  function shapes(rows, sizes) {
    return Object.entries(rows).map(([row, axes]) => {
      const numbers = axes.map((axis) => sizes[axis]);
      return element(
        "div",
        { "data-row": row, "data-value": numbers.join(" ") },
        element("span", {}, text.rows[row]),
        element("b", {}, tuple(numbers.map(formatPlain))),
        element("small", {}, tuple(axes)),
      );
    });
  }
  function parameters(part, state) {
    const each = count(part, state);
    if (!each) return [text.none];
    const terms = termsOf(part, state);
    const n = copies(part, state);
    const bold = (what, value) =>
      element("b", { "data-count": what, "data-value": value }, formatPlain(value));
    const product = `${formula(terms, (size) => formatPlain(state[size]))} = `;
    const lines = [
      element(
        "small",
        {},
        formula(terms, (size) => size),
      ),
      element("div", {}, product, bold("each", each)),
    ];
    if (n > 1) {
      const all = withNodes(text.layers, { count: bold("all", each * n) }, { n });
      lines.push(element("div", {}, ...all));
    }
    if (isShared(part, state)) lines.push(element("small", {}, text.shared));
    return lines;
  }
  function equations({ section, pre_equation, ...known }, norm) {
    const isPre = norm === "pre" && pre_equation;
    const source = isPre
      ? text.sources.pre
      : section && text.sources.paper({ section });
    const lines = (isPre ? pre_equation : known.equation).split("\n");
    const nodes = lines.map((line) =>
      element("div", { translate: "no" }, ...equation(line)),
    );
    return source ? [...nodes, element("small", {}, source)] : nodes;
  }
  function tell(state) {
    const { part } = state;
    does.textContent = taskOf(text, part, state);
    const known = state.facts.parts[part];
    const sizes = { ...state, d_head: state.d_model / state.n_heads };
    const values = {
      shapes: shapes(known.shapes, sizes),
      parameters: parameters(part, state),
      equation: equations(known, state.norm),
      kernel: (known.kernels ?? []).map((kernel) =>
        element("code", {}, `from glassbox import ${kernel}`),
      ),
    };
    for (const { fact, node, value } of facts) {
      node.hidden = !values[fact].length;
      value.replaceChildren(...values[fact]);
    }
  }
  return { children: [does, details], tell };
}
