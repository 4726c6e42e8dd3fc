// The page's Python, in a worker of its own, so that the page never waits for it. It
// is given its files: a page that was opened as a file may not fetch any.
(() => {
  const files = {}; // name → ArrayBuffer
  const types = { mjs: "text/javascript", wasm: "application/wasm" };
  const post = (type, rest) => self.postMessage({ type, ...rest });

  const nameOf = (url) =>
    decodeURIComponent(
      String(url.url ?? url)
        .split("/")
        .pop(),
    );

  self.fetch = async (url) => {
    const name = nameOf(url);
    if (!(name in files)) throw new TypeError(`not among the page's files: ${name}`);
    const type = types[name.split(".").pop()] ?? "application/octet-stream";
    return new Response(files[name], { headers: { "content-type": type } });
  };
  // Pyodide takes a worker without importScripts for one that may import modules.
  Object.assign(self, {
    importScripts() {
      throw new TypeError("there is nothing to import by name");
    },
  });

  function importFile(name) {
    const blob = new Blob([files[name]], { type: "text/javascript" });
    return import(URL.createObjectURL(blob));
  }

  let python;
  let cell; // the module run_cell
  let needs; // the module needs

  async function start() {
    const { loadPyodide } = await importFile("pyodide.mjs");
    const { default: createPyodideModule } = await importFile("pyodide.asm.mjs");
    const nowhere = "https://files.invalid/"; // each file comes from `files`
    python = await loadPyodide({
      indexURL: nowhere,
      packageBaseUrl: nowhere,
      createPyodideModule,
      lockFileContents: new TextDecoder().decode(files["pyodide-lock.json"]),
      packages: ["numpy"],
    });
    python.unpackArchive(files["library.zip"], "zip", { extractDir: "/book" });
    python.runPython("import sys; sys.path.insert(0, '/book'); import run_cell");
    cell = python.pyimport("run_cell");
    needs = python.pyimport("needs");
    cell.prepare();
    for (const name of Object.keys(files)) delete files[name];
  }

  const answers = {
    async start() {
      await start();
      post("ready", {});
    },
    async load({ packages }) {
      await python.loadPackage(packages, { messageCallback() {} });
      post("ready", {});
    },
    needed({ texts }) {
      post("places", { places: needs.needed(texts) });
    },
    run({ source, number, quiet }) {
      const started = performance.now();
      const send = (kind, text) => post("output", { kind, text });
      const ok = cell.run(source, number, quiet, send);
      post("done", { ok, seconds: (performance.now() - started) / 1000 });
    },
  };

  self.onmessage = async ({ data: { type, added = {}, ...rest } }) => {
    Object.assign(files, added);
    try {
      await answers[type](rest);
    } catch (error) {
      post("died", { text: String(error) }); // Python itself, not the reader's code
    }
  };
})();
