// The picture of label smoothing: the loss against the confidence, hard and smoothed.
const LEFT = 26;
const RIGHT = 330;
const TOP = 10;
const BOTTOM = 200;
const MOST = 5; // nats at the upper edge
const across = (confidence) => LEFT + confidence * (RIGHT - LEFT);
const down = (nats) => Math.max(TOP, BOTTOM - (nats / MOST) * (BOTTOM - TOP));
// Closer together towards 0 and 1, where the curves bend.
const GRID = Array.from({ length: 81 }, (_, i) => (1 - Math.cos((Math.PI * i) / 80)) / 2);

/** onpoint(confidence) hears where the reader presses. */
export function chart(words, onpoint) {
  const node = svg("svg", { viewBox: "0 0 340 236", role: "img" });
  const curves = { hard: svg("path", { class: "gb-hard" }), smoothed: svg("path", { class: "gb-smoothed" }) };
  const best = svg("path", { class: "gb-best" });
  const cursor = svg("path", { class: "gb-cursor" });
  const dots = { hard: svg("circle", { r: 4.5 }), smoothed: svg("circle", { r: 4.5 }) };
  for (let nats = 0; nats <= MOST; nats += 1) {
    node.append(svg("path", { d: `M${LEFT} ${down(nats)}H${RIGHT}` }), label(LEFT - 10, down(nats) + 4, nats));
  }
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    node.append(svg("path", { d: `M${across(part)} ${TOP}V${BOTTOM}` }), label(across(part), BOTTOM + 15, part));
  }
  node.append(label((LEFT + RIGHT) / 2, BOTTOM + 31, words), cursor, ...Object.values(curves), best, ...Object.values(dots));

  let pressed = false;
  function point(event) {
    const { left, width } = node.getBoundingClientRect();
    const part = (((event.clientX - left) * 340) / width - LEFT) / (RIGHT - LEFT);
    onpoint(Math.min(1, Math.max(0, part)));
  }
  node.addEventListener("pointerdown", (event) => {
    pressed = true;
    node.setPointerCapture(event.pointerId);
    event.preventDefault();
    point(event);
  });
  node.addEventListener("pointermove", (event) => pressed && point(event));
  for (const end of ["pointerup", "pointercancel"]) node.addEventListener(end, () => { pressed = false; });

  /** losses(confidence): the loss of the hard and of the smoothed target. */
  function draw(losses, confidence, lowest, said) {
    const found = GRID.map((x) => [x, losses(x)]);
    for (const [name, curve] of Object.entries(curves)) {
      const places = found.map(([x, at]) => `${across(x).toFixed(2)},${down(at[name]).toFixed(2)}`);
      curve.setAttribute("d", `M${places.join("L")}`);
    }
    const now = losses(confidence);
    const x = across(confidence).toFixed(2);
    cursor.setAttribute("d", `M${x} ${TOP}V${BOTTOM}`);
    for (const [name, dot] of Object.entries(dots)) {
      dot.setAttribute("cx", x);
      dot.setAttribute("cy", down(now[name]).toFixed(2));
      dot.setAttribute("class", `gb-dot gb-${name}`);
    }
    const [px, py] = [across(lowest), down(losses(lowest).smoothed)];
    best.setAttribute("d", `M${px} ${BOTTOM}V${py}m-6 0l6-7 6 7-6 7z`);
    node.ariaLabel = said;
  }
  return { node, draw };
}

function label(x, y, words) {
  const node = svg("text", { x, y });
  node.textContent = words;
  return node;
}

function svg(tag, attributes = {}) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
