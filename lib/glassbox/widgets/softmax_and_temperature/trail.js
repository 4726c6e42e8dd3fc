// The correct word's probability after each step, for both losses: a way beside a way.
import { label, pathThrough } from "../shared/chart.js";
import { element, svg } from "../shared/elements.js";
import { trailOf } from "./loss.js";

const LOSSES = ["log", "squared"];
const [WIDTH, LEFT, RIGHT, TOP, BOTTOM] = [340, 26, 330, 8, 84];
const FEWEST = 20; // steps that the axis spans at least
const TICKS = 6; // intervals at most, each of 5, 10, 20, 50 … steps
const DOTTED = 40; // more steps than these are a line without dots

export function trail({ text, nameOf }) {
  const picture = svg("svg", {
    viewBox: `0 0 ${WIDTH} ${BOTTOM + 18}`,
    "aria-hidden": "true",
  });
  const title = element("p");
  const told = LOSSES.map((loss) => element("li", { class: `gb-way-${loss}` }));
  const list = element("ul", {}, ...told);
  const node = element("div", { class: "gb-trail" }, title, picture, list);

  function draw(state) {
    node.hidden = !state;
    if (!state) return;
    const { start, nudged, loss, n_steps, n_other } = state;
    const longest = Math.max(FEWEST, n_steps, n_other);
    let tick = 5;
    while (longest > TICKS * tick) tick *= `${tick}`[0] === "2" ? 2.5 : 2;
    const most = Math.ceil(longest / tick) * tick;
    const x = (step) => LEFT + ((RIGHT - LEFT) * step) / most;
    const y = (p) => BOTTOM - (BOTTOM - TOP) * p;
    title.textContent = text.trail({ name: nameOf(nudged) });
    const parts = [0, 0.5, 1].flatMap((p) => [
      svg("path", {
        class: "gb-line",
        d: pathThrough([LEFT, RIGHT].map((a) => [a, y(p)])),
      }),
      label(LEFT - 5, y(p) + 4, `${p}`, "gb-end"),
    ]);
    for (let step = 0; step <= most; step += tick)
      parts.push(label(x(step), BOTTOM + 15, `${step}`, "gb-middle"));
    LOSSES.forEach((name, i) => {
      const n = name === loss ? n_steps : n_other;
      const { places } = trailOf(start, nudged, name, n);
      const points = places.map(({ p }, step) => [x(step), y(p)]);
      const way = svg("g", { class: `gb-way-${name}` });
      way.append(svg("path", { d: pathThrough(points) }));
      const dots = n > DOTTED ? [] : points;
      const first = places.findIndex((place) => place.leads);
      dots.forEach(([cx, cy], step) => {
        way.append(svg("circle", { cx, cy, r: step === first ? 4.5 : 2.2 }));
      });
      parts.push(way);
      const words = { kind: text.losses[name], n: first > 0 ? first : n };
      const said = first > 0 ? text.way_leads : n ? text.way_behind : text.way_none;
      told[i].textContent = said(words);
      told[i].dataset.trail = places.map(({ p }) => p).join(" ");
    });
    picture.replaceChildren(...parts);
  }
  return { node, draw };
}
