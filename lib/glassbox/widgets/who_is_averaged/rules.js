// What is under "more": any axes, BatchNorm's two settings, RMSNorm, and the counts.
import { button, element } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { heading } from "./grid.js";
import { averagedAxes, isFrozen, pythonCall } from "./numbers.js";

/** onchange(traits) hears what the reader chooses; get(name) tells a trait. */
export function rules({ text, get, onchange }) {
  const axes = toggles(text.axes, text.axis, (_name, axis) => {
    const chosen = [0, 1, 2].filter((a) => get("axes").includes(a) !== (a === axis));
    if (chosen.length) onchange({ axes: chosen });
  });
  const flags = toggles(text.flags, text.flag, (flag) => {
    onchange({ [flag]: !get(flag) });
  });
  const others = toggles(text.others, { "kernel-rms_norm": text.rms_norm }, () => {
    if (get("kernel") !== "rms_norm") onchange({ kernel: "rms_norm" });
  });
  const call = element("code");
  const shares = element("p", { class: "gb-shares" });
  const rows = text.where.map((name) =>
    element("tr", {}, heading("row", name), element("td"), element("td")),
  );
  const columns = text.columns.map((name) => heading("col", name));
  const node = element(
    "details",
    { class: "gb-more" },
    element("summary", {}, text.more),
    shares,
    axes.node,
    flags.node,
    others.node,
    element("p", {}, call),
    element(
      "table",
      {},
      element("caption", {}, text.effects),
      element("tr", {}, element("td"), ...columns),
      ...rows,
    ),
  );

  function update(state, sums, found, shared) {
    Object.assign(shares.dataset, found);
    shares.textContent = shared;
    const isMeanless = isFrozen(state) || state.kernel === "rms_norm";
    const over = isMeanless ? [] : averagedAxes(state);
    axes.set(
      [0, 1, 2].map((axis) => over.includes(axis)),
      state.kernel === "layer_norm",
    );
    flags.set([state.use_mask, state.inference], state.kernel === "batch_norm");
    others.set([state.kernel === "rms_norm"], true);
    call.textContent = pythonCall(state);
    sums.forEach(({ total, changed, largest }, i) => {
      const [, howMany, most] = rows[i].children;
      howMany.textContent = text.some_of({ changed, total });
      most.textContent = largest ? formatNumber(largest) : "0";
      Object.assign(rows[i].dataset, { total, changed, largest });
    });
  }
  return { node, update };
}

/** Buttons in a row that stay pressed, each for itself: onpress hears name and index. */
function toggles(label, names, onpress) {
  const buttons = Object.entries(names).map(([name, words], i) =>
    button(name, [words], () => onpress(name, i)),
  );
  const node = element(
    "div",
    { class: "gb-choice", role: "group", "aria-label": label },
    element("span", { "aria-hidden": "true" }, label),
    ...buttons,
  );
  function set(pressed, usable) {
    buttons.forEach((one, i) => {
      one.setAttribute("aria-pressed", pressed[i]);
      one.setAttribute("aria-disabled", !usable);
    });
  }
  return { node, set };
}
