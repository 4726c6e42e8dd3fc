// The picture of choose the next token: how much the r most likely tokens hold, and
// where the rules cut.
import { label, pathThrough } from "../shared/chart.js";
import { svg } from "../shared/elements.js";
import { formatShort } from "../shared/format.js";

const LEFT = 30;
const RIGHT = 332;
const TOP = 14;
const BOTTOM = 132;
const N_RANKS = 90; // where the curve is drawn, evenly apart on the logarithmic axis

function down(share) {
  return BOTTOM - share * (BOTTOM - TOP);
}

export function chart() {
  const node = svg("svg", { viewBox: "0 0 340 150", role: "img" });

  /** running[r]: what the ranks 1 to r hold; lines: the cuts, each with its name. */
  function draw(running, remain, lines, goal, words) {
    const n = running.length - 1;
    const across = (rank) => LEFT + (Math.log(rank) / Math.log(n)) * (RIGHT - LEFT);
    const end = (rank) => across(Math.min(n, rank + 0.5));
    const steps = Array.from({ length: N_RANKS }, (_, i) =>
      Math.round(n ** (i / (N_RANKS - 1))),
    );
    const ranks = [...new Set(steps)];
    const curve = (to) =>
      [...ranks.filter((rank) => rank < to), to].map((rank) => [
        across(rank),
        down(running[rank]),
      ]);
    const path = (d, name) => svg("path", { d, class: `gb-${name}` });
    const level = (share, name) => path(`M${LEFT} ${down(share)}H${RIGHT}`, name);

    const axes = [0, 0.5, 1].flatMap((share) => [
      level(share, "grid"),
      label(12, down(share) + 4, formatShort(share)),
    ]);
    for (const rank of [...[1, 10, 100].filter((rank) => rank < n / 2), n]) {
      const inside = rank > 999 ? 6 : 0; // a long number stays in the picture
      axes.push(label(across(rank) - inside, BOTTOM + 15, formatShort(rank)));
    }
    const area = pathThrough([[LEFT, BOTTOM], ...curve(remain)]);
    const cuts = Object.entries(lines).flatMap(([name, rank]) => [
      path(`M${end(rank)} ${TOP}V${BOTTOM}`, name),
      label(end(rank), TOP - 3, name),
    ]);
    node.replaceChildren(
      ...axes,
      path(`${area}H${end(remain)}V${BOTTOM}Z`, "area"),
      path(pathThrough(curve(n)), "curve"),
      ...(goal === null ? [] : [level(goal, "goal")]),
      ...cuts,
    );
    node.ariaLabel = words;
  }
  return { node, draw };
}
