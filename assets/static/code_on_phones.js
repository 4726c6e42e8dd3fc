// On a phone a line of code may take two: the second stands further in than the first,
// so that Python's own indentation can still be seen. What has no space in it, and a
// comment, goes on to the next line as a whole; only what is longer than a line of the
// smallest phones is cut, at a space, before a dot or after a bracket. What a check says
// of an array goes on below the array.
// Columns, but for the indentation; a Chinese sign takes two. A fold is narrower.
const [MOST, MOST_IN_FOLD] = [34, 29];
if (matchMedia("(max-width: 600px)").matches) {
  const textOf = (html) => html.replace(/<[^>]*>/g, "");
  const columns = (text) => text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);
  for (const pre of document.querySelectorAll(
    ".cell_input .highlight pre, details .highlight pre",
  )) {
    // No token goes over a line's end: its markup is whole.
    const most = pre.closest("details") ? MOST_IN_FOLD : MOST;
    const isSaid = Boolean(pre.closest(".highlight-text"));
    const lines = pre.innerHTML.replace(/\n$/, "").split("\n");
    pre.innerHTML = lines
      .map((line) => {
        const text = textOf(line);
        const array = text.lastIndexOf(" [") - 2;
        const isArray = isSaid && array > 0;
        const indent = isArray ? array : text.search(/\S|$/);
        const tokens =
          line.match(/<span[^>]*>[^<]*<\/span>|[^<\s]+|\s+|<[^>]*>/g) ?? [];
        let [code, word] = ["", ""];
        const endWord = () => {
          const isShort = columns(textOf(word)) <= most - indent;
          code += word && isShort ? `<span class="code-word">${word}</span>` : word;
          word = "";
        };
        for (const token of tokens) {
          if (textOf(token).trim()) {
            word += token
              .replace(/<span class="o">\.<\/span>/, "<wbr>$&")
              .replace(/<span class="p">[^<]*[([{]<\/span>/, "$&<wbr>");
          } else {
            endWord();
            code += token;
          }
        }
        endWord();
        return `<span class="code-line" style="--indent: ${indent}">${code}\n</span>`;
      })
      .join("");
  }
}
