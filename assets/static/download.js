// The page's notebook is downloaded; a browser alone would show it as text. A page that
// was opened from disk may read no file, so there the notebook comes as a script.
{
  /** @type {HTMLAnchorElement | null} */
  const link = document.querySelector("a.btn-download-source-button");
  const name = link?.href.split("/").at(-1);
  if (link) Object.assign(link, { download: name, target: "" });

  link?.addEventListener("click", (event) => {
    if (!link.href.startsWith("file:")) return;
    event.preventDefault();
    const script = Object.assign(document.createElement("script"), {
      src: `${link.href}.js`,
      onload: () => {
        const file = new Blob([globalThis.pageSource]);
        const href = URL.createObjectURL(file);
        Object.assign(document.createElement("a"), { href, download: name }).click();
        setTimeout(() => URL.revokeObjectURL(href));
        script.remove();
      },
    });
    document.head.append(script);
  });
}
