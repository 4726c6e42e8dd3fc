import { button, element, figure, write } from "../shared/elements.js";
import { fixed, formatNumber, formatPlain } from "../shared/format.js";
import { widget } from "../shared/shell.js";
import { keepTableRoles } from "../shared/table_roles.js";
import { candidates, measure } from "./numbers.js";

const DARKEST = 8; // nats: here a token has its full tint
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

function build({ model, text, edit }) {
  const english = model.get("english");
  const tokens = model.get("tokens");
  const nameOf = (token) => (english[token] ? `${token} ${english[token]}` : token);
  const choose = (chosen) => {
    if (chosen !== model.get("chosen")) edit.commit(null, { chosen });
  };
  const { costs } = measure(edit.state());
  const places = tokens.map((token, i) => {
    const node = button(`token-${i}`, [], () => choose(i));
    const cost = element("span", { class: "gb-cost" });
    node.append(
      element("span", { class: "gb-sign", translate: "no" }, token),
      element("span", { translate: "no" }, english[token] ?? ""),
      cost,
    );
    node.dataset.value = costs[i];
    node.style.setProperty("--much", `${Math.min(1, costs[i] / DARKEST)}`);
    return { node, cost };
  });
  const strip = element(
    "div",
    { class: "gb-strip", role: "toolbar", "aria-label": text.tokens },
    ...places.map(({ node }) => node),
  );
  strip.addEventListener("keydown", (event) => {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    const to = model.get("chosen") + STEPS[event.key];
    const next = Math.min(tokens.length - 1, Math.max(0, to));
    choose(next);
    places[next].node.focus();
  });

  const asked = element("p");
  const body = element("tbody");
  const heads = ["rank", "token", "probability"].map((name) =>
    element("th", { scope: "col", class: `gb-${name}` }, text.columns[name]),
  );
  const end = element("td", { "aria-hidden": "true" });
  const table = element(
    "table",
    {},
    element("caption", { class: "gb-unseen" }, text.caption),
    element("thead", {}, element("tr", {}, ...heads, end)),
    body,
  );
  function rowOf({ token, share, rank, came }) {
    const bar = element("span", {});
    bar.style.width = `${100 * share}%`;
    const mark = came ? [" ", element("small", {}, text.came)] : [];
    const name = element("span", { translate: "no" }, nameOf(token));
    const probability = element("td", {}, formatNumber(share));
    probability.dataset.value = share;
    return element(
      "tr",
      came ? { class: "gb-came" } : {},
      element("td", { class: "gb-rank" }, formatPlain(rank)),
      element("th", { scope: "row" }, name, ...mark),
      probability,
      element("td", { class: "gb-bar", "aria-hidden": "true" }, bar),
    );
  }
  let reached = 0; // the farthest token that was pressed
  const [cost, mean, perplexity] = ["", "", text.perplexity].map(figure);
  const children = [
    element("p", { class: "gb-meaning" }, text.how),
    strip,
    element("p", { class: "gb-meaning" }, model.get("translation")),
    element(
      "div",
      { class: "gb-sides" },
      element("div", {}, asked, table),
      element("div", { class: "gb-costs" }, cost.node, mean.node, perplexity.node),
    ),
  ];

  function update(state) {
    const { chosen, shares } = state;
    const found = measure(state);
    const name = nameOf(tokens[chosen]);
    reached = Math.max(reached, chosen);
    places.forEach(({ node, cost }, i) => {
      const isGuessed = i > reached; // its cost is not yet told
      const told = fixed(found.costs[i], 2);
      write(cost, isGuessed ? "?" : told);
      const label = isGuessed ? text.guess : text.token;
      node.setAttribute("aria-label", label({ name: nameOf(tokens[i]), cost: told }));
      node.setAttribute("aria-pressed", `${i === chosen}`);
      node.tabIndex = i === chosen ? 0 : -1;
      node.classList.toggle("gb-later", isGuessed);
    });
    const before = tokens.slice(0, chosen).join("");
    write(asked, chosen ? text.read({ before }) : text.start);
    body.replaceChildren(...candidates(state).map(rowOf));
    keepTableRoles(table);
    const nats = (value) => text.nats({ value: fixed(value, 2) });
    const share = formatNumber(shares[chosen]);
    cost.node.firstChild.textContent = text.cost({ name });
    cost.set(nats(found.costs[chosen]), text.minus({ share }), found.costs[chosen]);
    const n = chosen + 1;
    mean.node.firstChild.textContent = text.mean({ n, count: `${n}` });
    mean.set(nats(found.mean), "", found.mean);
    const round = fixed(found.perplexity, found.perplexity < 10 ? 2 : 0);
    perplexity.set(round, text.power, found.perplexity);
    return text.said({
      name,
      cost: fixed(found.costs[chosen], 2),
      perplexity: round,
    });
  }
  return { children, update };
}

export default widget({
  name: "surprise",
  traits: ["chosen", "tokens", "shares", "ranks", "likeliest", "likeliest_shares"],
  build,
});
