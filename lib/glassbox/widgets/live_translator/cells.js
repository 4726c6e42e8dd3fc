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
  const words = share === undefined ? "" : written(share);
  const small = cell.querySelector("small");
  if (small.textContent === words) return;
  const start = words.startsWith("0.") ? 1 : 0; // a narrow strip has no room for this 0
  small.replaceChildren(element("span", {}, words.slice(0, start)), words.slice(start));
}

/**
 * A row of cells under a name; onpick, if given, hears the place of one pressed. With
 * ontoggle each cell is a button.
 */
export function strip(name, onpick, ontoggle) {
  const node = element("ol", { class: "gb-strip", "aria-label": name });
  let cells = [];

  /** Show these signs; dashed are the reader's own. */
  function setSigns(signs, yours = []) {
    cells = signs.map((sign, i) => {
      const attributes = {
        "data-yours": yours[i] ?? false,
        onclick: () => onpick?.(i),
      };
      const inside = signAndNumber(sign);
      if (!ontoggle) return element("li", attributes, ...inside);
      return element(
        "li",
        {},
        button(`hide-${i}`, inside, () => ontoggle(i)),
      );
    });
    node.replaceChildren(...cells);
  }
  /** Show which buttons are pressed. */
  function setPressed(places) {
    cells.forEach((cell, i) => {
      cell.firstChild.ariaPressed = `${places.includes(i)}`;
    });
  }
  /** Show a share a cell; the cells that are not read yet have none. */
  function setShares(shares) {
    cells.forEach((cell, j) => fill(cell, shares[j], formatNear));
  }
  return { node, setSigns, setShares, setPressed };
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

/** Mark each part of a strip: its state is "now", "blank" or neither. */
export function mark(node, states, name = "state") {
  [...node.children].forEach((part, i) => {
    part.dataset[name] = states[i];
  });
}
