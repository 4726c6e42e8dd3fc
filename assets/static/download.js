// The page's notebook is downloaded; a browser alone would show it as text. A page that
// was opened from disk may read no file, so there the notebook comes as a script.
{
  /** @type {HTMLAnchorElement | null} */
  const link = document.querySelector("a.btn-download-source-button");
  if (link) {
    const download = link.href.split("/").at(-1);
    Object.assign(link, { download, target: "" });

    const save = () => {
      const href = URL.createObjectURL(new Blob([globalThis.pageSource]));
      Object.assign(document.createElement("a"), { href, download }).click();
    };
    link.addEventListener("click", (event) => {
      if (location.protocol !== "file:") return;
      event.preventDefault();
      const script = document.createElement("script");
      document.head.append(
        Object.assign(script, { src: `${link.href}.js`, onload: save }),
      );
    });
  }
}
