// Elements for the page. Text enters it only as text, never as markup.

/** An element with attributes, "on…" listeners and children; strings become text. */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for a part of a picture. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  return filled(node, attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** A button; while aria-disabled it keeps the focus, but does nothing. */
export function button(action, children, onclick) {
  const attributes = { type: "button", "data-action": action };
  const node = element("button", attributes, ...children);
  node.addEventListener("click", () => {
    if (node.getAttribute("aria-disabled") !== "true") onclick();
  });
  return node;
}

/** A name with its value in words, what it means, and exactly, as data. */
export function figure(name) {
  const value = element("div", { class: "gb-value" });
  const meaning = element("div", { class: "gb-meaning" });
  const title = element("div", { class: "gb-meaning" }, name);
  const node = element("div", {}, title, value, meaning);
  function set(words, what, exact) {
    value.textContent = words;
    value.dataset.value = exact;
    meaning.textContent = what;
  }
  return { node, set };
}

/** Text with _variables_ set in italics, as children for element. */
export function mathematics(text) {
  const parts = text.split(/_([^_]+)_/); // in turn outside and inside; d_model stays
  return parts.map((part, i) => (i % 2 ? element("i", {}, part) : part));
}

/** Write words if they are new: else the page would lay them out again. */
export function write(node, words) {
  if (node.textContent !== words) node.textContent = words;
}
