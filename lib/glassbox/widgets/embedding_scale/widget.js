import {
  CASES, DIMENSIONS, expectedShare, measure, N_POSITIONS, vectorSource,
} from "./numbers.js";
import { numbersTable } from "../shared/numbers_table.js";
import { slider } from "../shared/slider.js";
import { roundBound, stems } from "../shared/stems.js";
import { button, editor, element, figure, formatNumber, frame, liveRegion, strings } from "../shared/ui.js";

const STRINGS = {
  en: {
    title: "Embedding scale",
    d_model: "Components d_model",
    d_slider: "Number of components d_model, from 4 to 1024",
    position: "Position",
    position_slider: "Position, from 0 to 63",
    scale: "Times √d_model",
    scales: { true: (root) => `on: × ${root}`, false: () => "off: as it is" },
    variance: "Table drawn with",
    variances: { "1/d": "variance 1/d_model", 1: "variance 1 (PyTorch)" },
    draw: "New draw",
    undo: "Undo",
    reset: "Reset",
    embedding: "The token’s embedding",
    sinusoid: "The position’s sinusoid",
    under: "A stroke a component, both charts on one scale. Dashed: the size.",
    chart_said: (name, n, size) => `${name}: ${n} components of size ${size}.`,
    embedding_size: "Size of the embedding",
    embedding_means: (n, deviation) =>
      `root mean square of ${n} components, of standard deviation ${deviation}`,
    sinusoid_size: "Size of the sinusoid",
    sinusoid_means: "√½ at every position: sin² + cos² = 1 in each pair",
    squares: "|sum|²",
    squares_mean: (e, p, cross) =>
      `|embedding|² ${e} + |position|² ${p} + 2\u00a0e·p ${cross}; on average the last is 0`,
    shares: "Whose is the sum?",
    shared: {
      position: (share) => `position ${share}`,
      meaning: (share) => `meaning ${share}`,
    },
    expected: (mean, position, meaning) =>
      `Expected, with |embedding|² at its mean ${mean} (the mark below the bar): position ` +
      `${position}, meaning ${meaning}. Position’s share is ` +
      "|position|² / (|embedding|² + |position|²).",
    bar_said: (position, meaning) => `Shares: position ${position}, meaning ${meaning}.`,
    cases: (d_model) => `All four ways at d_model = ${d_model}`,
    columns: ["embedding", "its size", "position’s share", "expected"],
    way: { true: ", ×\u00a0√d", false: ", as\u00a0it\u00a0is" },
    way_variance: { "1/d": "variance 1/d", 1: "variance 1" },
    rows: (n) => `The first ${n} components`,
    components: ["component", "embedding", "position", "sum"],
    said: (d_model, position, share) =>
      `d_model = ${d_model}, position ${position}: ${share} of the sum is position.`,
  },
};
const TRAITS = ["d_model", "scale", "variance", "position", "seed"];
const SEEDS = 1000;
const FIRST = 16; // components in the table

/** 99.6 %; two decimals where one would say all or nothing. */
function percent(share) {
  return `${(100 * share).toFixed(share < 0.01 || share > 0.999 ? 2 : 1)} %`;
}

function render({ model, el }) {
  const text = strings(STRINGS);
  const edit = editor(model, TRAITS, update);
  const source = vectorSource();

  // What can be set.
  const width = slider({
    "aria-label": text.d_slider, "data-field": "d_model", min: 0, max: DIMENSIONS.length - 1,
    onvalue: (at) => edit.commit("d_model", { d_model: DIMENSIONS[at] }),
  });
  const place = slider({
    "aria-label": text.position_slider, "data-field": "position",
    min: 0, max: N_POSITIONS - 1,
    onvalue: (position) => edit.commit("position", { position }),
  });
  const dials = [[text.d_model, width], [text.position, place]].map(([name, { input }]) => {
    const value = element("b", { "aria-hidden": "true" });
    const label = element("span", {}, name, " ", value);
    const node = element("div", { class: "gb-slider" }, label, input);
    return { node, value };
  });
  const choices = [
    ["scale", [false, true]], ["variance", ["1/d", "1"]],
  ].map(([trait, values]) => {
    const buttons = values.map((value) => button(`${trait}-${value}`, [], () => {
      if (model.get(trait) !== value) edit.commit(null, { [trait]: value });
    }));
    const node = element("div", { role: "group", "aria-label": text[trait], class: "gb-choice" },
      element("span", { "aria-hidden": "true" }, text[trait]), ...buttons);
    return { trait, values, buttons, node };
  });
  const undo = button("undo", [text.undo], edit.undo);

  // What comes of it.
  const charts = ["embedding", "sinusoid"].map((kind) => {
    const { node: picture, draw } = stems(kind);
    const node = element("figure", {}, element("figcaption", {}, text[kind]), picture);
    return { kind, node, picture, draw };
  });
  const parts = ["position", "meaning"].map((name) => {
    const label = element("span", { "data-share": name });
    return { name, label, bar: element("i", { class: `gb-${name}` }) };
  });
  const mark = element("i", { class: "gb-expected" });
  const bar = element("div", { class: "gb-bar", role: "img" },
    ...parts.map((part) => part.bar), mark);
  const explained = element("p", { class: "gb-meaning" });
  const [e, p, squares] = [text.embedding_size, text.sinusoid_size, text.squares].map(figure);
  const [cases, components] = [numbersTable(), numbersTable()];
  const region = { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.rows(FIRST) };
  const details = element("details", { ontoggle: () => paintRows() },
    element("summary", {}, text.rows(FIRST)), element("div", region, components.node));
  const live = liveRegion();
  const root = frame(text.title,
    element("div", { class: "gb-pair" }, ...dials.map((dial) => dial.node)),
    element("div", { class: "gb-choices" }, ...choices.map((choice) => choice.node)),
    element("div", { class: "gb-actions" },
      button("draw", [text.draw], () =>
        edit.commit(null, { seed: (model.get("seed") + 1) % SEEDS })),
      undo, button("reset", [text.reset], edit.reset)),
    element("div", { class: "gb-pair" }, ...charts.map((chart) => chart.node)),
    element("p", { class: "gb-meaning" }, text.under),
    element("div", { class: "gb-title" }, text.shares), bar,
    element("div", { class: "gb-labels", "aria-hidden": "true" },
      ...parts.map((part) => part.label)),
    explained,
    element("div", { class: "gb-figures" }, e.node, p.node, squares.node),
    cases.node, details, live.node);
  let vectors = [[], []];

  function update() {
    const now = edit.state();
    const { d_model, scale, variance, position } = now;
    vectors = [source.embedding(now), source.sinusoid(now)];
    const found = measure(...vectors);
    paintControls(now);
    const bound = roundBound(Math.max(...vectors.flat().map(Math.abs)));
    charts.forEach(({ kind, picture, draw }, i) => {
      draw({ values: vectors[i], low: -bound, high: bound, size: found[kind] });
      picture.ariaLabel = text.chart_said(text[kind], d_model, formatNumber(found[kind]));
    });
    const deviation = Math.sqrt((variance === "1/d" ? 1 / d_model : 1) * (scale ? d_model : 1));
    const means = text.embedding_means(d_model, formatNumber(deviation));
    e.set(formatNumber(found.embedding), means, found.embedding);
    p.set(formatNumber(found.sinusoid), text.sinusoid_means, found.sinusoid);
    const { meaning_squared, position_squared, cross } = found;
    const terms = [meaning_squared, position_squared, cross];
    const whole = terms.reduce((total, term) => total + term, 0);
    const said = terms.map((term) => formatNumber(term, 2));
    squares.set(formatNumber(whole, 2), text.squares_mean(...said), whole);
    paintShares(found.share, expectedShare(d_model, now), deviation ** 2 * d_model);
    paintCases(now);
    paintRows();
    live.say(text.said(d_model, position, percent(found.share)));
  }
  function paintControls({ d_model, position, ...now }) {
    width.set(DIMENSIONS.findLastIndex((d) => d <= d_model), d_model);
    place.set(position, position);
    [d_model, position].forEach((value, i) => { dials[i].value.textContent = value; });
    for (const { trait, values, buttons } of choices) {
      buttons.forEach((node, i) => {
        node.ariaPressed = values[i] === now[trait];
        node.textContent = trait === "scale"
          ? text.scales[values[i]](formatNumber(Math.sqrt(d_model), 2)) : text.variances[values[i]];
      });
    }
    undo.ariaDisabled = !edit.canUndo();
  }
  function paintShares(share, expected, mean) {
    const shares = [share, 1 - share];
    parts.forEach(({ name, label, bar }, i) => {
      bar.style.width = `${100 * shares[i]}%`;
      label.textContent = text.shared[name](percent(shares[i]));
      label.dataset.value = shares[i];
    });
    bar.ariaLabel = text.bar_said(...shares.map(percent));
    mark.style.left = `${100 * expected}%`;
    explained.textContent = text.expected(
      formatNumber(mean, 2), percent(expected), percent(1 - expected));
    explained.dataset.value = expected;
  }
  function paintCases(now) {
    const { d_model } = now;
    cases.set(text.cases(d_model), text.columns, CASES.map((way) => {
      const { embedding, share } = measure(source.embedding({ ...now, ...way }), vectors[1]);
      const expected = expectedShare(d_model, way);
      return [[text.way_variance[way.variance] + text.way[way.scale], ""],
        [formatNumber(embedding), embedding],
        [percent(share), share], [percent(expected), expected]];
    }));
    CASES.forEach(({ variance, scale }, i) => {
      cases.body.children[i].ariaCurrent = variance === now.variance && scale === now.scale;
    });
  }
  function paintRows() {
    if (!details.open) return;
    const [embedding, sinusoid] = vectors.map((vector) => vector.slice(0, FIRST));
    const rows = embedding.map((x, i) => [[i, i], ...[x, sinusoid[i], x + sinusoid[i]].map(
      (value) => [formatNumber(value), value])]);
    components.set(text.rows(rows.length), text.components, rows);
  }

  root.classList.add("gb-shares");
  el.append(root);
  update();
  return () => {
    edit.stop();
    live.stop();
    root.remove();
  };
}

export default { render };
