// Where the heads look: all of all layers, once the reader has asked for them.
import { button, element, write } from "../shared/elements.js";
import { askForRest } from "../shared/rest.js";
import { headGrid } from "./grid.js";
import { everyHead, lookAt, looksOf, tellingHead } from "./numbers.js";
import { tokenRow } from "./tokens.js";

const MUCH = 50; // percents: half of a head's weight, which the heads are counted by
const SINK = 50; // percents on the first token, from which it is said,
const REST = 10; // if no other token has as much as this

/** attend(state, run, token) repaints; edit changes the state. */
export function attentionOf({ model, text, edit, say }) {
  let all = null; // what came: the signs, and each run's layers
  let shown = null; // what attend was given last
  let over = null; // the layer and head to which the reader points
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
    grid.field.focus(); // the button is gone
  });
  const n = Math.round(model.get("rest_bytes") / 1000);
  write(load, text.load({ n }));
  const asked = element("p", { "data-part": "asked" });
  const grid = headGrid({
    text,
    onpoint(...place) {
      over = place;
      paint();
    },
    onpin(head_layer, head) {
      over = null;
      edit.commit(null, { head_layer, head });
    },
    onleave() {
      if (!over) return;
      over = null;
      paint();
    },
  });
  const percents = [];
  const row = tokenRow({
    name: "look",
    words: text.look_name,
    marked: "aria-pressed",
    onchoose(key) {
      if (key > shown[2]) return;
      edit.commit(null, { source: key === shown[0].source ? -1 : key });
    },
    inside(i, name) {
      percents[i] = element("small");
      return [element("span", {}, element("sup", {}, `${i + 1}`), name), percents[i]];
    },
  });
  const parts = [asked, grid.node, note, row.node];
  const node = element("div", { class: "gb-looks" }, load, ...parts);
  let tokens = null; // those in the row

  function attend(state, run, token) {
    const source = state.source <= token ? state.source : -1; // no later one
    shown = [{ ...state, source }, run, token];
    load.hidden = all !== null;
    for (const one of parts) one.hidden = all === null && one !== note;
    if (!all) return "";
    if (tokens !== run.tokens) row.set(run.tokens);
    tokens = run.tokens;
    const from = tokens[token];
    const to = numbered(source);
    const attention = attentionIn(state.prompt);
    const looks = everyHead.map(({ layer, head }) =>
      lookAt(looksOf(attention, layer, head, token), source),
    );
    grid.set(looks.map(({ percent }) => percent));
    const n = `${looks.filter(({ percent }) => percent >= MUCH).length}`;
    write(asked, source < 0 ? text.asked({ from }) : text.asked_for({ from, to, n }));
    row.mark(source);
    paint();
    return `${note.textContent} ${asked.textContent}`;
  }
  /** Show one head: the one pointed to, else the chosen one. */
  function paint() {
    const [{ prompt, source, head_layer, head: chosen }, , token] = shown;
    const attention = attentionIn(prompt);
    const own = head_layer ? [head_layer, chosen] : tellingHead(attention, token);
    const [layer, head] = over ?? own;
    const looks = looksOf(attention, layer, head, token);
    tokens.forEach((_, i) => {
      const one = row.at(i);
      const percent = looks[i];
      one.style.setProperty("--weight", `${(percent ?? 0) / 100}`);
      one.ariaDisabled = `${i > token}`;
      one.ariaCurrent = `${i === token}`;
      one.dataset.value = `${percent ?? ""}`;
      write(percents[i], percent === undefined ? "–" : percentOf(percent));
    });
    const { key, percent } = lookAt(looks, source);
    const place = { layer: `${layer}`, head: `${head}` };
    const cell = { ...place, to: numbered(key), percent: `${percent}` };
    grid.mark(layer, head, key < 0 ? text.alone : text.cell(cell));
    write(note, inWords(looks, place, token));
  }
  function inWords(looks, place, token) {
    const most = looks.indexOf(Math.max(...looks));
    const [from, to] = [tokens[token], tokens[most]];
    const given = { ...place, from, to, percent: `${looks[most]}` };
    if (token === 0) return text.alone;
    const rest = Math.max(...looks.slice(1));
    if (looks[0] >= SINK && rest < REST) return text.sink(given);
    return most === token ? text.itself(given) : text.looks(given);
  }
  const attentionIn = (prompt) => ({ signs: all.signs, layers: all.runs[prompt] });
  const percentOf = (percent) => text.percent({ percent: `${percent}` });
  const numbered = (i) => (i < 0 ? "" : `${i + 1} ${tokens[i]}`);
  return { node, attend };
}
