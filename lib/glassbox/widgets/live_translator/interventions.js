// What the reader takes away: characters of the source, heads of cross-attention.
import { choice } from "../shared/choice.js";
import { button, element, write } from "../shared/elements.js";

/** The model without these heads: a copy with zeros for their rows of W^O. */
export function withoutHeads(parameters, off) {
  const rest = structuredClone(parameters);
  for (const [layer, head] of off) {
    const { w_o, n_heads } = rest.transformer.decoder.layers[layer].cross_attention;
    const size = w_o.length / n_heads;
    for (const row of w_o.slice(head * size, (head + 1) * size)) row.fill(0);
  }
  return rest;
}

/** The list of places, or of [layer, head], without this one, or else with it. */
export function toggled(list, one) {
  const rest = list.filter((other) => `${other}` !== `${one}`);
  return rest.length < list.length ? rest : [...list, one];
}

/** A fold with a button for each head, one for the encoder, and what became of it. */
export function takenAway(text, ontoggle) {
  const verdict = element("p", { class: "gb-verdict" });
  const heads = element("div");
  const encoder = button("encoder-too", [text.encoder], () => ontoggle("encoder_too"));
  const node = element(
    "details",
    { class: "gb-more gb-away" },
    element("summary", {}, text.summary),
    element("p", {}, text.characters, " ", encoder),
    heads,
    verdict,
  );

  /** Make a button for each head of the decoder's layers. */
  function setLayers(layers) {
    const options = layers.flatMap((layer, l) =>
      Array.from({ length: layer.cross_attention.n_heads }, (_, h) => [
        `${l}-${h}`,
        named([l, h]),
      ]),
    );
    const onchoose = (key) => ontoggle("off", key.split("-").map(Number));
    const { node } = choice({ name: "off", label: text.heads, options, onchoose });
    heads.replaceChildren(node);
  }
  /** Show what is taken away; something taken away unfolds it. */
  function set({ hidden, off, encoder_too }, words) {
    const names = off.map(named);
    for (const one of heads.querySelectorAll("button"))
      one.ariaPressed = `${names.includes(one.textContent)}`;
    encoder.ariaPressed = `${encoder_too}`;
    if (hidden.length || off.length) node.open = true;
    write(verdict, words);
  }
  return { node, setLayers, set };
}

/** What is missing, and whether the steps still write what all of them wrote. */
export function verdict(text, { hidden, off }, source, symbols, steps, whole) {
  const [now, before] = [steps, whole].map((list) =>
    list.map(({ token }) => symbols[token].replace(/[$^]/, "")).join(""),
  );
  if (!hidden.length && !off.length) return text.nothing({ now });
  const signs = hidden.map((i) => `“${source[i]}”`);
  const heads = off.map((one) => text.head({ name: named(one) }));
  const what = [...signs, ...heads].join(text.separator);
  return (now === before ? text.same : text.changed)({ what, now, before });
}

/** A head's name: its layer and its number, counted from 1. */
function named(one) {
  return one.map((n) => n + 1).join(".");
}
