// Where the name of an arc stands: as near as it can, and where no arc runs through it.
const SAMPLES = 64; // of a curve: closer than a name is wide or high
const STEP = 3; // pixels between two places that are tried
const CLEAR = 2; // pixels between a name and an arc

/** Points along a cubic curve, from its four control points. */
export function along(curve) {
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const t = i / SAMPLES;
    const parts = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [0, 1].map((axis) =>
      parts.reduce((sum, part, k) => sum + part * curve[k][axis], 0),
    );
  });
}

/** Points all over a name, so that no other is placed on it. */
export function allOver(middle, size) {
  const [[x, y], [wide, tall]] = [middle, size];
  const steps = [-0.5, -0.25, 0, 0.25, 0.5];
  return steps.flatMap((a) => steps.map((b) => [x + a * wide, y + b * tall]));
}

/**
 * The middle of a free place for a name, nearest to the wanted one; null if there is
 * none so near. size is the name's width and height; area is where it may be: left, right, top and
 * bottom; each obstacle has points and half of its line's width.
 */
export function freePlace(size, wanted, area, obstacles, near) {
  const [half, tall] = size.map((one) => one / 2);
  const places = [];
  for (let y = area.bottom - tall; y >= area.top + tall; y -= STEP) {
    for (let x = area.left + half; x <= area.right - half; x += STEP) {
      const far = Math.hypot(x - wanted[0], y - wanted[1]);
      if (far <= near) places.push([x, y, far]);
    }
  }
  places.sort((a, b) => a[2] - b[2]);
  const isFree = ([x, y]) =>
    obstacles.every(({ points, thin }) => {
      const [far, high] = [half + thin + CLEAR, tall + thin + CLEAR];
      return points.every(
        ([px, py]) => Math.abs(px - x) > far || Math.abs(py - y) > high,
      );
    });
  return places.find(isFree) ?? null;
}
