import { sum } from "../kernels/arrays.js";
import { choice } from "../shared/choice.js";
import { button, element, figure, write } from "../shared/elements.js";
import { fixed, formatNumber } from "../shared/format.js";
import { numbersTable } from "../shared/numbers_table.js";
import { widget } from "../shared/shell.js";
import { namedSlider } from "../shared/slider.js";
import { roundBound, stems } from "../shared/stems.js";
import {
  CASES,
  DIMENSIONS,
  expectedShare,
  meanSquare,
  measure,
  N_POSITIONS,
  standardDeviation,
  vectorSource,
} from "./numbers.js";

const SEEDS = 1000;
const FIRST = 16; // components in the table

function build({ model, text, edit, undo, reset }) {
  const source = vectorSource();
  let vectors = [[], []]; // the embedding and the sinusoid as shown

  /** 99.6 %; two decimals where one would say all or nothing. */
  function percent(share) {
    const decimals = share < 0.01 || share > 0.999 ? 2 : 1;
    return text.percent({ number: fixed(100 * share, decimals) });
  }

  // What can be set.
  const width = namedSlider({
    name: text.d_model,
    said: text.d_model_slider,
    "data-field": "d_model",
    min: 0,
    max: DIMENSIONS.length - 1,
    onvalue: (at) => edit.commit("d_model", { d_model: DIMENSIONS[at] }),
  });
  const place = namedSlider({
    name: text.position,
    said: text.position_slider,
    "data-field": "position",
    min: 0,
    max: N_POSITIONS - 1,
    onvalue: (position) => edit.commit("position", { position }),
  });
  const scales = choice({
    name: "scale",
    label: text.scale,
    options: { false: text.scales.false, true: "" },
    onchoose: (key) => choose("scale", key === "true"),
  });
  const variances = choice({
    name: "variance",
    label: text.variance,
    options: ["1/d", "1"].map((key) => [key, text.variances[key]]),
    onchoose: (key) => choose("variance", key),
  });
  const timesRoot = scales.node.lastChild; // its words say the root
  function choose(trait, value) {
    if (model.get(trait) !== value) edit.commit(null, { [trait]: value });
  }
  const draw = button("draw", [text.draw], () =>
    edit.commit(null, { seed: (model.get("seed") + 1) % SEEDS }),
  );

  // What comes of it.
  const charts = ["embedding", "sinusoid"].map((kind) => {
    const { node: picture, draw } = stems(kind);
    const caption = element("figcaption", {}, text[kind]);
    return { kind, node: element("figure", {}, caption, picture), picture, draw };
  });
  const parts = ["position", "token"].map((name) => {
    const label = element("span", { "data-share": name });
    return { name, label, bar: element("i", { class: `gb-${name}` }) };
  });
  const average = element("span", { class: "gb-average" });
  const mark = element("i", { class: "gb-expected" });
  const bar = element(
    "div",
    { class: "gb-bar", role: "img" },
    ...parts.map((part) => part.bar),
    mark,
  );
  const explained = element("p", { class: "gb-meaning" });
  const embeddingSize = figure(text.embedding_size);
  const sinusoidSize = figure(text.sinusoid_size);
  const squares = figure(text.squares);
  const cases = numbersTable();
  const components = numbersTable();
  const details = element(
    "details",
    { ontoggle: paintMore },
    element("summary", {}, text.more),
    explained,
    element(
      "div",
      { class: "gb-figures" },
      embeddingSize.node,
      sinusoidSize.node,
      squares.node,
    ),
    element(
      "div",
      { class: "gb-rows", role: "region", tabindex: 0, "aria-label": text.more },
      cases.node,
      components.node,
    ),
  );
  const children = [
    element("div", { class: "gb-choices" }, scales.node, variances.node),
    element("div", { class: "gb-title" }, text.shares),
    bar,
    element(
      "div",
      { class: "gb-labels", "aria-hidden": "true" },
      ...[parts[0].label, average, parts[1].label],
    ),
    element("div", { class: "gb-pair" }, width.node, place.node),
    element("div", { class: "gb-pair" }, ...charts.map((chart) => chart.node)),
    element("p", { class: "gb-meaning" }, text.under),
    element("div", { class: "gb-actions" }, draw, undo, reset),
    details,
  ];

  function update(now) {
    const { d_model, position } = now;
    vectors = [source.embedding(now), source.sinusoid(now)];
    const found = measure(...vectors);
    width.set(
      DIMENSIONS.findLastIndex((d) => d <= d_model),
      `${d_model}`,
    );
    place.set(position, `${position}`);
    scales.set(now.scale);
    variances.set(now.variance);
    write(timesRoot, text.scales.true({ root: formatNumber(Math.sqrt(d_model), 2) }));
    paintCharts(d_model, found);
    paintFigures(now, found);
    paintShares(now, found.share);
    paintMore();
    return text.said({
      d_model: `${d_model}`,
      position: `${position}`,
      share: percent(found.share),
    });
  }
  function paintCharts(d_model, found) {
    const bound = roundBound(Math.max(...vectors.flat().map(Math.abs)));
    charts.forEach(({ kind, picture, draw }, i) => {
      const size = found[kind];
      draw({ values: vectors[i], low: -bound, high: bound, size });
      const said = { name: text[kind], n: `${d_model}`, size: formatNumber(size) };
      picture.setAttribute("aria-label", text.chart_said(said));
    });
  }
  function paintFigures(now, found) {
    const deviation = formatNumber(standardDeviation(now.d_model, now));
    embeddingSize.set(
      formatNumber(found.embedding),
      text.embedding_meaning({ n: `${now.d_model}`, deviation }),
      found.embedding,
    );
    sinusoidSize.set(
      formatNumber(found.sinusoid),
      text.sinusoid_meaning,
      found.sinusoid,
    );
    const terms = [found.token_squared, found.position_squared, found.cross];
    const [embedding, position, cross] = terms.map((term) => formatNumber(term, 2));
    squares.set(
      formatNumber(sum(terms), 2),
      text.squares_meaning({ embedding, position, cross }),
      sum(terms),
    );
  }
  function paintShares(now, share) {
    const shares = [share, 1 - share];
    parts.forEach(({ name, label, bar }, i) => {
      bar.style.width = `${100 * shares[i]}%`;
      label.textContent = text.share_of[name]({ share: percent(shares[i]) });
      label.dataset.value = shares[i];
    });
    const [position, token] = shares.map(percent);
    bar.setAttribute("aria-label", text.bar_said({ position, token }));
    const expected = expectedShare(now.d_model, now);
    mark.style.left = `${100 * expected}%`;
    write(average, text.average({ share: percent(expected) }));
    explained.textContent = text.expected({
      mean: formatNumber(meanSquare(now.d_model, now), 2),
      position: percent(expected),
      token: percent(1 - expected),
    });
    explained.dataset.value = expected;
  }
  /** All four ways to draw and to scale, the chosen one marked. */
  function paintCases(now) {
    const { caption, columns, ...ways } = text.cases;
    const heads = [columns.way, columns.size, columns.share, columns.expected];
    const rows = CASES.map((way) => {
      const found = measure(source.embedding({ ...now, ...way }), vectors[1]);
      const expected = expectedShare(now.d_model, way);
      return [
        [ways[way.scale ? "scaled" : "as_is"][way.variance], ""],
        [formatNumber(found.embedding), found.embedding],
        [percent(found.share), found.share],
        [percent(expected), expected],
      ];
    });
    cases.set(caption({ d_model: `${now.d_model}` }), heads, rows);
    CASES.forEach(({ variance, scale }, i) => {
      const isChosen = variance === now.variance && scale === now.scale;
      cases.body.children[i].setAttribute("aria-current", `${isChosen}`);
    });
  }
  function paintMore() {
    if (!details.open) return;
    paintCases(edit.state());
    const { caption, columns } = text.components;
    const heads = [columns.component, columns.embedding, columns.position, columns.sum];
    const [embedding, sinusoid] = vectors.map((vector) => vector.slice(0, FIRST));
    const rows = embedding.map((x, i) => {
      const numbers = [x, sinusoid[i], x + sinusoid[i]];
      return [[i, i], ...numbers.map((value) => [formatNumber(value), value])];
    });
    components.set(caption({ n: rows.length }), heads, rows);
  }
  return { children, update };
}

export default widget({
  name: "shares",
  traits: ["d_model", "scale", "variance", "position", "seed"],
  build,
});
