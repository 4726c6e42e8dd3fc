// What the widgets' pictures share: words in them, paths, and a pointer that drags.
import { svg } from "./elements.js";

/** Words at a place in a picture. */
export function label(x, y, words, look = "") {
  return svg(
    "text",
    { x, y, ...(look && { class: look }) },
    `${words}`.replace(/^-(?=\d)/, "−"),
  );
}

/** A path through places, pairs of x and y; "" for none. */
export function pathThrough(places) {
  const points = places.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`);
  return points.length ? `M${points.join("L")}` : "";
}

/**
 * Hear where the reader presses and drags on a picture, in units of its viewBox:
 * onpress(x, y) once, which may return false to let go, then onmove(x, y).
 */
export function draggable(picture, onmove, onpress = onmove) {
  let pressed = false;
  function place(event) {
    const { left, top, width } = picture.getBoundingClientRect();
    const scale = picture.viewBox.baseVal.width / width;
    return [(event.clientX - left) * scale, (event.clientY - top) * scale];
  }
  picture.addEventListener("pointerdown", (event) => {
    picture.setPointerCapture(event.pointerId);
    event.preventDefault();
    pressed = onpress(...place(event)) !== false;
  });
  picture.addEventListener("pointermove", (event) => {
    if (pressed) onmove(...place(event));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    picture.addEventListener(end, () => {
      pressed = false;
    });
  }
}
