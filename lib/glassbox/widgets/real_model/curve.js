// How likely the final answer is after each layer, as far as the reader has gone.
import { pathThrough } from "../shared/chart.js";
import { element, svg, write } from "../shared/elements.js";
import { N_LAYERS } from "./numbers.js";

const [WIDTH, HEIGHT] = [300, 100];
const TICKS = [0, 10, 20, 30];

/** draw({ percents, place, seen, guess, title }): percents of all places. */
export function curve(text) {
  const [grid, bet, line, now] = ["grid", "yours", "line", "now"].map((name) =>
    svg("path", { class: `gb-${name}`, "vector-effect": "non-scaling-stroke" }),
  );
  grid.setAttribute("d", `M0 0H${WIDTH}M0 50H${WIDTH}M0 ${HEIGHT}H${WIDTH}`);
  const picture = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" },
    grid,
    bet,
    line,
    now,
  );
  const title = element("div", { class: "gb-title" });
  const hidden = element("span", { class: "gb-hidden", "aria-hidden": "true" }, "?");
  const levels = [100, 50, 0].map((percent) =>
    element(
      "span",
      { style: `top: ${100 - percent}%` },
      text.percent({ percent: `${percent}` }),
    ),
  );
  const ticks = TICKS.map((place) =>
    element("span", { style: `left: ${(100 * place) / N_LAYERS}%` }, `${place}`),
  );
  const node = element(
    "div",
    { class: "gb-curve" },
    title,
    element("div", { class: "gb-levels", "aria-hidden": "true" }, ...levels),
    element("div", { class: "gb-plot" }, picture, hidden),
    element(
      "div",
      { class: "gb-axis", "aria-hidden": "true" },
      ...ticks,
      element("div", { class: "gb-name" }, text.axis),
    ),
  );
  const x = (place) => (WIDTH * place) / N_LAYERS;

  function draw({ percents, place, seen, guess, title: words }) {
    const shown = percents.slice(0, seen + 1);
    const level = (at) => HEIGHT - percents[at];
    line.setAttribute("d", pathThrough(shown.map((_, at) => [x(at), level(at)])));
    now.setAttribute("d", `M${x(place)} ${level(place)}h0`); // a round dot
    bet.setAttribute("d", guess ? `M${x(guess)} 0V${HEIGHT}` : "");
    hidden.hidden = seen >= N_LAYERS - 1;
    hidden.style.left = `${(100 * x((seen + N_LAYERS) / 2)) / WIDTH}%`;
    write(title, words);
    picture.ariaLabel = text.curve_said({
      title: words,
      list: shown.map((percent) => `${percent}`).join(text.comma),
    });
  }
  return { node, draw };
}
