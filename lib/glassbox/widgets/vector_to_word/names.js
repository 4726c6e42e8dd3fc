// Where a point's name is written: beside it, clear of points, lines and other names.
const HIGH = 13; // of a name
const WIDE = 7.3; // of a letter
const SIDES = [
  { dx: 8, dy: 4, anchor: "start", from: 0 },
  { dx: -8, dy: 4, anchor: "end", from: -1 },
  { dx: 0, dy: -9, anchor: "middle", from: -0.5 },
  { dx: 0, dy: 19, anchor: "middle", from: -0.5 },
];
const PARTS = 40; // of a line: each is looked at

/**
 * The side for each name, the first of the clearest ones: right, left, above, below.
 * points are [x, y], names[i] belongs to points[i]; each of lines tells how much it
 * disturbs; within is the picture's rectangle as [left, top, right, bottom].
 *
 * @param {string[]} names
 * @param {number[][]} points
 * @param {{from: number[], to: number[], weight: number}[]} lines
 * @param {number[]} within
 */
export function sides(names, points, lines, within) {
  const dots = lines.flatMap(({ from, to, weight }) =>
    Array.from({ length: PARTS + 1 }, (_, i) => ({
      place: from.map((start, k) => start + (i / PARTS) * (to[k] - start)),
      weight: weight / PARTS,
    })),
  );
  const taken = [];
  return names.map((name, i) => {
    const tried = SIDES.map((side) => {
      const box = boxOf(name, points[i], side);
      const [left, top, right, bottom] = box;
      const isOut =
        left < within[0] || top < within[1] || right > within[2] || bottom > within[3];
      const hit = points.filter((place, j) => j !== i && isIn(box, place)).length;
      const over = taken.filter((other) => overlap(box, other)).length;
      const crossed = dots
        .filter(({ place }) => isIn(box, place))
        .reduce((all, { weight }) => all + weight, 0);
      return { side, box, bad: (isOut ? 9 : 0) + 3 * hit + 3 * over + crossed };
    });
    const best = tried.reduce((one, other) => (other.bad < one.bad ? other : one));
    taken.push(best.box);
    return best.side;
  });
}

/** @param {string} name @param {number[]} place @returns {[number, number, number, number]} */
function boxOf(name, [x, y], { dx, dy, from }) {
  const wide = WIDE * name.length;
  const left = x + dx + from * wide;
  return [left - 2, y + dy - HIGH, left + wide + 2, y + dy + 4];
}

/** @param {number[]} box @param {number[]} place */
function isIn([left, top, right, bottom], [x, y]) {
  return x > left - 4 && x < right + 4 && y > top - 2 && y < bottom + 2;
}

/** @param {number[]} one @param {number[]} other */
function overlap(one, other) {
  return (
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
  );
}
