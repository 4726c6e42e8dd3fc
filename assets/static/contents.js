// The mark in the page's contents follows the reader, however far a key or wheel jumps:
// the theme's own sees only titles that stop near the top.
(() => {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const found = document.querySelectorAll("#pst-page-toc-nav a[href^='#']");
  const links = [...found];
  const sections = new Map(
    links.map((link) => [link, document.getElementById(link.hash.slice(1))]),
  );
  const panel = document.querySelector(".bd-sidebar-secondary");
  let marked; // the link that has the mark
  const begun = new Set(); // sections whose beginning has passed the line

  function mark() {
    const here = links.findLast((link) => begun.has(sections.get(link)));
    for (const link of links) {
      link.classList.toggle("active", link === here);
      if (link === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
      const isAround = here !== undefined && link.parentElement.contains(here);
      link.closest(".toc-entry")?.classList.toggle("active", isAround);
    }
    if (here !== marked) follow(here);
    marked = here;
  }

  /** Bring a link that is out of the panel's sight to its middle; without one, the top. */
  function follow(link) {
    if (!panel) return;
    const view = panel.getBoundingClientRect();
    const { top, bottom } = (link ?? panel).getBoundingClientRect();
    if (!link) panel.scrollTop = 0;
    else if (top < view.top || bottom > view.bottom) {
      panel.scrollTop += (top + bottom - view.top - view.bottom) / 2;
    }
  }
  const watch = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) begun.add(target);
        else begun.delete(target);
      }
      mark();
    },
    { rootMargin: "999999px 0px -70% 0px" }, // all above the line
  );
  for (const section of sections.values()) if (section) watch.observe(section);
})();
