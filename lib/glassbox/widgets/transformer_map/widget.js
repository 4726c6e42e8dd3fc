import { choice } from "../shared/choice.js";
import { button, element } from "../shared/elements.js";
import { fixed, formatPlain } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { withNodes } from "../shared/words.js";
import { exampleOf } from "./flow.js";
import { countAll, partsOf } from "./numbers.js";
import { partPanel } from "./panel.js";
import { mapPicture } from "./picture.js";
import { stepPanel } from "./step.js";

function build({ model, text, edit, undo, reset, say, onStop }) {
  const facts = JSON.parse(model.get("facts"));
  let shown; // the state that is painted
  let painted; // and its part

  function select(part) {
    if (part && part !== shown.part) edit.commit(null, { part });
  }
  const picture = mapPicture(text, select);
  const walk = stepPanel(text, select, say);
  const panel = partPanel(text);
  // On a phone the drawing is seen through a window, above the words.
  const view = element("div", { class: "gb-view" }, picture.node);
  const unfold = button("whole-map", [text.whole_map.show], () => {
    const isWhole = view.classList.toggle("gb-whole");
    unfold.setAttribute("aria-expanded", `${isWhole}`);
    unfold.textContent = text.whole_map[isWhole ? "hide" : "show"];
    center();
  });
  unfold.setAttribute("aria-expanded", "false");
  unfold.className = "gb-unfold";
  const center = () => picture.center(view);
  const sized = new ResizeObserver(center);
  sized.observe(view);
  onStop(() => sized.disconnect());

  // What the parts come to.
  const tied = element("b", { "data-count": "tied" });
  const untied = element("b", { "data-count": "untied" });
  const whole = element("p");
  const shares = Object.entries(text.kinds).map(([kind, words]) => {
    const percent = element("b", { "data-kind": kind });
    const children = withNodes(text.share, { percent }, { kind: words });
    return { kind, percent, node: element("li", { class: `gb-${kind}` }, ...children) };
  });
  const list = element("ul", { "aria-label": text.bar }, ...shares.map((s) => s.node));

  // The sizes, and how its parts are put together.
  function holds(change) {
    return Object.entries(change).every(([name, value]) => shown[name] === value);
  }
  function nameOf(states) {
    return Object.keys(states).find((name) => holds(states[name]));
  }
  function apply(change) {
    if (!holds(change)) edit.commit(null, change);
  }
  const choose = (name, options, changeOf) =>
    choice({
      name,
      label: text[name],
      options,
      onchoose: (key) => apply(changeOf(key)),
    });
  // The arcs on the same page follow this choice, and this map what they translate, up
  // to where they look.
  const followed = choice({
    name: "follow",
    label: text.follow,
    options: text.followed,
    onchoose(follow) {
      apply({ ...facts.followed[follow], follow });
      tell(follow);
    },
  });
  function tell(follow) {
    const { texts, written } =
      facts.examples.find((one) => one.name === follow) ?? facts.examples[0];
    const detail = { source: texts.source, at: written.length };
    document.dispatchEvent(new CustomEvent("glassbox:translate", { detail }));
  }
  /** @param {any} event */
  function hear({ detail }) {
    const { examples, followed, presets } = facts;
    const own = { ...examples[0], name: "yours", is_stored: false, ...detail() };
    const names = examples
      .filter(
        ({ is_stored, texts, written }) =>
          is_stored &&
          texts.source === own.texts.source &&
          written.length === own.written.length,
      )
      .map(({ name }) => name);
    if (!names.length) {
      examples[4] = own;
      const [n_source, n_target] = [own.source.length, own.written.length];
      followed.yours = { ...presets.small, n_source, n_target };
    }
    const follow = names.includes(shown.follow) ? shown.follow : (names[0] ?? "yours");
    const change = { ...followed[follow], follow };
    if (!holds(change)) edit.show(change); // it is undone where it was done
    edit.repaint();
  }
  const ask = () => document.dispatchEvent(new CustomEvent("glassbox:ask"));
  document.addEventListener("glassbox:translated", hear);
  onStop(() => document.removeEventListener("glassbox:translated", hear));
  const presets = choose(
    "preset",
    text.presets,
    (name) => (name === "small" && facts.followed[shown.follow]) || facts.presets[name],
  );
  const norms = choose("norm", text.norms, (norm) => ({ norm }));
  const forms = choose("form", text.forms, (form) => ({ form }));
  const note = element("p", { class: "gb-meaning" });
  const unlike = element("p", { class: "gb-unlike" });
  walk.parts[0].append(unlike);
  const sizes = element("div", { class: "gb-settings" }, presets.node, undo, reset);
  const more = element(
    "details",
    { class: "gb-more" },
    element("summary", {}, text.more),
    walk.aside,
    ...panel.children,
    whole,
    list,
    element("div", { class: "gb-settings" }, norms.node, forms.node),
    note,
  );
  const follow = element("div", { class: "gb-settings gb-follow" }, followed.node);
  const steer = element("div", { class: "gb-steer" }, walk.walk, follow);
  const plan = element("div", { class: "gb-plan" }, steer, view, unfold, ...walk.parts);
  const children = [plan, element("div", { class: "gb-foot" }, sizes, more)];

  function update(state, forced) {
    shown = { ...state, facts };
    if (forced) queueMicrotask(() => tell(state.follow)); // the arcs start over as well
    const all = partsOf(shown);
    if (!all.includes(shown.part)) {
      shown.part = shown.part === "encoder_final_norm" ? "memory" : "linear";
    }
    picture.show(shown);
    const example = exampleOf(shown);
    const one = example?.isLive && example.name;
    const preset = one ? "small" : nameOf(facts.presets);
    const yours = facts.examples[4]?.texts.source;
    const same = facts.examples.find((other) => other.texts.source === yours);
    const isDouble = same?.is_stored; // its date has a button already
    followed.set(one === "yours" && isDouble ? same.name : one);
    const last = /** @type {HTMLElement} */ (followed.node.lastElementChild);
    last.hidden = !yours || isDouble;
    last.textContent = yours || "";
    presets.set(preset);
    unlike.textContent = one
      ? ""
      : preset
        ? text.unlike.paper(state)
        : text.unlike.other;
    norms.set(shown.norm);
    forms.set(shown.form);
    paintWhole(all);
    const counted = text.counted[shown.form];
    const isFinal = all.includes("decoder_final_norm");
    note.textContent = isFinal ? text.with_final_norm({ counted }) : counted;
    panel.tell(shown);
    const isMoved = painted && painted !== shown.part;
    painted = shown.part;
    const said = walk.tell(shown);
    center();
    if (isMoved) bringBack();
    return said;
  }
  /** The step's start, where a reader has scrolled beyond it. */
  function bringBack() {
    const { top } = plan.getBoundingClientRect();
    const below = Number.parseFloat(getComputedStyle(plan).scrollMarginTop) - 8;
    const stays = getComputedStyle(steer).position === "sticky"; // Next stays put
    if (stays && top < below) plan.scrollIntoView({ block: "start" });
  }
  function paintWhole(all) {
    const total = countAll(all, shown, true);
    writeCount(tied, total);
    writeCount(untied, countAll(all, shown, false));
    whole.replaceChildren(...withNodes(text.whole, { tied, untied }, { n: total }));
    for (const { kind, percent, node } of shares) {
      const parts = all.filter((part) => facts.parts[part].kind === kind);
      const value = countAll(parts, shown, true);
      const share = (100 * value) / total;
      const number = fixed(share, share < 0.1 ? 2 : 1);
      node.style.setProperty("--part", value / total);
      percent.dataset.value = value;
      percent.textContent = text.percent({ number });
    }
  }
  queueMicrotask(ask);
  return { children, update };
}

function writeCount(node, value) {
  node.dataset.value = value;
  node.textContent = formatPlain(value);
}

export default widget({
  name: "machine",
  traits: [
    "d_model",
    "n_heads",
    "d_ff",
    "n_layers",
    "source_vocabulary_size",
    "vocabulary_size",
    "n_source",
    "n_target",
    "norm",
    "form",
    "follow",
    "part",
  ],
  build,
});
