// What the hands do, in a sentence or two.
import { fixed } from "../shared/format.js";
import { covering, isPlain, kindOf, lackingOf, PAIRS, rivals } from "./numbers.js";

const EXACT = 0.5; // degrees: less is 0° in the dial's words

export function telling(text) {
  function listed(items) {
    const head = items.slice(0, -1).join(text.comma);
    return head ? text.and({ head, last: items.at(-1) }) : items[0];
  }
  function namesOf(pairs) {
    if (pairs.length === PAIRS.length) return text.all_pairs;
    const pair = listed(pairs.map((i) => `${i + 1}`));
    return pairs.length > 1 ? text.pairs({ pairs: pair }) : text.pair({ pair });
  }
  /** How far apart the two tokens stand. */
  function distanceOf({ query_position, key_position }) {
    const n = query_position - key_position;
    return n ? text.before({ n }) : text.same;
  }
  /** What the chapter's query looks for, and how its hands were made; else "". */
  function originOf(state) {
    const kind = kindOf(state);
    if (kind === "trained") return text.origin.trained;
    return kind && text.origin[isPlain(state) ? "plain" : "other"];
  }
  /** Whose hands point the same way, and whose are furthest apart; if none, the fit. */
  function handsOf(state, found, fit) {
    const { on, alike } = covering(state, found);
    if (!on.length) return text[state.pairs_on.some(Boolean) ? "no_hands" : "none_on"];
    const names = namesOf(alike.length ? alike : on);
    const size = (i) => Math.abs(found.apart[i]);
    const lacks = lackingOf(state, found); // what its angle costs a pair
    const worst = on.reduce((a, b) => (lacks[b] > lacks[a] ? b : a));
    if (alike.length === on.length) {
      const words = text[size(worst) < EXACT ? "alike" : "nearly_alike"]({ names });
      return [words, fitOf(fit)].filter(Boolean).join(" ");
    }
    const degrees = fixed(size(worst), 0);
    const words = { names, pair: `${worst + 1}`, degrees };
    if (alike.length) {
      const isSame = alike.every((i) => size(i) < EXACT);
      return text[isSame ? "partly_same" : "partly"](words);
    }
    return on.length > 1 ? text.far(words) : text.one_far(words);
  }
  /** Whether another distance scores as high, where none scores higher. */
  function fitOf({ whole, distance, reach, most }) {
    const others = rivals(whole, distance, most);
    if (!others) return "";
    const far = `${reach}`;
    if (!others.length) return text.best({ far });
    return text.as_high({ n: others.length, far });
  }
  /** What moving both tokens did, if that is what changed; else "". */
  function togetherOf(now, before) {
    const same = ["query", "key", "base", "stretch", "pairs_on"].every(
      (name) => `${now[name]}` === `${before[name]}`,
    );
    const by = now.query_position - before.query_position;
    if (!same || !by || now.key_position - before.key_position !== by) return "";
    return text[by > 0 ? "onward" : "back"]({ n: Math.abs(by) });
  }
  return { distanceOf, originOf, handsOf, togetherOf };
}
