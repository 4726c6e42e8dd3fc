import { choice } from "../shared/choice.js";
import { button, element, write } from "../shared/elements.js";
import { widget } from "../shared/shell.js";
import { exampleOf } from "./flow.js";
import { partsOf } from "./numbers.js";
import { mapPicture } from "./picture.js";
import { stepPanel } from "./step.js";

function build({ model, text, edit, say, onStop }) {
  const facts = JSON.parse(model.get("facts"));
  let shown; // the state that is painted
  let painted; // and its part
  let length = 0; // of what is written, as another date was chosen here
  let isMoved = false; // and whether that date's arcs have changed it

  function select(part) {
    isMoved = false;
    if (part && part !== shown.part) edit.show({ part });
  }
  const picture = mapPicture(text, select);
  const walk = stepPanel(text, select, say);
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

  // The arcs on the same page follow this choice, and this map what they translate, up
  // to where they look.
  const named = (follow) => facts.examples.find(({ name }) => name === follow);
  const followed = choice({
    name: "follow",
    label: "",
    options: text.followed,
    onchoose(follow) {
      length = follow === shown.follow ? 0 : shown.n_target;
      edit.show({ ...facts.followed[follow], follow });
      translate(named(follow).texts.source, follow === "exchanged");
    },
  });
  function translate(source, isSwapped = false) {
    const detail = { source, isSwapped };
    document.dispatchEvent(new CustomEvent("glassbox:translate", { detail }));
  }
  const home = named("comma").texts.source;
  const offer = text.back({ date: home });
  const back = button("back", [offer], () => translate(home));
  const date = /** @type {HTMLElement} */ (followed.node.firstElementChild);
  /** @param {any} event */
  function hear({ detail }) {
    const { examples, follow } = detail();
    for (const one of examples) {
      const example = { ...named("comma"), ...one };
      const at = facts.examples.indexOf(named(one.name));
      facts.examples.splice(at < 0 ? facts.examples.length : at, 1, example);
      facts.followed[one.name] = {
        ...facts.followed.comma,
        n_source: one.source.length,
        n_target: one.written.length,
      };
    }
    const sizes = facts.followed[follow];
    isMoved = length > 0 && sizes.n_target !== length;
    length = 0;
    edit.show({ ...sizes, follow });
    edit.repaint();
  }
  document.addEventListener("glassbox:translated", hear);
  onStop(() => document.removeEventListener("glassbox:translated", hear));
  queueMicrotask(() => document.dispatchEvent(new CustomEvent("glassbox:ask")));

  const follow = element(
    "div",
    { class: "gb-settings gb-follow" },
    followed.node,
    back,
  );
  const steer = element("div", { class: "gb-steer" }, walk.walk, unfold, follow);
  const plan = element("div", { class: "gb-plan" }, steer, view, ...walk.parts);

  function update(state) {
    shown = { ...state, facts };
    if (!partsOf(shown).includes(shown.part)) {
      shown.part = shown.part === "encoder_final_norm" ? "memory" : "linear";
    }
    const example = exampleOf(shown);
    picture.show({ ...shown, texts: example?.texts }); // another date is drawn anew
    followed.set(example?.isLive && example.name);
    // Of another date there is one form alone.
    const isAlone = example?.name === "yours";
    const { texts, tokens, targets } = example ?? named("comma");
    const written = tokens?.map((token) => targets[token]).join("");
    const answer = `${written ?? "?"}`.replace("<end>", "");
    write(date, text.follow({ date: texts.source, answer }));
    for (const one of followed.node.querySelectorAll("button")) one.hidden = isAlone;
    back.hidden = !isAlone;
    const isOther = painted && painted !== shown.part;
    painted = shown.part;
    const said = walk.tell({ ...shown, isMoved });
    center();
    if (isOther) bringBack();
    return said;
  }
  /** The step's start, where a reader has scrolled beyond it. */
  function bringBack() {
    const { top } = plan.getBoundingClientRect();
    const below = Number.parseFloat(getComputedStyle(plan).scrollMarginTop) - 8;
    const stays = getComputedStyle(steer).position === "sticky"; // Next stays put
    if (stays && top < below) plan.scrollIntoView({ block: "start" });
  }
  return { children: [plan], update };
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
