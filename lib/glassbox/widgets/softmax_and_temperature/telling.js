// What is said under the bars, in words: of the draws, of the nudge, of the steps.
import { formatNear, formatNumber, formatPlain } from "../shared/format.js";
import { leaves } from "./bars.js";

const SMALLEST = 1e-4; // of a bar or an arrow that is worth a number
const MANY = 100; // draws, from which on their counts say more than the last one

export function telling({ text, nameOf }) {
  /** One word is named; of many, the one whose count is farthest from its due. */
  function ofDraws(probability, { counts, last }, n_draws, restarted) {
    const takesAll = probability.length > 1 && Math.max(...probability) === 1;
    if (n_draws === 0 && restarted) return text.restarted;
    if (n_draws === 0) return takesAll ? text.takes_all : text.no_draws;
    if (n_draws < MANY) return text.last({ name: nameOf(last), n: n_draws });
    const off = counts.map((count, i) => Math.abs(count - n_draws * probability[i]));
    const at = off.indexOf(Math.max(...off));
    const expected = formatNumber(n_draws * probability[at], 1);
    const name = nameOf(at);
    const draws = formatPlain(n_draws);
    return text.farthest({ draws, name, n: counts[at], expected });
  }

  function ofNudge(probability, moves, at, earlier) {
    if (!moves) return text.jump_meaning;
    const [name, slope] = [nameOf(at), formatNear(moves[at], 4)];
    const [base, tip] = earlier?.[at] ?? [];
    if (tip !== undefined && !leaves(tip)) {
      if (Math.max(tip, probability[at]) < SMALLEST) return text.too_small({ name });
      const spell = (p) => (p < 5e-5 ? text.almost_0 : formatNear(p, 4));
      const [promised, got] = [tip, probability[at]].map(spell);
      const told = tip - base < SMALLEST ? text.promised_unseen : text.promised;
      return told({ name, promised, got });
    }
    if (Math.abs(moves[at]) < 5e-5) return text.unmoved({ name });
    if (!moves.some((move, i) => leaves(probability[i] + move)))
      return text.pushed({ name, gain: slope });
    return text.steep({ name, slope });
  }

  /** Who leads after how many steps, and how much longer the log loss's would be. */
  function ofSteps(probability, at, n, loss) {
    const p = probability[at];
    const first = probability.indexOf(Math.max(...probability));
    const leads = p === probability[first];
    const counted = leads ? text.leads : text.still_leads;
    const name = nameOf(leads ? at : first);
    const said = n ? counted({ n, name }) : text.no_steps[loss];
    if (loss === "log") return said;
    return `${said} ${text.times({ times: formatNumber(1 / (2 * p * (1 - p)), 0) })}`;
  }
  return { ofDraws, ofNudge, ofSteps };
}
