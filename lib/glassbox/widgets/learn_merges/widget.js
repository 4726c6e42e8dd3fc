import { button, element, write } from "../shared/elements.js";
import { widget } from "../shared/shell.js";
import { textEntry } from "../shared/text_entry.js";
import { countPairs, countTokens, greedyCounts, replay } from "./learning.js";

const LONGEST = 48;

function build({ model, text, edit, undo, reset }) {
  let steps = []; // the words at first and after each merge
  let pairs = []; // of the words as they are now

  const entry = textEntry({
    text,
    examples: model.get("examples"),
    longest: LONGEST,
    isEmpty: (content) => !content.replaceAll(" ", ""),
    onstart() {},
    ontext(what, content) {
      if (content !== model.get("content")) edit.commit(what, { content, merges: [] });
    },
  });

  // The words, the pairs in them, and the merges made.
  const count = element("p", { class: "gb-count" });
  const words = element("ul", { class: "gb-words", "aria-label": text.words });
  const offers = element("div", {
    class: "gb-pairs",
    role: "group",
    "aria-label": text.pairs,
    onpointerover: point,
    onpointerleave: point,
    onfocusin: point,
    onfocusout: point,
  });
  const most = button("most", [text.most], () => join(pairs[0].pair));
  const list = element("ol", { class: "gb-list", "aria-label": text.merges });
  const none = element("p", { class: "gb-meaning" }, text.none);
  const greedy = element("p", { class: "gb-meaning" });
  function join(pair) {
    edit.commit(null, { merges: [...model.get("merges"), pair] });
  }
  /** Mark where the pair stands that is pointed at. */
  function point({ type, target }) {
    const isOver =
      type === "pointerover" ||
      (type === "focusin" && target.matches(":focus-visible"));
    const place = isOver ? target.closest("button")?.dataset.place : undefined;
    const [left, right] = pairs[place]?.pair ?? [];
    for (const word of words.querySelectorAll("ol")) {
      const tokens = [...word.children];
      const starts = tokens.map(
        (one, i) => one.textContent === left && tokens[i + 1]?.textContent === right,
      );
      tokens.forEach((one, i) => {
        one.dataset.marked = starts[i] || Boolean(starts[i - 1]);
      });
    }
  }

  const heading = (words) =>
    element("p", { class: "gb-meaning", "aria-hidden": "true" }, words);
  const offer = heading("");
  const children = [
    entry.node,
    element(
      "div",
      { class: "gb-stage" },
      count,
      words,
      element("div", { class: "gb-actions" }, most, undo, reset),
      element(
        "div",
        { class: "gb-sides" },
        element("div", {}, offer, offers),
        element("div", {}, heading(text.merges), none, list),
      ),
    ),
    element(
      "details",
      { class: "gb-more" },
      element("summary", {}, text.more),
      greedy,
      element("p", { class: "gb-meaning" }, text.split),
    ),
  ];

  let isFirst = true;
  function update({ content, merges }, forced) {
    entry.set(content, forced);
    steps = replay(content, merges);
    pairs = countPairs(steps.at(-1).words);
    const n = merges.length;
    const tokens = (step) => text.count({ n: countTokens(step.words) });
    const left = tokens(steps.at(-1));
    const counted = n ? text.after({ n, count: left }) : text.start({ count: left });
    write(count, counted);
    paintWords(steps.at(-1).words, merges.at(-1)?.join(""));
    paintPairs();
    most.ariaDisabled = `${!pairs.length}`;
    const made = merges.map(([left, right], i) => {
      const parts = { left, right, count: steps[i + 1].count };
      const joins = countTokens(steps[i].words) - countTokens(steps[i + 1].words);
      const form = joins < parts.count ? text.overlap : text.merge;
      return form({ ...parts, joins, tokens: tokens(steps[i + 1]) });
    });
    none.hidden = n > 0;
    list.replaceChildren(...made.map((one) => element("li", {}, one)));
    list.scrollTop = list.scrollHeight;
    const counts = greedyCounts(content, Math.max(n, 3)).join(" → ");
    write(greedy, text.greedy({ counts }));
    const said = [counted, made.at(-1) ?? "", pairs.length ? "" : text.done];
    const wasFirst = isFirst;
    isFirst = false;
    return wasFirst ? "" : said.filter(Boolean).join(". ");
  }
  function paintWords(now, newest) {
    words.replaceChildren(
      ...now.map(({ tokens, times }) => {
        const cards = tokens.map((token) =>
          element("li", { "data-new": token === newest }, element("code", {}, token)),
        );
        const word = element("ol", { translate: "no" }, ...cards);
        const often = times > 1 ? [element("small", {}, text.times({ n: times }))] : [];
        return element("li", {}, word, ...often);
      }),
    );
  }
  function paintPairs() {
    write(offer, pairs.length ? text.offer({ n: pairs.length }) : "");
    const hadFocus = offers.contains(document.activeElement);
    const buttons = pairs.map(({ pair, count: n }, place) => {
      const [left, right] = pair;
      const sign = element("code", { translate: "no" }, `${left} + ${right}`);
      const parts = [sign, element("b", {}, `${n}`)];
      const node = button(`pair-${place}`, parts, () => join(pair));
      node.ariaLabel = text.pair({ n, left, right });
      node.dataset.place = place;
      return node;
    });
    if (buttons.length) offers.replaceChildren(...buttons);
    else offers.replaceChildren(element("p", { class: "gb-meaning" }, text.done));
    if (hadFocus) (buttons[0] ?? undo).focus(); // the pressed one is gone
  }
  return { children, update };
}

export default widget({ name: "learn", traits: ["content", "merges"], build });
