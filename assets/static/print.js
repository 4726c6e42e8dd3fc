// Paper is white: a page that is dark on the screen is printed light.
(() => {
  const page = document.documentElement.dataset;
  let shown;
  addEventListener("beforeprint", () => {
    shown = page.theme;
    page.theme = "light";
  });
  addEventListener("afterprint", () => {
    page.theme = shown;
  });
})();
