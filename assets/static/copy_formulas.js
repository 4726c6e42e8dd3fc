// Copied text takes a formula's TeX along: "$\sqrt{d_k}$" in place of loose signs.
(() => {
  const formulaAt = (node) =>
    (node instanceof Element ? node : node.parentElement)?.closest("math");

  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (!selection?.rangeCount || selection.isCollapsed) return;
    const range = selection.getRangeAt(0).cloneRange();
    // A formula that is selected in part is copied whole.
    const [first, last] = [range.startContainer, range.endContainer].map(formulaAt);
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);

    const copied = document.createElement("div");
    copied.append(range.cloneContents());
    const formulas = copied.querySelectorAll("math");
    if (!formulas.length) return;
    event.clipboardData.setData("text/html", copied.innerHTML);
    for (const formula of formulas) {
      const mark = formula.getAttribute("display") === "block" ? "$$" : "$";
      const tex = formula.querySelector("annotation").textContent;
      formula.replaceWith(`${mark}${tex}${mark}`);
    }
    // Only what is in the page, if out of sight, has its paragraphs on lines apart.
    copied.style.cssText = "position: fixed; left: -9999px";
    document.body.append(copied);
    // biome-ignore lint/performance/useDomNodeTextContent: it would put all paragraphs on one line
    event.clipboardData.setData("text/plain", copied.innerText);
    copied.remove();
    event.preventDefault();
  });
})();
