// The 16 dot products as dots on one line, and a band from −√d_k to √d_k.
import { element } from "../shared/elements.js";
import { fixed, formatNumber } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { N_KEYS } from "./numbers.js";

const FARTHEST = 80; // the line's ends: all of the first draw up to d_k = 1024

/** Where a number stands on the line, from 0 to 1: one beyond it stands at its end. */
function placeOf(x) {
  return 0.5 + Math.max(-1, Math.min(1, x / FARTHEST)) / 2;
}

export function strip(text) {
  const dots = Array.from({ length: N_KEYS }, () => element("i"));
  const band = element("span");
  const ends = [-FARTHEST, 0, FARTHEST].map((x) =>
    element("small", { style: `--at: ${placeOf(x)}` }, formatNumber(x, 0)),
  );
  const picture = element(
    "div",
    { class: "gb-strip", role: "img", "data-part": "strip" },
    band,
    ...dots,
    ...ends,
  );
  const title = element("div", { class: "gb-title" }, ...formula(text.strip));
  const node = element("div", { class: "gb-spread" }, title, picture);

  function set(products, d_k) {
    products.forEach((x, i) => {
      dots[i].style.setProperty("--at", placeOf(x));
      dots[i].dataset.value = x;
    });
    const root = Math.sqrt(d_k);
    band.style.setProperty("--reach", placeOf(root) - 0.5);
    picture.ariaLabel = text.strip_said({
      low: fixed(Math.min(...products), 1),
      high: fixed(Math.max(...products), 1),
      root: formatNumber(root, 2),
      within: `${products.filter((x) => Math.abs(x) <= root).length}`,
    });
  }
  return { node, set };
}
