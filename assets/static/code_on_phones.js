// On a phone a line of code may take two: the second stands further in than the first,
// so that Python's own indentation can still be seen. A long name stays whole where the
// line can end before a dot or after a bracket.
if (matchMedia("(max-width: 600px)").matches) {
  for (const pre of document.querySelectorAll(".cell_input .highlight pre")) {
    // No token goes over a line's end: its markup is whole.
    const lines = pre.innerHTML.replace(/\n$/, "").split("\n");
    pre.innerHTML = lines
      .map((line) => {
        const indent = line.replace(/<[^>]*>/g, "").search(/\S|$/);
        const code = line
          .replace(/<span class="o">\.<\/span>/g, "<wbr>$&")
          .replace(/<span class="p">[^<]*[([{]<\/span>/g, "$&<wbr>");
        return `<span class="code-line" style="--indent: ${indent}">${code}\n</span>`;
      })
      .join("");
  }
}
