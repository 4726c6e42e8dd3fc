// The picture of gradient descent: the loss over the weight, and a ball on it.
import { label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { formatShort } from "../shared/format.js";
import { FLOOR, lossAndSlope, view } from "./numbers.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [40, 340, 12, 214];
const POINTS = 400; // along the curve
const TANGENT = 46; // pixels to either side of the ball

export function picture(text) {
  const grid = svg("g", { class: "gb-axes" });
  const floor = svg("path", { class: "gb-floor" });
  const told = label(RIGHT - 2, 0, text.floor, "gb-end");
  const curve = svg("path", { class: "gb-curve" });
  const trail = svg("path", { class: "gb-trail" });
  const stops = svg("g", { class: "gb-stops" });
  const tangent = svg("path", { class: "gb-tangent" });
  const ball = svg("circle", { r: 8, class: "gb-ball" });
  const upright = label(11, (TOP + BOTTOM) / 2, text.columns.loss);
  upright.setAttribute("transform", `rotate(-90 11 ${(TOP + BOTTOM) / 2})`);
  const across = label((LEFT + RIGHT) / 2, BOTTOM + 36, text.axis);
  const node = svg(
    "svg",
    { viewBox: "0 0 360 256", role: "img" },
    grid,
    upright,
    across,
    floor,
    told,
    curve,
    trail,
    stops,
    tangent,
    ball,
  );
  let shownRate = NaN; // the axes depend on the rate alone
  /** Where a weight and a loss lie. */
  let x = (z) => z;
  let y = (loss) => loss;

  function lay(rate) {
    const { low, high, top } = view(rate);
    x = (z) => LEFT + ((z - low) / (high - low)) * (RIGHT - LEFT);
    y = (loss) => BOTTOM - (loss / top) * (BOTTOM - TOP);
    grid.replaceChildren();
    for (const part of [0, 1, 2, 3, 4]) {
      const z = (high * part) / 4;
      grid.append(
        svg("path", { d: `M${x(z)} ${TOP}V${BOTTOM}` }),
        label(x(z), BOTTOM + 17, formatShort(z)),
      );
    }
    const parts = { 3: 3, 5: 5, 10: 5, 20: 4, 30: 3, 50: 5 }[top];
    for (let part = 0; part <= parts; part += 1) {
      const loss = (top * part) / parts;
      grid.append(
        svg("path", { d: `M${LEFT} ${y(loss)}H${RIGHT}` }),
        label(LEFT - 6, y(loss) + 4, formatShort(loss), "gb-end"),
      );
    }
    floor.setAttribute("d", `M${LEFT} ${y(FLOOR)}H${RIGHT}`);
    const below = y(FLOOR) + 13; // above where it would lie among the axis's numbers
    told.setAttribute("y", `${below > BOTTOM + 4 ? y(FLOOR) - 5 : below}`);
    const zs = Array.from({ length: POINTS + 1 }, (_, i) => {
      return low + ((high - low) * i) / POINTS;
    });
    const places = zs.map((z) => [x(z), y(lossAndSlope(z).loss)]);
    curve.setAttribute("d", pathThrough(places.filter(([, height]) => height >= 0)));
    shownRate = rate;
  }

  /** Show where the steps led, the last one as the ball, and its slope. */
  function draw(rate, places, words) {
    if (rate !== shownRate) lay(rate);
    node.ariaLabel = words;
    const at = places.map(({ z, loss }) => [x(z), y(loss)]);
    trail.setAttribute("d", pathThrough(at));
    const dots = at.map(([cx, cy]) => svg("circle", { r: 3.5, cx, cy }));
    stops.replaceChildren(...dots);
    const { z, slope, loss } = places.at(-1);
    const [cx, cy] = at.at(-1);
    ball.setAttribute("cx", `${cx}`);
    ball.setAttribute("cy", `${cy}`);
    const [run, rise] = [x(z + 1) - cx, y(loss + slope) - cy];
    const unit = TANGENT / Math.hypot(run, rise);
    const [u, v] = [unit * run, unit * rise];
    tangent.setAttribute(
      "d",
      pathThrough([
        [cx - u, cy - v],
        [cx + u, cy + v],
      ]),
    );
  }
  return { node, draw };
}
