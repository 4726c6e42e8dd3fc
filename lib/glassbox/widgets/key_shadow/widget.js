import { choice } from "../shared/choice.js";
import { element, write } from "../shared/elements.js";
import { fixed } from "../shared/format.js";
import { numbersTable } from "../shared/numbers_table.js";
import { widget } from "../shared/shell.js";
import {
  cupTimes,
  measure,
  queryAt,
  queryNear,
  timesOf,
  tipAt,
  tipNear,
  turnOf,
} from "./numbers.js";
import { plane } from "./plane.js";

const CUP = 1; // its place among the keys
const TIMES = [1, 4]; // as long as in the chapter

function build({ model, text, edit, undo, reset, onStop }) {
  const which = choice({
    name: "key",
    label: text.choose,
    options: text.keys.map((name, i) => [`${i}`, name]),
    onchoose: (key) => select(Number(key)),
  });
  const cup = choice({
    name: "cup",
    label: text.cup,
    options: TIMES.map((times) => [`${times}`, text.times({ times: `${times}` })]),
    onchoose: (times) => {
      const tips = model.get("tips").with(CUP, cupTimes(Number(times)));
      const isNew = timesOf(model.get("tips")[CUP], TIMES) !== Number(times);
      if (isNew || model.get("selected") !== CUP)
        edit.commit(null, { tips, selected: CUP });
    },
  });
  const picture = plane(text, {
    onselect: select,
    onmove: (which, up, right, press) => {
      if (which === "query") placeQuery(`drag ${press}`, queryNear(up, right));
      else place(`drag ${press}`, () => tipNear(up, right), which);
    },
    onkey: (which, turn, stretch) => {
      const arrow = which === "query" ? model.get("query") : model.get("tips")[which];
      const now = turnOf(arrow);
      const turned = turn > 0 ? Math.floor(now / 5 + 1e-3) : Math.ceil(now / 5 - 1e-3);
      const goal = turn ? 5 * turned + turn : now;
      const length = Math.hypot(...arrow) + stretch;
      if (which === "query") placeQuery("keys query", queryAt(length, goal));
      else place(`keys ${which}`, () => tipAt(length, goal), which);
    },
  });
  function select(key) {
    if (key !== model.get("selected")) edit.commit(null, { selected: key });
  }
  function place(what, move, selected) {
    const keys = model.get("tips");
    const moved = keys.with(selected, move());
    if (`${moved}` !== `${keys}`) edit.commit(what, { tips: moved, selected });
  }

  function placeQuery(what, query) {
    if (`${query}` !== `${model.get("query")}`) edit.commit(what, { query });
  }

  const rows = numbersTable();
  const product = element("b");
  const shade = element("span");
  const children = [
    element("div", { class: "gb-actions" }, cup.node, which.node, undo, reset),
    picture.node,
    element("p", { class: "gb-read" }, shade, " ", product),
    rows.node,
    element("p", { class: "gb-meaning" }, text.hint),
  ];

  /** What is said of a key: of its tip, and at the end of its shadow. */
  function saidOf(name, i, found) {
    const angle = text.degrees({ angle: fixed(found.angle[i], 0) });
    return {
      words: text.held({ name, length: fixed(found.length[i], 2), angle }),
      name: text.tip({ name }),
      shown: text.shown({ name, shadow: fixed(found.shadow[i], 2) }),
    };
  }
  function update(now) {
    const found = measure(now.tips, now.query);
    const size = fixed(Math.hypot(...now.query), 2);
    const { selected } = now;
    const name = text.keys[selected];
    const number = (what) => fixed(found[what][selected], 2);
    const turned = text.degrees({ angle: fixed(turnOf(now.query), 0) });
    which.set(selected);
    cup.set(timesOf(now.tips[CUP], TIMES));
    const sums = [
      text.shadow_times({ name, shadow: number("shadow"), query: size }),
      text.product({ dot: number("dot") }),
    ];
    [shade, product].forEach((node, i) => write(node, sums[i]));
    const held = text.query_held({ length: size, angle: turned });
    picture.draw(now, found.shadow, [
      ...text.keys.map((key, i) => saidOf(key, i, found)),
      { words: held, name: text.query_tip },
    ]);
    const names = ["key", "shadow", "dot", "weight"];
    const columns = names.map((one) => text.columns[one]);
    const lines = text.keys.map((key, i) => [
      [key, i],
      ...["shadow", "dot"].map((one) => [fixed(found[one][i], 2), found[one][i]]),
      [fixed(found.weight[i], 4), found.weight[i]],
    ]);
    rows.set(text.caption, columns, lines);
    [...rows.body.children].forEach((row, i) => {
      row.setAttribute("aria-current", `${i === selected}`);
      row.lastChild.style.setProperty("--weight", `${found.weight[i]}`);
    });
    return sums.join(" ");
  }
  onStop(picture.stop);
  return { children, update };
}

export default widget({ name: "shadow", traits: ["tips", "query", "selected"], build });
