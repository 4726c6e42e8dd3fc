// The picture of choose the next token: how much the r most likely tokens hold, and
// where the rules cut.
const LEFT = 30;
const RIGHT = 332;
const TOP = 14;
const BOTTOM = 132;
const down = (share) => (BOTTOM - share * (BOTTOM - TOP)).toFixed(2);

export function chart() {
  const node = svg("svg", { viewBox: "0 0 340 150", role: "img" });

  /** running[r]: what the ranks 1 to r hold; lines: the cuts, each with its name. */
  function draw(running, remain, lines, wanted, words) {
    const n = running.length - 1;
    const across = (rank) => (LEFT + Math.log(rank) / Math.log(n) * (RIGHT - LEFT)).toFixed(1);
    const ranks = [...new Set(Array.from({ length: 90 }, (_, i) => Math.round(n ** (i / 89))))];
    const line = (to) => [...ranks.filter((rank) => rank < to), to]
      .map((rank) => `${across(rank)},${down(running[rank])}`).join("L");
    const end = (rank) => across(Math.min(n, rank + 0.5));
    const path = (d, name) => svg("path", { d, class: `gb-${name}` });
    node.replaceChildren(
      ...[0, 0.5, 1].flatMap((share) =>
        [path(`M${LEFT} ${down(share)}H${RIGHT}`, "grid"), label(12, +down(share) + 4, share)]),
      ...[...[1, 10, 100].filter((rank) => rank < n / 2), n].map((rank) =>
        label(across(rank) - (rank > 999 ? 6 : 0), BOTTOM + 15, rank)),
      path(`M${LEFT},${BOTTOM}L${line(remain)}H${end(remain)}V${BOTTOM}Z`, "area"),
      path(`M${line(n)}`, "curve"),
      path(wanted === null ? "" : `M${LEFT} ${down(wanted)}H${RIGHT}`, "goal"),
      ...Object.entries(lines).flatMap(([name, rank]) => {
        const x = end(rank);
        return [path(`M${x} ${TOP}V${BOTTOM}`, name), label(x, TOP - 3, name)];
      }));
    node.ariaLabel = words;
  }
  return { node, draw };
}

function label(x, y, words) {
  const node = svg("text", { x, y });
  node.textContent = words;
  return node;
}

function svg(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
