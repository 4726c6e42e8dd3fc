// One key and the query in the plane that holds them both, so that every length and
// every angle is true: the query lies level, and the key's shadow falls on its line.
import { label } from "../shared/chart.js";
import { svg } from "../shared/elements.js";

const UNIT = 48; // how long a 1 is, in every picture, while no key is lengthened
const [X, Y] = [58, 140]; // where both arrows start
const [WIDTH, HEIGHT] = [204, 172];

/** The picture; draw(found, i, words, most) draws the key at i of what was measured. */
export function plane(text) {
  const axis = svg("path", { class: "gb-axis" });
  const name = label(0, Y + 25, text.query);
  const drop = svg("path", { class: "gb-drop" });
  const band = svg("path", { class: "gb-band" });
  const query = svg("path", { class: "gb-query" });
  const key = svg("path", { class: "gb-key" });
  const node = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "gb-plane" },
    ...[axis, drop, band, query, key, name],
  );
  /** most: how many times as long the most lengthened key is. All share one scale. */
  function draw({ length, shadow, query: size }, i, words, most) {
    const unit = UNIT / most;
    const first = Math.ceil((4 - X) / unit);
    const ticks = Math.floor((WIDTH - 4 - X) / unit) - first + 1;
    const marks = Array.from({ length: ticks }, (_, n) => X + unit * (first + n));
    const level = marks.map((x) => `M${x} ${Y - 3}V${Y + 3}`);
    axis.setAttribute("d", `M4 ${Y}H${WIDTH - 4}${level.join("")}`);
    name.setAttribute("x", X + (unit * size[i]) / 2);
    const high = Math.sqrt(Math.max(0, length[i] ** 2 - shadow[i] ** 2));
    const [x, y] = [X + unit * shadow[i], Y - unit * high];
    key.setAttribute("d", arrow(x, y));
    query.setAttribute("d", arrow(X + unit * size[i], Y));
    drop.setAttribute("d", `M${x} ${y}V${Y + 4}`);
    band.setAttribute("d", `M${X} ${Y + 9}H${x}`);
    node.ariaLabel = words;
  }
  return { node, draw };
}

/** An arrow from the start to here. */
function arrow(x, y) {
  const long = Math.hypot(x - X, y - Y);
  const [dx, dy] = [(7 * (x - X)) / long, (7 * (y - Y)) / long];
  const [left, right] = [
    `${x - dx + dy / 2} ${y - dy - dx / 2}`,
    `${x - dx - dy / 2} ${y - dy + dx / 2}`,
  ];
  return `M${X} ${Y}L${x} ${y}M${left}L${x} ${y}L${right}`;
}
