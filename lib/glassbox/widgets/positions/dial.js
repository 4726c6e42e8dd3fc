// A dial of the widget positions: a pair of components as a hand, and how far it turns.
import { element, svg } from "../shared/elements.js";

const LENGTH = 50; // of a hand; the arc lies nearer to the middle
const ARC = 18;

/** set([sine, cosine], [sine, cosine], angle) shows both hands and the turn between. */
export function dial() {
  const [cross, arc, after, before] = ["cross", "arc", "after", "before"].map((name) =>
    svg("path", { class: `gb-${name}` }),
  );
  const attributes = { viewBox: "-56 -56 112 112", role: "img" };
  const picture = svg("svg", attributes, cross, arc, after, before);
  cross.setAttribute("d", `M-50 0H50M0-50V50${circle(50)}`);
  const lines = ["pair", "all_steps", "round"].map((name) =>
    element("div", { "data-words": name }),
  );
  const node = element("div", { class: "gb-dial" }, picture, ...lines);

  function set(from, to, angle) {
    before.setAttribute("d", `M0 0L${tip(from, LENGTH)}`);
    after.setAttribute("d", `M0 0L${tip(to, LENGTH)}`);
    const large = Math.abs(angle / Math.PI) % 2 > 1 ? 1 : 0;
    const way = angle < 0 ? 1 : 0; // on with the sine up, back the other way
    const part = `M${tip(from, ARC)}A${ARC} ${ARC} 0 ${large} ${way} ${tip(to, ARC)}`;
    const whole = Math.abs(angle) < 2 * Math.PI ? "" : circle(13); // a lap at least
    arc.setAttribute("d", part + whole);
  }
  return { node, picture, lines, set };
}

/** The sine up, the cosine to the right. */
function tip([sine, cosine], length) {
  return `${(length * cosine).toFixed(2)} ${(-length * sine).toFixed(2)}`;
}

function circle(r) {
  return `M${r} 0A${r} ${r} 0 1 0-${r} 0 ${r} ${r} 0 1 0 ${r} 0`;
}
