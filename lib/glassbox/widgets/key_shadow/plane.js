// One key and the query in the plane that holds them both, so that every length and
// every angle is true: the query lies level, and the key's shadow falls on its line.
import { label } from "../shared/chart.js";
import { svg } from "../shared/elements.js";

const UNIT = 12; // how long a 1 is, in every picture
const [X, Y] = [58, 140]; // where both arrows start
const [WIDTH, HEIGHT] = [204, 176];

/** The picture; draw(found, i, words) draws the key at i of what was measured. */
export function plane(text) {
  const axis = svg("path", { class: "gb-axis", d: `M4 ${Y}H${WIDTH - 4}` });
  const drop = svg("path", { class: "gb-drop" });
  const band = svg("path", { class: "gb-band" });
  const query = svg("path", { class: "gb-query" });
  const key = svg("path", { class: "gb-key" });
  const node = svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "gb-plane" },
    ...[axis, drop, band, query, key, label(X + 13, Y + 30, text.query)],
  );
  function draw({ length, shadow, query: size }, i, words) {
    const high = Math.sqrt(Math.max(0, length[i] ** 2 - shadow[i] ** 2));
    const [x, y] = [X + UNIT * shadow[i], Y - UNIT * high];
    key.setAttribute("d", arrow(x, y));
    query.setAttribute("d", arrow(X + UNIT * size[i], Y));
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
