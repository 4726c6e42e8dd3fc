// The letters in a row, what the model guesses after each, and where a head looks.
import { button, element, svg, write } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";
import { allOver, along, freePlace } from "./flag.js";
import { kindOf, LETTERS, periodOf } from "./numbers.js";

// Pixels: the room for arcs above a row of letters, the letters, the rounds below them.
const [CELL, ROUND] = [68, 20];
const BELOW = 4; // from a round's name to an arc that ends there
const UNITS = 1000; // across the picture
const DRAWN = 0.02; // smaller weights have no arc
const STRONG = 0.1; // such an arc is continued in the letter's column
const NEAR = 36; // pixels from where a note's name should stand; it has none farther off
const NAMED = 3; // letters: shorter rounds have a number alone

/** The picture; onlook hears the position that the reader chooses. */
export function stage(text, onlook) {
  const names = Object.values(text.rows).map((name) => element("span", {}, name));
  const drawn = svg("svg", { "aria-hidden": "true", preserveAspectRatio: "none" });
  const [flag, noteFlag] = [0, 1].map(() =>
    element("span", { class: "gb-flag", "aria-hidden": "true" }),
  );
  const grid = element("div", { class: "gb-letters" });
  const node = element(
    "div",
    {
      class: "gb-stage",
      role: "toolbar",
      "aria-label": text.letters,
      onkeydown,
    },
    grid,
    drawn,
    flag,
    noteFlag,
  );
  const rows = element("div", { class: "gb-rows", "aria-hidden": "true" }, ...names);
  const whole = element("div", { class: "gb-picture" }, rows, node);
  const cells = [];
  let at = 0;
  let columns = 24;

  function onkeydown(event) {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (shiftKey || ctrlKey || altKey || metaKey) return;
    const last = cells.length - 1;
    const moves = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at - columns,
      ArrowDown: at + columns,
      Home: 0,
      End: last,
    };
    const wanted = moves[key];
    if (wanted === undefined) return;
    event.preventDefault();
    if (!cells[wanted]) return;
    onlook(wanted);
    cells[wanted].focus();
  }

  /** Lay a text out in rows, and mark where it begins again. */
  function setText(content, n_columns) {
    columns = n_columns;
    const rows = Math.ceil(content.length / columns);
    node.style.setProperty("--columns", `${columns}`);
    while (cells.length > content.length) cells.pop().remove();
    while (cells.length < content.length) cells.push(cell(cells.length));
    const period = periodOf(content);
    [...content].forEach((letter, i) => {
      write(cells[i].firstChild, letter);
      cells[i].classList.toggle("gb-again", period && i && i % period === 0);
      cells[i].style.gridArea = `${2 * rowOf(i) + 1} / ${(i % columns) + 1}`;
    });
    for (const old of grid.querySelectorAll(".gb-round")) old.remove();
    if (period) grid.append(...roundsOf(content.length, period));
    const height = rows * (reach() + CELL + ROUND);
    drawn.setAttribute("viewBox", `0 0 ${UNITS} ${height}`);
    node.style.setProperty("--rows", `${rows}`);
  }
  const reach = () => (columns < 24 ? 47 : 116);
  const topOf = (row) => row * (reach() + CELL + ROUND) + reach();

  function cell(i) {
    const one = button(
      `at-${i}`,
      ["b", "span", "i"].map((tag) => element(tag)),
      () => onlook(i),
    );
    grid.append(one);
    return one;
  }
  /**
   * A line below each round, in pieces where a row ends; the longest has its name, or
   * where that has no room, its number.
   */
  function roundsOf(n, period) {
    const pieces = [];
    for (let start = 0, round = 1; start < n; start += period, round += 1) {
      const end = Math.min(n, start + period);
      const parts = [];
      for (let from = start; from < end; ) {
        const to = Math.min(end, columns * (rowOf(from) + 1));
        parts.push([from, to - from]);
        from = to;
      }
      const longest = parts.reduce((a, b) => (b[1] > a[1] ? b : a));
      for (const part of parts) {
        const [from, wide] = part;
        const words = wide < NAMED ? text.short_round : text.round;
        const name = part === longest ? words({ round: `${round}` }) : "";
        const style = `grid-area: ${2 * rowOf(from) + 2} / ${(from % columns) + 1} / auto / span ${wide}`;
        pieces.push(element("span", { class: "gb-round", style }, name));
      }
    }
    return pieces;
  }

  /** Show what is guessed after each letter, and whether it is right. */
  function setGuesses(content, guesses) {
    cells.forEach((one, i) => {
      const guess = LETTERS[guesses[i]];
      const kind = kindOf(content[i + 1], guess);
      one.dataset.kind = kind;
      one.dataset.guess = guess;
      write(one.children[1], guess);
      write(one.children[2], text.marks[kind]);
      const words = { letter: content[i], position: `${i}`, guess };
      one.ariaLabel = text.cell[kind](words);
    });
  }

  /**
   * Show one position, and the weights of a head there; and the note by which it was
   * found: how a head of the first layer looked before, from there. It may be null.
   */
  function look(chosen, weights, head, isCut, note) {
    at = chosen;
    cells.forEach((one, i) => {
      const weight = weights[i];
      one.ariaPressed = `${i === at}`;
      one.tabIndex = i === at ? 0 : -1;
      one.dataset.weight = i > at ? "" : `${weight}`;
      one.style.setProperty("--weight", i > at ? "0" : `${weight}`);
      // Its arc comes from below.
      one.classList.toggle("gb-far", rowOf(i) < rowOf(at) && weight >= STRONG);
    });
    node.dataset.head = head;
    node.dataset.cut = `${isCut}`;
    const arcs = weights.flatMap((weight, j) =>
      j > at || weight < DRAWN ? [] : { from: at, j, weight, curve: curveTo(at, j) },
    );
    const most = arcs.reduce((a, b) => (b.weight > a.weight ? b : a));
    if (note) arcs.push({ ...note, curve: curveTo(note.from, note.j) });
    drawn.replaceChildren(...arcs.map(arc));
    const taken = setFlag(flag, { ...most, head }, arcs);
    noteFlag.hidden = true;
    if (note) setFlag(noteFlag, note, taken ? [...arcs, taken] : arcs);
  }
  /**
   * A name stands at the top of its arc, clear of the others; returned as one of them:
   * where it stands.
   */
  function setFlag(flag, { from, j, head, weight }, arcs) {
    const words = from === at ? text.flag : text.note_flag;
    write(flag, words({ head, weight: formatNear(weight) }));
    flag.dataset.head = head;
    flag.hidden = false; // a name without a size could not be placed
    const wide = node.clientWidth;
    const size = [flag.offsetWidth, flag.offsetHeight];
    const top = topOf(rowOf(j));
    const inPixels = (point) => [(point[0] * wide) / UNITS, point[1]];
    const obstacles = arcs.map((one) => ({
      points: one.points ?? along(one.curve).map(inPixels),
      thin: one.points ? 0 : widthOf(one.weight) / 2,
    }));
    const [x, y] = inPixels(peakOf(from, j));
    let near = Number.POSITIVE_INFINITY;
    const above = (widthOf(weight) + size[1]) / 2 + 3;
    const wanted = [x, y - above];
    if (from !== at) {
      // A note's stands left of its arc, at half its height.
      wanted[0] = inPixels([middleOf(j), 0])[0] - (widthOf(weight) + size[0]) / 2 - 4;
      wanted[1] = (y + top) / 2;
      near = NEAR;
    }
    const area = { left: 0, right: wide, top: top - reach(), bottom: top - 3 };
    const place = freePlace(size, wanted, area, obstacles, near);
    flag.hidden = !place; // the words below the picture say it, too
    if (!place) return null;
    flag.style.insetInlineStart = `${(100 * place[0]) / wide}%`;
    flag.style.top = `${place[1]}px`;
    return { points: allOver(place, size) };
  }
  const rowOf = (i) => Math.floor(i / columns);
  const middleOf = (i) => (UNITS * ((i % columns) + 0.5)) / columns;
  const widthOf = (weight) => 1 + 8 * weight;
  /** How high an arc rises: farther is higher. */
  function riseOf(from, j) {
    const far = Math.abs(from - j) / (columns - 1);
    return (reach() - 24) * (0.35 + 0.65 * far);
  }
  /** The top of an arc to j: in another row, the letter itself. */
  function peakOf(from, j) {
    const top = topOf(rowOf(j));
    if (rowOf(j) < rowOf(from)) return [middleOf(j), top];
    return [(middleOf(from) + middleOf(j)) / 2, top - riseOf(from, j)];
  }
  /** The four control points of an arc to j; in another row it ends below the round. */
  function curveTo(from, j) {
    const [x0, x1, top] = [middleOf(from), middleOf(j), topOf(rowOf(from))];
    const up = top - (4 / 3) * riseOf(from, j); // a cubic reaches three quarters
    if (rowOf(j) === rowOf(from)) {
      const side = j === from ? (0.5 * UNITS) / columns : 0; // a loop to itself
      return [
        [x0, top],
        [x0 - side, up],
        [x1 + side, up],
        [x1, top],
      ];
    }
    const [end, middle] = [top - reach() + BELOW, top - reach() / 2];
    return [
      [x0, top],
      [x0, middle],
      [x1, middle],
      [x1, end],
    ];
  }
  function arc({ from, j, weight, curve, head, isCut }) {
    const [start, ...rest] = curve.map((point) => point.join(" "));
    const style = `stroke-width: ${widthOf(weight)}px; --weight: ${weight}`;
    const look = { style, "data-to": j, "data-weight": weight };
    const path = svg("path", { d: `M${start}C${rest.join(" ")}`, ...look });
    if (head) Object.assign(path.dataset, { head, from, cut: isCut }); // a note's
    return path;
  }
  return { node: whole, setText, setGuesses, look };
}
