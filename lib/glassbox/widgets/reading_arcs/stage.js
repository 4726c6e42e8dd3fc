// Source above, translation below, and an arc for each weight between them.
import { button, element, svg, write } from "../shared/elements.js";
import { columnsOf, placesOf } from "./numbers.js";

const [ROW, GAP, REACH] = [36, 8, 84]; // pixels: a row of the source, between, the arcs
const WIDTH = 1000; // the arcs' own units across
const [FAINT, DRAWN] = [0.15, 0.02]; // smaller weights have no arc

/** The picture; it tells which written character is chosen, and pointed at (0: none). */
export function stage(text, onlook, onpoint) {
  const source = element("ol", { class: "gb-source", "aria-label": text.source });
  const arcs = svg("svg", { "aria-hidden": "true", preserveAspectRatio: "none" });
  const target = element("div", {
    class: "gb-target",
    role: "toolbar",
    "aria-label": text.target,
    onkeydown,
    onpointerover: ({ target }) => onpoint(written.indexOf(target) + 1),
    onpointerleave: () => onpoint(0),
  });
  const read = element("p", { class: "gb-name" }, text.source);
  const wrote = element("p", { class: "gb-name" }, text.target);
  const before = element("p", { class: "gb-name gb-before" });
  const picture = element("div", { class: "gb-picture" }, arcs, source);
  const node = element(
    "div",
    { class: "gb-stage" },
    read,
    picture,
    target,
    wrote,
    before,
  );
  let cells = [];
  const written = [];
  let from = []; // places of what is written
  let to = []; // places of what is read
  let weights = []; // of each written character
  let at = 1; // chosen

  function onkeydown(event) {
    const last = written.length;
    const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 1, End: last };
    const wanted = moves[event.key];
    if (!wanted || wanted > last) return;
    event.preventDefault();
    onlook(wanted);
    written[wanted - 1].focus();
  }

  /**
   * Show these signs, how each written one weighs those read, what it was, and which
   * are not those of the right answer, where it is known. The last few of those read,
   * as many as are swapped, have the rows of another date.
   */
  function setSigns(signs, names, rows, { old, right, swapped }) {
    write(read, swapped ? text.swapped : text.source);
    weights = rows;
    const columns = columnsOf(signs.length);
    to = placesOf(signs.length, columns);
    from = placesOf(names.length, Math.max(names.length, 12));
    const own = signs.length - swapped;
    cells = signs.map((sign, j) =>
      element("li", { class: j < own ? "" : "gb-swapped" }, sign),
    );
    source.replaceChildren(...cells);
    source.style.setProperty("--columns", `${columns}`);
    const height = (to.at(-1).row + 1) * (ROW + GAP) - GAP + REACH;
    picture.style.height = `${height}px`;
    arcs.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
    while (written.length > names.length) written.pop()?.remove();
    while (written.length < names.length) written.push(cell(written.length));
    names.forEach((name, i) => {
      write(written[i], name);
      written[i].classList.toggle("gb-word", name.length > 1);
      written[i].classList.toggle("gb-false", name !== (right?.[i] ?? name));
      written[i].dataset.values = rows[i].join();
      written[i].dataset.old = name === old[i] ? "" : (old[i] ?? "");
    });
    write(before, written.some((one) => one.dataset.old) ? text.before : "");
  }
  function cell(i) {
    const one = button(`look-${i + 1}`, [], () => onlook(i + 1));
    target.append(one);
    return one;
  }

  /** Show one written character's arcs; those after shown are still to come. */
  function look(chosen, shown, looked = chosen) {
    at = chosen;
    const others = weights
      .map((_, i) => i)
      .filter((i) => i < shown && i !== looked - 1);
    arcs.replaceChildren(
      ...others.flatMap((i) => arcsOf(i)),
      ...arcsOf(looked - 1, true),
    );
    written.forEach((one, i) => {
      one.ariaPressed = `${i === at - 1}`;
      one.tabIndex = i === at - 1 ? 0 : -1;
      one.dataset.state = i < shown ? "" : "blank";
    });
    cells.forEach((one, j) => {
      const weight = weights[looked - 1][j];
      one.style.setProperty("--weight", `${weight}`);
      one.classList.toggle("gb-read", weight >= 0.1);
    });
  }
  function arcsOf(i, isLooked = false) {
    const bottom = Number.parseFloat(picture.style.height);
    return to.flatMap(({ row, x }, j) => {
      const weight = weights[i][j];
      if (weight < (isLooked ? DRAWN : FAINT)) return [];
      const [x0, x1] = [from[i].x * WIDTH, x * WIDTH];
      const top = row * (ROW + GAP) + ROW;
      const middle = bottom - REACH / 2;
      const d = `M${x0} ${bottom}C${x0} ${middle} ${x1} ${middle} ${x1} ${top}`;
      const style = `--weight: ${weight}`;
      const name = isLooked ? "gb-arc" : "gb-other";
      return [svg("path", { d, style, class: name, "data-weight": weight })];
    });
  }
  /** Say what the translation is worth. */
  function judge(verdict, isWrong) {
    write(wrote, verdict);
    wrote.classList.toggle("gb-false", isWrong);
  }
  return { node, setSigns, look, judge };
}
