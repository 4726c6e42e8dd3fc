// A dial of the widget positions: a pair of components as a hand, and how far it turns.
import { svg } from "../shared/stems.js";
import { element } from "../shared/ui.js";

/** set([sine, cosine], [sine, cosine], angle) shows both hands and the turn between. */
export function dial() {
  const [cross, arc, after, before] = ["cross", "arc", "after", "before"].map((name) =>
    svg("path", { class: `gb-${name}` }));
  const picture = svg("svg", { viewBox: "-56 -56 112 112", role: "img" });
  cross.setAttribute("d", "M-50 0H50M0-50V50M50 0A50 50 0 1 0-50 0 50 50 0 1 0 50 0");
  picture.append(cross, arc, after, before);
  const lines = ["pair", "step", "all_steps", "round"].map((name) =>
    element("div", { "data-words": name }));
  const node = element("div", { class: "gb-dial" }, picture, ...lines);
  const tip = ([sine, cosine], r) => `${(r * cosine).toFixed(2)} ${(-r * sine).toFixed(2)}`;

  function set(from, to, angle) {
    before.setAttribute("d", `M0 0L${tip(from, 50)}`);
    after.setAttribute("d", `M0 0L${tip(to, 50)}`);
    const large = (angle / Math.PI) % 2 > 1 ? 1 : 0;
    const whole = angle < 2 * Math.PI ? "" : "M13 0A13 13 0 1 0-13 0 13 13 0 1 0 13 0";
    arc.setAttribute("d", `M${tip(from, 18)}A18 18 0 ${large} 0 ${tip(to, 18)}${whole}`);
  }
  return { node, picture, lines, set };
}
