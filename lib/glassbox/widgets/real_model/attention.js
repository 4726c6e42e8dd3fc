// Where a head looks: all heads of all layers, once the reader has asked for them.
import { choice } from "../shared/choice.js";
import { button, element, write } from "../shared/elements.js";
import { looksOf, N_LAYERS, strongestLook } from "./numbers.js";
import { askForRest } from "./rest.js";
import { tokenRow } from "./tokens.js";

const HEADS = Array.from({ length: 9 }, (_, i) => `${i + 1}`);
const SINK = 50; // percents on the first token, from which it is said,
const REST = 10; // if no other token has as much as this

/** attend(state, run, token) repaints; edit changes the state. */
export function attentionOf({ model, text, edit, say }) {
  let all = null; // what came: the signs, and each run's layers
  let shown = null; // what attend was given last
  const bytes = model.get("rest_bytes");
  const note = element("p", { class: "gb-note" });
  const load = button("load", [], async () => {
    write(note, text.loading);
    try {
      all = await askForRest(model);
    } catch (error) {
      write(note, text[error.cause] ?? text.no_answer);
      return say(note.textContent);
    }
    attend(...shown);
    say(note.textContent);
    row.node.querySelector("[tabindex='0']").focus(); // the button is gone
  });
  const heads = choice({
    name: "head",
    label: text.head,
    options: HEADS.map((head) => [head, head]),
    onchoose(head) {
      if (edit.state().head !== Number(head)) edit.commit(null, { head: Number(head) });
    },
  });
  const percents = [];
  const row = tokenRow({
    name: "look",
    words: text.look_name,
    marked: "aria-current",
    onchoose: seek,
    inside(i) {
      percents[i] = element("small");
      return [percents[i]];
    },
  });
  const hint = element("p", { class: "gb-meaning", "data-part": "hint" });
  const go = button("go", [text.go], () => {
    const { layer, head } = sought;
    sought = null;
    edit.commit(null, { layer, head, seen: Math.max(shown[0].seen, layer) });
  });
  const found = element("div", { class: "gb-sought" }, hint, go);
  const node = element(
    "div",
    { class: "gb-looks" },
    load,
    heads.node,
    row.node,
    note,
    found,
  );
  let tokens = null; // those in the row
  let sought = null; // the head that looks most at the token that was pressed

  const of = (run, key) => ({
    signs: all.signs,
    layers: all.runs[key],
    n: run.tokens.length,
  });
  /** Say which head of all layers looks there most; the layers stay as they are. */
  function seek(key) {
    const [{ prompt, layer }, run, token] = shown;
    if (key > token || !layer) return;
    sought = { ...strongestLook(of(run, prompt), token, key), prompt, token, key };
    tellSought();
    say(hint.textContent);
  }
  function tellSought() {
    const [{ prompt, layer }, run, token] = shown;
    const isHere = sought?.prompt === prompt && sought.token === token && layer > 0;
    if (!isHere) sought = null;
    go.hidden = !isHere;
    if (!isHere)
      return write(hint, layer ? text.seek({ to: text.targets[prompt] }) : "");
    const to = run.tokens[sought.key];
    const [at, head, percent] = [sought.layer, sought.head, sought.percent].map(String);
    write(hint, text.sought({ head, layer: at, percent, to }));
  }

  function attend(state, run, token) {
    shown = [state, run, token];
    const isHere = all !== null;
    load.hidden = isHere;
    const to = text.targets[state.prompt];
    const isNext = state.seen === N_LAYERS && token === run.tokens.length - 1;
    const asked = isNext ? text.question({ to }) : text.heads;
    write(load, text.load({ asked, n: Math.round(bytes / 1000) }));
    for (const one of [heads.node, row.node, found]) one.hidden = !isHere;
    if (!isHere) return "";
    if (tokens !== run.tokens) row.set(run.tokens);
    tokens = run.tokens;
    const { layer, head, prompt } = state;
    heads.set(head);
    const looks = layer ? looksOf(of(run, prompt), layer, head, token) : [];
    row.mark(token);
    tokens.forEach((_, i) => {
      const one = row.at(i);
      const percent = looks[i];
      one.style.setProperty("--weight", `${(percent ?? 0) / 100}`);
      one.ariaDisabled = `${i > token}`;
      one.dataset.value = `${percent ?? ""}`;
      write(
        percents[i],
        percent === undefined ? "–" : text.percent({ percent: `${percent}` }),
      );
    });
    write(note, inWords(looks, state, run, token));
    tellSought();
    return note.textContent;
  }
  function inWords(looks, { layer, head }, run, token) {
    if (!layer) return text.no_layer;
    const most = looks.indexOf(Math.max(...looks));
    const given = {
      layer: `${layer}`,
      head: `${head}`,
      from: run.tokens[token],
      to: run.tokens[most],
      percent: `${looks[most]}`,
    };
    if (token === 0) return text.alone;
    const rest = Math.max(...looks.slice(1));
    if (looks[0] >= SINK && rest < REST) return text.sink(given);
    return most === token ? text.itself(given) : text.looks(given);
  }
  return { node, attend };
}
