// All heads of all layers as a grid: a column for each layer, a row for each head.
// Where it is narrow, the style puts the later half of the layers below the first.
import { element } from "../shared/elements.js";
import { everyHead, N_HEADS, N_LAYERS } from "./numbers.js";

const TICKS = [1, 5, 10, 15, 20, 25, 30];

/**
 * onpoint(layer, head) hears where the reader points, by mouse, finger or arrow keys;
 * onpin of a click, a tap or Enter; onleave when pointer or focus goes elsewhere.
 * set(percents) colors the cells, head by head; mark(layer, head, words) marks one.
 */
export function headGrid({ text, onpoint, onpin, onleave }) {
  const placed = (layer, head = 0) =>
    `--layer: ${layer}; --head: ${head}; --half: ${Number(layer > N_LAYERS / 2)}`;
  const cells = everyHead.map(({ layer, head }) =>
    element("i", { style: placed(layer, head) }),
  );
  const row = (name, layer) => (_, i) =>
    element("span", { class: name, style: placed(layer, i + 1) }, `${i + 1}`);
  const heads = [
    ...Array.from({ length: N_HEADS }, row("gb-row", 1)),
    ...Array.from({ length: N_HEADS }, row("gb-row gb-again", N_LAYERS)),
  ];
  const ticks = TICKS.map((layer) =>
    element("span", { class: "gb-column", style: placed(layer) }, `${layer}`),
  );
  const field = element(
    "div",
    {
      class: "gb-cells",
      role: "slider",
      tabindex: 0,
      "data-field": "cells",
      "aria-label": text.grid,
      "aria-valuemin": 1,
      "aria-valuemax": cells.length,
      onkeydown,
      onpointermove: (event) => point(...under(event)),
      onpointerdown: (event) => point(...under(event)),
      // A finger has left before its click comes: the click says itself where it is.
      onclick: (event) => onpin(...(event.detail ? under(event) : here)),
      onpointerleave: onleave,
      onblur: onleave,
    },
    ...cells,
    ...heads,
    ...ticks,
  );
  const [none, full] = ["0", "100"].map((percent) => text.percent({ percent }));
  const legend = element("span", {}, none, element("i"), full);
  const names = { class: "gb-names", "aria-hidden": "true" };
  const node = element(
    "div",
    { class: "gb-heads" },
    field,
    element("div", names, text.axes, legend),
  );
  let here = [1, 1];

  const cellOf = (layer, head) => (head - 1) * N_LAYERS + layer - 1;
  const within = (at, most) => Math.max(1, Math.min(most, at));
  /** Which cell is under the pointer: a finger may have gone on from where it began. */
  function under({ clientX, clientY }) {
    const found = field.getRootNode().elementFromPoint(clientX, clientY);
    const cell = everyHead[cells.indexOf(found)];
    return cell ? [cell.layer, cell.head] : here;
  }
  function point(layer, head) {
    if (layer === here[0] && head === here[1]) return;
    onpoint(within(layer, N_LAYERS), within(head, N_HEADS));
  }
  function onkeydown(event) {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (shiftKey || ctrlKey || altKey || metaKey) return;
    const [layer, head] = here;
    const act = {
      ArrowLeft: () => point(layer - 1, head),
      ArrowRight: () => point(layer + 1, head),
      ArrowUp: () => point(layer, head - 1),
      ArrowDown: () => point(layer, head + 1),
      Home: () => point(1, head),
      End: () => point(N_LAYERS, head),
      Enter: () => onpin(...here),
      " ": () => onpin(...here),
    }[key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  function set(percents) {
    percents.forEach((percent, i) => {
      cells[i].style.setProperty("--percent", `${percent}%`);
      cells[i].dataset.value = `${percent}`;
    });
  }
  function mark(layer, head, words) {
    delete cells[cellOf(...here)].dataset.here;
    here = [layer, head];
    cells[cellOf(layer, head)].dataset.here = "";
    field.ariaValueNow = `${cellOf(layer, head) + 1}`;
    field.ariaValueText = words;
    field.title = words;
  }
  return { node, field, set, mark };
}
