// Tokens in a row, each with a share: as a level, as a number, and exactly, as data.
import { button, element, write } from "../shared/elements.js";
import { formatNear } from "../shared/format.js";

/** What a cell holds: a sign, or a word in small, and under it a number. */
function signAndNumber(sign) {
  return [element(sign.length > 1 ? "i" : "b", {}, sign), element("small")];
}

/** Show a share in a cell, and how it is written; or none. */
function fill(cell, share, written) {
  cell.style.backgroundSize = `100% ${100 * (share ?? 0)}%`;
  cell.dataset.value = share ?? "";
  write(cell.lastChild, share === undefined ? "" : written(share));
}

/** A row of cells under a name; onpick, if given, hears the place of one pressed. */
export function strip(name, onpick) {
  const node = element("ol", { class: "gb-strip", "aria-label": name });
  let cells = [];

  function setSigns(signs) {
    cells = signs.map((sign, i) => {
      const attributes = onpick ? { onclick: () => onpick(i) } : {};
      return element("li", attributes, ...signAndNumber(sign));
    });
    node.replaceChildren(...cells);
  }
  /** Show a share a cell; the cells that are not read yet have none. */
  function setShares(shares) {
    cells.forEach((cell, j) => fill(cell, shares[j], formatNear));
  }
  /** Say of each cell whether it is looked at, still blank, and the reader's choice. */
  function setStates(states, yours) {
    cells.forEach((cell, j) => {
      cell.dataset.state = states[j];
      cell.dataset.yours = yours[j];
    });
  }
  return { node, setSigns, setShares, setStates };
}

/** Every token with its share, in percent, as a button; onchoose hears which. */
export function tokenShares(names, label, onchoose) {
  const title = element("span");
  const cells = names.map((name, token) =>
    button(`token-${token}`, signAndNumber(name), () => onchoose(token)),
  );
  const attributes = { role: "group", "aria-label": label, "data-group": "token" };
  const node = element("div", attributes, title, ...cells);

  /** Show the shares, which token was written, and whether the reader chose it. */
  function set(words, shares, written, isYours) {
    write(title, words);
    node.dataset.yours = isYours;
    cells.forEach((cell, token) => {
      fill(cell, shares[token], percent);
      cell.ariaPressed = `${token === written}`;
    });
  }
  return { node, set };
}

/** A share in percent, without the sign. */
export function percent(share) {
  return formatNear(100 * share, 1);
}
