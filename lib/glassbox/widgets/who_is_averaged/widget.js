import { map_entries } from "../kernels/arrays.js";
import { choice } from "../shared/choice.js";
import { element } from "../shared/elements.js";
import { numberField } from "../shared/fields.js";
import { formatNumber } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { blockGrid } from "./grid.js";
import {
  effects,
  entryAt,
  formatInput,
  isFrozen,
  isSame,
  markOf,
  outputs,
  pokedBlock,
  statistics,
} from "./numbers.js";
import { rules } from "./rules.js";

const LARGEST = 1e6;
const POKE = 10; // by how much a press raises a number

function build({ model, text, edit, undo, reset }) {
  const get = (name) => model.get(name);
  const own = () => entryAt(get("block"), get("selected"));
  const tokenAt = ([b, t]) => get("labels")[b * get("block")[0].length + t];
  const nameOf = ([b, t, f]) =>
    text.entry({ sample: b + 1, token: tokenAt([b, t]), feature: f + 1 });

  // What normalizes the block: LayerNorm is over the features, unless "more" says else;
  // over batch and token it is BatchNorm; over anything else it has no name here.
  const nameIf = { 2: "layer_norm", "0,1": "batch_norm" };
  const named = ({ kernel, axes }) =>
    kernel === "layer_norm" ? (nameIf[`${axes}`] ?? "") : kernel;
  const kernels = choice({
    name: "kernel",
    label: text.kernel,
    options: text.kernels,
    onchoose(kernel) {
      const now = edit.state();
      if (kernel === now.kernel && named(now) === kernel) return;
      edit.commit(null, kernel === "layer_norm" ? { kernel, axes: [2] } : { kernel });
    },
  });
  const more = rules({ text, get, onchange: (traits) => edit.commit(null, traits) });

  // The block; a press pokes a number, or takes its poke back.
  const grid = blockGrid(text, { nameOf, onpress: press, onkeydown });
  let drawn = ""; // what the grid was made of

  function press(place) {
    const isPoked = isSame(place, get("selected")) && get("poke") !== 0;
    startOver(null, { selected: place, poke: isPoked ? 0 : get("poke") || POKE });
    grid.focus(place);
  }
  /** Move the poke, or the choice where nothing is poked. */
  function move(place) {
    if (!grid.has(place)) return;
    startOver("selected", { selected: place });
    grid.focus(place);
  }
  function onkeydown(event) {
    const [b, t, f] = get("selected");
    const n = get("block")[0].length;
    const row = b * n + t; // rows are counted through all texts
    const toRow = (i) => move([Math.floor(i / n), (i + n) % n, f]);
    const act = {
      ArrowUp: () => toRow(row - 1),
      ArrowDown: () => toRow(row + 1),
      ArrowLeft: () => move([b, t, f - 1]),
      ArrowRight: () => move([b, t, f + 1]),
      Enter: () => press([b, t, f]),
      " ": () => press([b, t, f]),
      "+": () => pokeBy(1),
      "-": () => pokeBy(-1),
    }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  // The poke, and who noticed.
  const chosen = element("span", { "aria-hidden": "true" });
  const field = numberField({
    inputmode: "decimal",
    step: 1,
    spell: (x) => `${x}`.replace("-", "−"),
    explain(value) {
      if (Math.abs(value) <= LARGEST) return "";
      return text.wrong({ good: formatInput(own() + get("poke")) });
    },
    onvalue: (value) => edit.commit("poke", { poke: value - own() }),
  });
  function pokeBy(step) {
    const poke = get("poke") + step;
    if (Math.abs(own() + poke) <= LARGEST) edit.commit("poke", { poke });
  }
  function startOver(what, change) {
    edit.commit(what, change);
    update(edit.state(), true); // a wrong entry does not outlive what it was about
  }
  const verdict = element("p", { class: "gb-verdict" });
  const legend = element("p", { class: "gb-meaning" });

  const children = [
    kernels.node,
    verdict,
    legend,
    grid.node,
    element("div", { class: "gb-actions gb-poke" }, chosen, field.node, undo, reset),
    element("p", { class: "gb-meaning" }, text.hint),
    more.node,
  ];

  function update(state, forced) {
    const { block, labels, selected } = state;
    const form = [labels, block.length, block[0][0].length].join();
    if (form !== drawn) grid.draw(state);
    drawn = form;
    const x = pokedBlock(state);
    const [before, after] = [outputs(block, state), outputs(x, state)];
    const changes = map_entries(
      after,
      (y, place) => y - /** @type {number} */ (entryAt(before, place)),
    );
    map_entries(changes, (change, place) => {
      grid.paint(place, state, entryAt(x, place), entryAt(after, place), change);
    });
    const sums = effects(changes, selected);
    kernels.set(named(state));
    const taken = state.kernel === "rms_norm" ? "root_mean_square" : "mean";
    legend.textContent = text.legend({ mark: markOf(state), shared: text[taken] });
    const found = statistics(x, state);
    const name = nameOf(selected);
    const shared = sayShared(found, state, name);
    more.update(state, sums, found, shared);
    const feature = selected[2] + 1;
    chosen.textContent = text.poked({ token: tokenAt(selected), feature });
    field.input.setAttribute("aria-label", name);
    field.set(entryAt(x, selected), forced);
    const judged = judge(sums, state);
    verdict.textContent = judged;
    return text.said({ verdict: judged, shared });
  }
  /** Who noticed the poke, in a sentence. */
  function judge(sums, { poke, selected }) {
    const [n, total] = ["changed", "total"].map((what) =>
      sums.reduce((whole, sum) => whole + sum[what], 0),
    );
    const token = tokenAt(selected);
    const [, earlier, later, others] = sums.map((sum) => sum.changed > 0);
    const leaks = earlier || others;
    verdict.dataset.state = leaks ? "bad" : "good";
    if (!poke) return text.verdict.none;
    if (!leaks && !later) return text.verdict.own({ n, total, token });
    const parts = sums
      .map(({ changed }, i) => changed && text.parts[i]({ n: changed, token }))
      .filter(Boolean);
    return text.verdict[leaks ? "leak" : "later"]({
      n,
      total,
      parts: parts.join(text.comma),
    });
  }
  function sayShared({ mean, variance, count }, state, name) {
    const [mu, square] = [mean, variance].map((value) => formatNumber(value));
    const figures = { name, mean: mu, variance: square };
    if (isFrozen(state)) return text.stored(figures);
    if (state.kernel !== "rms_norm") return text.shared({ count, ...figures });
    const root = formatNumber(Math.sqrt(mean ** 2 + variance));
    return text.shared_root({ name, count, root });
  }
  return { children, update };
}

export default widget({
  name: "averaged",
  traits: [
    ..."block labels kernel axes lengths use_mask".split(" "),
    ..."running_mean running_var inference selected poke".split(" "),
  ],
  build,
});
