import { choice } from "../shared/choice.js";
import { control } from "../shared/control.js";
import { element, write } from "../shared/elements.js";
import { formatPlain, formatShort } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { amount, divisors, tokenFactors, weights } from "./numbers.js";

const FARTHEST = 131072;
const UNITS = ["bytes", "kib", "mib", "gib", "tib"];
const FACTORS = ["both", "layers", "heads", "d_head", "bytes"];
/** What the slider goes through: four steps from a power of 2 to the next. */
const LENGTHS = [
  ...new Set(Array.from({ length: 69 }, (_, i) => Math.floor(2 ** (i / 4) + 0.5))),
];

function build({ model, text, edit, undo, reset }) {
  const shapes = JSON.parse(model.get("shapes"));
  const commit = (change) => {
    const [[name, value]] = Object.entries(change);
    if (edit.state()[name] !== value) edit.commit(null, change);
  };
  const models = choice({
    name: "model",
    label: text.model,
    options: text.models,
    onchoose(name) {
      commit({ model: name, n_key_value_heads: shapes[name].n_key_value_heads });
    },
  });
  const heads = Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => {
      const options = divisors(shape.n_heads).map((n) => [
        `${n}`,
        n === shape.n_key_value_heads ? text.own({ n: `${n}` }) : `${n}`,
      ]);
      const onchoose = (n) => commit({ n_key_value_heads: Number(n) });
      return [name, choice({ name: "heads", label: text.heads, options, onchoose })];
    }),
  );
  const ofModel = element("div");
  const bytes = choice({
    name: "bytes",
    label: text.bytes,
    options: ["4", "2", "1"].map((n) => [n, n]),
    onchoose: (n) => commit({ bytes_each: Number(n) }),
  });
  const length = control({
    field: "n_tokens",
    label: text.n_tokens,
    name: text.n_tokens_name,
    low: 1,
    high: FARTHEST,
    explain(value) {
      const good = formatPlain(edit.state().n_tokens);
      const isGood = Number.isInteger(value) && value >= 1 && value <= FARTHEST;
      return isGood ? "" : text.wrong({ good });
    },
    onvalue: (n_tokens) => edit.commit("n_tokens", { n_tokens }),
    valueAt: (place) => LENGTHS[place],
    placeOf: (value) => LENGTHS.findLastIndex((stop) => stop <= value),
    say: formatPlain,
  });

  const texts = choice({
    name: "texts",
    label: text.n_texts,
    options: ["1", "10", "50"].map((n) => [n, n]),
    onchoose: (n) => commit({ n_texts: Number(n) }),
  });

  const product = element("p", { class: "gb-product" });
  const beside = element("p", { class: "gb-meaning gb-beside" });
  const total = element("p", { class: "gb-total" });
  const bars = ["cache", "weights"].map((name) => {
    const label = element("span");
    const bar = element("i");
    return { name, label, bar, node: element("li", {}, label, bar) };
  });
  const verdict = element("p", { class: "gb-verdict" });
  const sharing = element("p", { class: "gb-meaning" });
  const children = [
    models.node,
    ofModel,
    bytes.node,
    length.node,
    element("p", { class: "gb-meaning" }, text.logarithmic),
    texts.node,
    element("div", { class: "gb-actions" }, undo, reset), // above all that may wrap
    product,
    beside,
    total,
    element("ul", { class: "gb-bars" }, ...bars.map((one) => one.node)),
    verdict,
    sharing,
  ];

  function size(n) {
    const [number, power] = amount(n);
    return text.units[UNITS[power]]({ amount: number });
  }
  /** Below 1,024 the bytes are not said twice. */
  function perToken(n) {
    return n < 1024 ? text.each_small({ n }) : text.each({ n, size: size(n) });
  }
  /** 2 × 32 × …: each factor over what it counts. */
  function writeProduct(factors, each) {
    const parts = factors.flatMap((factor, i) => {
      const name = element("small", {}, text.factors[FACTORS[i]]);
      const number = element("b", {}, formatPlain(factor));
      const times = i ? "× " : ""; // stays with its factor where the line is too short
      return [" ", element("span", {}, times, number, " ", name)];
    });
    const result = perToken(each);
    product.replaceChildren(...parts, " ", element("strong", {}, result));
    product.dataset.value = `${each}`;
  }

  const nothing = { name: "", each: 0 };
  let [last, other] = [nothing, null]; // what was shown; the model before
  /** How a token's bytes compare with those of the model before, if that is not undone. */
  function besideOther(name, each, undone) {
    if (undone) [last, other] = [nothing, null];
    if (last.name && last.name !== name) other = last;
    last = { name, each };
    if (!other) return "";
    const ratio = each / other.each;
    const times = formatShort(Math.max(ratio, 1 / ratio), 1);
    const kind = ratio > 1 ? "more" : ratio < 1 ? "less" : "same";
    return text.beside[kind]({ times, model: text.models[other.name] });
  }

  function update(state, forced) {
    const { model: name, n_key_value_heads, bytes_each, n_tokens, n_texts } = state;
    const shape = shapes[name];
    models.set(name);
    if (ofModel.firstChild !== heads[name].node) {
      ofModel.replaceChildren(heads[name].node);
    }
    heads[name].set(n_key_value_heads);
    bytes.set(bytes_each);
    length.set(n_tokens, forced);
    texts.set(n_texts);
    const factors = tokenFactors(shape, n_key_value_heads, bytes_each);
    const each = factors.reduce((whole, factor) => whole * factor, 1);
    writeProduct(factors, each);
    write(beside, besideOther(name, each, forced));
    const parameters = weights(shape, n_key_value_heads);
    const sizes = {
      cache: each * n_tokens * n_texts,
      weights: parameters * bytes_each,
    };
    const many = n_texts > 1 ? "several" : "one";
    const given = { n: n_tokens, each: size(each), total: size(sizes.cache) };
    const isOne = n_texts === 1;
    write(total, isOne ? text.total(given) : text.totals({ ...given, texts: n_texts }));
    total.dataset.value = `${sizes.cache}`;
    const widest = Math.max(sizes.cache, sizes.weights);
    for (const { name, label, bar } of bars) {
      const words = name === "cache" ? text.bars.cache[many] : text.bars.weights;
      write(label, words({ size: size(sizes[name]) }));
      bar.style.width = `${(100 * sizes[name]) / widest}%`;
      bar.dataset.value = `${sizes[name]}`;
    }
    const { n_heads, context } = shape;
    const ratio = sizes.cache / sizes.weights;
    const compared =
      ratio < 1
        ? text.below[many]({
            percent: formatShort(Number((100 * ratio).toPrecision(2)), 6),
          })
        : text.above[many]({ times: formatShort(ratio, 1) });
    const even = isOne && ratio < 1 ? text.even({ n: Math.ceil(1 / ratio) }) : "";
    const far = n_tokens > context ? text.far({ n: context }) : "";
    write(verdict, [compared, even, far].filter(Boolean).join(" "));
    const group = n_heads / n_key_value_heads;
    const kind = group === 1 ? "none" : n_key_value_heads === 1 ? "all" : "some";
    write(sharing, text.sharing[kind]({ n: n_heads, group }));
    return `${perToken(each)} ${total.textContent} ${compared}`;
  }
  return { children, update };
}

export default widget({
  name: "cache-size",
  traits: ["model", "n_key_value_heads", "bytes_each", "n_tokens", "n_texts"],
  build,
});
