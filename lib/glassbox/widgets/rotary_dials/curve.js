// The score over the distance, where a distance can be chosen. The picture is as wide
// as there is room, its words are beside it: so they keep their size on a phone.
import { draggable, pathThrough } from "../shared/chart.js";
import { element, svg, write } from "../shared/elements.js";
import { fixed, formatShort } from "../shared/format.js";

const [WIDTH, HEIGHT] = [1000, 100];
export const FINE = 6; // places of the curve per token: hands turn between tokens too
const DOTS = 63; // up to so many tokens, each is a dot
const [NEAR, NEARER] = [0.095, 0.075]; // of a long axis, a short one: would touch
const DIP = 0.1; // of the highest score: so little below zero needs no room of its own

/** draw({ fine, whole, distance, reach, most, trained }); onchoose(distance) hears the reader. */
export function curve(text, onchoose) {
  const [zero, line, dots, staff, now] = ["zero", "line", "dots", "staff", "now"].map(
    (name) =>
      svg("path", { class: `gb-${name}`, "vector-effect": "non-scaling-stroke" }),
  );
  const met = svg("rect", { class: "gb-met", height: HEIGHT }); // what training had
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "slider",
      tabindex: 0,
      "data-field": "distance",
      "aria-label": text.curve_name,
      "aria-valuemin": 0,
      onkeydown,
    },
    ...[met, zero, line, dots, staff, now],
  );
  const levels = [0, 50, 100].map((at) => element("span", { style: `top: ${at}%` }));
  const ticks = element("div", { class: "gb-at" });
  const here = element("b");
  const [title, top] = ["div", "span"].map((tag, i) =>
    element(tag, { class: ["gb-title", "gb-top"][i] }),
  );
  const node = element(
    "div",
    { class: "gb-curve" },
    title,
    element("div", { class: "gb-levels", "aria-hidden": "true" }, ...levels),
    element("div", { class: "gb-plot" }, picture, top),
    element("div", { class: "gb-axis", "aria-hidden": "true" }, ticks, here, text.axis),
  );
  let shown = { distance: 0, reach: DOTS };
  let ticked = 0;

  const inside = (distance) => Math.max(0, Math.min(shown.reach, distance));
  draggable(picture, (x) => onchoose(inside(Math.round((x / WIDTH) * shown.reach))));
  function onkeydown(event) {
    const { key, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    const { distance, reach } = shown;
    const next = {
      ArrowLeft: distance - 1,
      ArrowDown: distance - 1,
      ArrowRight: distance + 1,
      ArrowUp: distance + 1,
      PageDown: distance - 10,
      PageUp: distance + 10,
      Home: 0,
      End: reach,
    }[key];
    if (next === undefined) return;
    event.preventDefault();
    onchoose(inside(next));
  }

  function draw({ fine, whole, distance, reach, most, trained }) {
    shown = { distance, reach };
    const across = (d) => (WIDTH * d) / reach;
    const high = most || 1;
    const low = Math.min(...fine) > -DIP * high ? 0 : -high;
    const level = (score) => (HEIGHT * (high - score)) / (high - low);
    const at = across(distance);
    const places = whole.map((score, d) => [across(d), level(score)]);
    line.setAttribute(
      "d",
      pathThrough(fine.map((s, n) => [across(n / FINE), level(s)])),
    );
    dots.setAttribute("d", reach > DOTS ? "" : places.map(dot).join(""));
    staff.setAttribute("d", `M${at.toFixed(2)} 0V${HEIGHT}`);
    now.setAttribute("d", dot([at, level(whole[distance])]));
    met.setAttribute("width", trained ? across(trained) : 0);
    const best = Math.max(...whole);
    const where = whole.indexOf(best);
    top.hidden = !most;
    top.style.left = `${(100 * across(where)) / WIDTH}%`;
    top.style.setProperty("--level", `${level(best)}`);
    write(title, text.curve({ distance: `${where}`, score: fixed(best, 2) }));
    title.dataset.distance = `${where}`;
    zero.setAttribute("d", `M0 ${level(0)}H${WIDTH}`);
    [high, (high + low) / 2, low].forEach((score, i) =>
      write(levels[i], formatShort(score, 1)),
    );
    here.style.left = `${(100 * at) / WIDTH}%`;
    write(here, `${distance}`);
    const score = fixed(whole[distance], 2);
    picture.ariaValueMax = `${reach}`;
    picture.ariaValueNow = `${distance}`;
    const said = text.flag({ distance: `${distance}`, score });
    picture.setAttribute("aria-valuetext", said);
    tick(reach);
    // A tick that the distance's own number would touch makes room for it.
    const near = (reach > DOTS ? NEAR : NEARER) * reach;
    for (const mark of ticks.children)
      mark.hidden = Math.abs(Number(mark.textContent) - distance) < near;
  }
  function tick(reach) {
    if (ticked === reach) return;
    ticked = reach;
    const step = reach > DOTS ? 50 : 10;
    const count = Math.floor(reach / step) + 1;
    const marks = Array.from({ length: count }, (_, n) =>
      element("span", { style: `left: ${(100 * n * step) / reach}%` }, `${n * step}`),
    );
    ticks.replaceChildren(...marks);
  }
  return { node, draw };
}

/** A round dot, whatever the picture's width: the cap of a line without length. */
const dot = ([x, y]) => `M${x.toFixed(2)} ${y.toFixed(2)}h0`;
