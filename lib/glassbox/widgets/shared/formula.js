// Formulas in a line of text, with low and raised parts: "d_k" and "e^(0.5)".
import { element } from "./elements.js";

/** Children for element: _ lowers the next character, ^(…) raises what it holds. */
export function formula(text) {
  return text.split(/(_\w|\^\([^)]*\))/).map((part) => {
    if (part[0] === "_") return element("sub", {}, part.slice(1));
    return part[0] === "^" ? element("sup", {}, part.slice(2, -1)) : part;
  });
}
