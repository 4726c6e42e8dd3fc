// What stands where: everything at once, or one thing first and the rest folded.
import { element } from "../shared/elements.js";

/** The widget's parts in their order: see show of the Python class. */
export function laidOut(show, parts, text) {
  const { date, examples, stage, choices, probabilities, actions } = parts;
  const [seen, never] = examples;
  if (show === "all") {
    stage.append(choices);
    return [date.node, ...examples, stage, ...probabilities, actions];
  }
  if (show === "writing") {
    const folded = [...probabilities, seen, choices];
    return [date.node, never, stage, actions, fold(text.more_digits, folded)];
  }
  const folded = [...examples, choices, ...probabilities];
  return [date.node, stage, actions, fold(text.more, folded)];
}

function fold(name, parts) {
  const summary = element("summary", {}, name);
  return element("details", { class: "gb-more" }, summary, ...parts);
}
