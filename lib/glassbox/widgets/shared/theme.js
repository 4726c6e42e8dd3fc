// The page's light or dark theme, for pictures that a style can't colour by itself.
import { colourScale } from "./colour_scale.js";
import { element } from "./elements.js";

/** The theme's scale as the element sees it; null while it is not on the page. */
export function readColours(node) {
  if (!node.isConnected) return null;
  const probe = node.appendChild(element("span"));
  const [low, high] = ["--gb-surface", "--gb-accent"].map((name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return colourScale(low, high);
}

/** Call back when the page or the reader's system turns light or dark. */
export function onTheme(callback) {
  const observer = new MutationObserver(callback);
  const attributeFilter = ["class", "theme", "data-theme", "data-jp-theme-light"];
  for (const node of [document.documentElement, document.body]) {
    observer.observe(node, { attributeFilter });
  }
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", callback);
  return () => {
    observer.disconnect();
    scheme.removeEventListener("change", callback);
  };
}
