// The reader's guess: from which layer on the final answer will come first.
import { element } from "../shared/elements.js";
import { N_LAYERS } from "./numbers.js";

/** A list of layers; onbet hears the chosen one. set(guess, isClosed) shows it. */
export function betOf({ text, onbet }) {
  const layers = Array.from({ length: N_LAYERS + 1 }, (_, layer) =>
    element("option", { value: layer }, layer ? `${layer}` : text.no_guess),
  );
  const list = element(
    "select",
    { "data-field": "guess", onchange: () => onbet(Number(list.value)) },
    ...layers,
  );
  const node = element("label", { class: "gb-bet" }, text.guess, " ", list);
  function set(guess, isClosed) {
    list.value = `${guess}`;
    list.disabled = isClosed;
  }
  return { node, set };
}
