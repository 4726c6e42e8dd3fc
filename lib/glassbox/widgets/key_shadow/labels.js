// Where words go in the picture: beside their places, clear of arrows and of each other.
const TURNS = [0, 1, -1, 2, -2, 3, -3, 4]; // eighths of a circle from the best side
const RINGS = [0, 14, 28]; // farther and farther from the place

/**
 * Put each word on the best free side of its place: at is the place, toward the best
 * side as [right, down], gap how near it may come; blocked are boxes to keep clear of.
 */
export function settle(words, blocked, width, height) {
  const taken = [...blocked];
  for (const word of words) {
    const size = Number.parseFloat(getComputedStyle(word.node).fontSize) || 15;
    const long = word.node.getComputedTextLength() || 0.6 * size * word.letters;
    const half = [long / 2 + 5, 0.65 * size];
    let best = { cost: Number.POSITIVE_INFINITY };
    RINGS.forEach((ring, far) => {
      TURNS.forEach((eighths, turn) => {
        const box = boxAt(word, eighths, word.gap + ring, half);
        const over = taken.reduce((area, one) => area + overlap(box, one), 0);
        const cost = over + 4 * outside(box, width, height) + 8 * turn + 30 * far;
        if (cost < best.cost) best = { cost, box };
      });
    });
    const { x, y } = best.box;
    word.node.setAttribute("x", x.toFixed(1));
    word.node.setAttribute("y", (y + 0.35 * size).toFixed(1));
    taken.push(best.box);
  }
}

/** Boxes along a line, each so many pixels to either side. */
export function along([fromX, fromY], [toX, toY], reach) {
  const count = Math.ceil(Math.hypot(toX - fromX, toY - fromY) / 12);
  return Array.from({ length: count }, (_, n) => {
    const part = (n + 1) / count;
    return around([fromX + part * (toX - fromX), fromY + part * (toY - fromY)], reach);
  });
}

/** A square box around a place. */
export function around([x, y], reach) {
  return { x, y, half: [reach, reach] };
}

function boxAt({ at, toward }, eighths, gap, half) {
  const turn = Math.atan2(toward[1], toward[0]) + (Math.PI / 4) * eighths;
  const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
  return {
    x: at[0] + dx * (gap + half[0]),
    y: at[1] + dy * (gap + half[1]),
    half,
  };
}

function overlap(a, b) {
  const wide = a.half[0] + b.half[0] - Math.abs(a.x - b.x);
  const high = a.half[1] + b.half[1] - Math.abs(a.y - b.y);
  const least = Math.min(2 * b.half[1], high);
  return wide > 0 && high > 0 ? Math.min(wide, 2 * b.half[0]) * least : 0;
}

function outside({ x, y, half }, width, height) {
  const beyond = (at, reach, end) =>
    Math.max(0, reach - at) + Math.max(0, at + reach - end);
  return 10 * (beyond(x, half[0], width) + beyond(y, half[1], height));
}
