// A pair of features as a dial: the query's hand and the key's, and what they score.
import { button, element, svg, write } from "../shared/elements.js";
import { fixed, formatShort } from "../shared/format.js";

const [LENGTH, WEDGE] = [46, 20]; // of the longest hand, and of the angle between hands
const [POINT, BARB] = [13, 5.5]; // an arrow's point: how long, and how far to each side
const RING = "M-52 0H52M0-52V52M52 0a52 52 0 1 0-104 0 52 52 0 1 0 104 0";
const LINES = ["speed", "apart", "part"];

/**
 * The dial of the pair at i; draw(state) shows its hands, with faint ones where they
 * were before both tokens moved; ontoggle hears its button.
 */
export function dial(text, i, ontoggle) {
  const pair = `${i + 1}`;
  const toggle = button(`pair-${pair}`, [text.pair({ pair })], ontoggle);
  const names = ["ring", "old-key", "old-query", "wedge", "key", "query"];
  const [ring, oldKey, oldQuery, wedge, key, query] = names.map((name) =>
    svg("path", { class: `gb-${name}` }),
  );
  ring.setAttribute("d", RING);
  const attributes = { viewBox: "-54 -54 108 108", role: "img" };
  const picture = svg("svg", attributes, ring, oldKey, oldQuery, wedge, key, query);
  const lines = LINES.map((name) => element("div", { "data-words": name }));
  const node = element("div", { class: "gb-dial" }, toggle, picture, ...lines);

  function draw({ asks, keys, apart, part, speed, isOn, longest, old }) {
    const unit = LENGTH / longest;
    const tip = (hand) => hand.map((x, axis) => (axis ? -1 : 1) * unit * x);
    const [to, from] = [tip(asks), tip(keys)];
    key.setAttribute("d", `M0 0L${place(from)}`);
    query.setAttribute("d", arrow(to));
    wedge.setAttribute("d", between(from, to, apart));
    oldKey.setAttribute("d", old ? `M0 0L${place(tip(old.keys))}` : "");
    oldQuery.setAttribute("d", old ? `M0 0L${place(tip(old.asks))}` : "");
    const angles = [asks, keys].map(angleOf);
    const said = { pair, query: angles[0], key: angles[1] };
    picture.setAttribute("aria-label", text.dial(said));
    const isHand = Number.isFinite(apart);
    const angle = fixed(Math.abs(apart), 0);
    const words = [
      [text.speed({ speed: formatShort(Number(speed.toPrecision(3)), 6) }), speed],
      [isHand ? text.apart({ degrees: angle }) : "–", Math.abs(apart)],
      [isOn ? fixed(part, 2) : text.off, part],
    ];
    lines.forEach((line, n) => {
      write(line, words[n][0]);
      line.dataset.value = words[n][1];
    });
    toggle.ariaPressed = `${isOn}`;
    node.toggleAttribute("data-off", !isOn);
  }
  return { node, draw };
}

/** From the key's hand to the query's, the short way round. */
function between(from, to, apart) {
  if (!Math.abs(apart)) return ""; // none, or NaN
  const [start, end] = [from, to].map((hand) => {
    const size = Math.hypot(...hand);
    return place(hand.map((x) => (WEDGE * x) / size));
  });
  return `M0 0L${start}A${WEDGE} ${WEDGE} 0 0 ${apart > 0 ? 0 : 1} ${end}Z`;
}

/** A line from the middle to this tip, and its point; a short one has a smaller point. */
function arrow([x, y]) {
  const size = Math.hypot(x, y);
  const [back, aside] = [POINT, BARB].map((part) => part / Math.max(size, POINT));
  const barbs = [1, -1].map((side) => [
    x - back * x - side * aside * y,
    y - back * y + side * aside * x,
  ]);
  const tip = place([x, y]);
  return `M0 0L${tip}${size ? `L${barbs.map(place).join("L")}L${tip}` : ""}`;
}

/** In whole degrees from 0 to 359, against the clock from the right. */
function angleOf([a, b]) {
  return `${(Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360}`;
}

const place = ([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`;
