// Which model reads, which heads are cut, and what the reader expects of a cut.
import { choice } from "../shared/choice.js";
import { element } from "../shared/elements.js";
import { HEADS, LENGTH, N_HEADS } from "./numbers.js";

const LAYERS = [1, 2];

/** The heads that a model of so many layers has. */
export function headsOf(layers) {
  return HEADS.slice(0, N_HEADS * layers);
}

/** One button for a model of each depth; onchoose hears how many layers it has. */
export function layersChoice(text, onchoose) {
  const node = choice({
    name: "layers",
    label: text.layers_switch,
    options: LAYERS.map((n) => [`${n}`, `${n}`]),
    onchoose,
  });
  for (const n of LAYERS) {
    const one = node.node.querySelector(`[data-action="layers-${n}"]`);
    one.ariaLabel = text.layers_of({ n });
  }
  return node;
}

/** A row of buttons, one a head, in its color; set(layers) closes those it lacks. */
export function headsChoice({ name, label, words, onchoose }) {
  const options = HEADS.map((head) => [head, head]);
  const row = choice({ name, label, options, onchoose });
  const buttons = HEADS.map((head) => {
    const one = row.node.querySelector(`[data-action="${name}-${head}"]`);
    one.dataset.head = head;
    one.ariaLabel = words({ head });
    return one;
  });
  function open(layers) {
    buttons.forEach((one, i) => {
      one.disabled = i >= N_HEADS * layers;
    });
  }
  return { ...row, buttons, open };
}

/**
 * A list for the reader's guess: how many of n will be right after a cut. onbet hears
 * it; set(guess, n, isClosed) shows it, and hides it where nothing repeats.
 */
export function bet(text, onbet) {
  const list = element("select", {
    "aria-label": text.bet_name,
    "data-field": "guess",
    onchange: () => onbet(Number(list.value)),
  });
  const of = element("span");
  const node = element("label", { class: "gb-bet" }, text.bet, " ", list, " ", of);
  function set(guess, n, isClosed) {
    node.hidden = n === 0;
    // -1 is no guess
    const known = [text.no_bet, ...Array(Math.min(n, LENGTH) + 1).keys()];
    list.replaceChildren(
      ...known.map((words, i) => element("option", { value: i - 1 }, `${words}`)),
    );
    list.value = `${guess}`;
    list.disabled = isClosed;
    of.textContent = text.bet_of({ n: `${n}` });
  }
  return { node, set };
}
