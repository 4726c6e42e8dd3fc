// One query's weights as bars, one a key.
import { element } from "../shared/elements.js";
import { formatNumber } from "../shared/format.js";
import { formula } from "../shared/formula.js";
import { N_KEYS } from "./numbers.js";

export function bars(text, kind) {
  const name = text.bars[kind];
  const columns = Array.from({ length: N_KEYS }, () => element("i"));
  const largest = element("div", { class: "gb-meaning" });
  const look = { class: "gb-bars", role: "img", "data-kind": kind };
  const picture = element("div", look, ...columns);
  const title = element("div", { class: "gb-title" }, ...formula(name));
  const node = element("div", {}, title, picture, largest);
  function set(weights) {
    weights.forEach((weight, i) => {
      columns[i].style.height = `${100 * weight}%`;
      columns[i].dataset.value = weight;
    });
    const most = Math.max(...weights);
    const weight = formatNumber(most, 3);
    largest.textContent = text.largest_of_one({ weight });
    const key = weights.indexOf(most) + 1;
    picture.ariaLabel = text.bars_said({ name, weight, key });
  }
  return { node, set };
}
