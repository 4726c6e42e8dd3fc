// Starts a deck, and makes each slide's text as large as its screen allows.
(() => {
  const WIDGET = ".glassbox-widget-live";
  const LARGEST = 1.3; // a slide with little on it
  const SMALLEST = 0.5; // below this nobody reads; the slide scrolls instead
  const STEP = 0.05;

  /** @param {HTMLElement} slide */
  function overflows(slide) {
    return (
      slide.scrollHeight > slide.clientHeight + 1 ||
      slide.scrollWidth > slide.clientWidth + 1
    );
  }

  /** A slide is laid out for 1280 × 720, and as large as all of it fits the screen. */
  function fit(slide) {
    const base = Math.min(innerWidth / 1280, innerHeight / 720);
    zoom(slide, base, LARGEST);
  }

  /** Make a slide's content smaller step by step, until it fits. */
  function zoom(slide, base, first) {
    const content = slide.querySelector(".fit");
    for (let size = first; size >= SMALLEST; size -= STEP) {
      content.style.zoom = base * size;
      content.dataset.size = size;
      if (!overflows(slide)) return;
    }
  }

  /** What a widget shows may grow. It never grows back here: that would flicker. */
  const watch = new ResizeObserver((entries) => {
    for (const entry of entries) {
      const target = /** @type {HTMLElement} */ (entry.target);
      const slide = target.parentElement;
      if (!slide.classList.contains("present") || !overflows(slide)) continue;
      const base = Math.min(innerWidth / 1280, innerHeight / 720);
      zoom(slide, base, Number(target.dataset.size) - STEP);
    }
  });

  function switchTheme() {
    const page = document.documentElement.dataset;
    page.theme = page.theme === "dark" ? "light" : "dark";
  }

  // Inside a widget its own keys count; Escape leaves it for the slides.
  addEventListener(
    "keydown",
    (event) => {
      const inside = document.activeElement?.closest(WIDGET);
      if (event.key !== "Escape" || !inside) return;
      /** @type {HTMLElement} */ (document.activeElement).blur();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );

  const { Reveal, RevealNotes } = /** @type {any} */ (globalThis);
  const now = () => fit(Reveal.getCurrentSlide());
  Reveal.on("ready", () => {
    for (const content of document.querySelectorAll(".fit")) watch.observe(content);
    now();
  });
  Reveal.on("slidechanged", now);
  // A widget has come: it is smaller than the table that held its place.
  const mounted = new MutationObserver(now);
  mounted.observe(document.body, { subtree: true, attributeFilter: ["data-done"] });
  addEventListener("resize", now);
  document.fonts.ready.then(() => Reveal.isReady() && now());
  Reveal.initialize({
    disableLayout: true,
    hash: true,
    transition: "none",
    slideNumber: "c/t",
    plugins: [RevealNotes],
    keyboard: { 68: switchTheme }, // D
    keyboardCondition: (event) => !event.target.closest(WIDGET),
  });
})();
