// The page's side of Python: brings its files, starts its worker, hands over cells.

/** The worker ended, and with it everything that cells had defined. */
export class Ended extends Error {}

/**
 * A Python that is not there until it is needed. `packs` names its files' pieces:
 * { core: { packages, pieces: [{ src, bytes }, …] }, plot: … }; onprogress hears of what
 * has come, by pack.
 */
export function createInterpreter({ packs, onprogress }) {
  let worker;
  let stopped; // rejects what is waited for
  let answer; // resolves it
  let hear; // takes the output of what runs
  const brought = new Map(); // pack → Promise of its files, kept for a new start
  const loaded = new Set(); // packs in the worker that runs now
  let ends = 0; // how often it was stopped, or died

  function bring(pack) {
    if (!brought.has(pack)) {
      brought.set(
        pack,
        readPack(packs[pack], (...come) => onprogress(pack, ...come)).catch((error) => {
          brought.delete(pack); // another try may find what was missing
          throw error;
        }),
      );
    }
    return brought.get(pack);
  }

  /** Ask the worker and wait until it answers; between, hear its output. */
  function ask(message) {
    return new Promise((resolve, reject) => {
      answer = resolve;
      stopped = reject;
      worker.postMessage(message);
    });
  }

  /** The same for who would stop waiting at a stop. */
  async function bringUnlessStopped(pack) {
    const before = ends;
    const files = await bring(pack);
    if (ends !== before) throw new Ended();
    return files;
  }

  async function create() {
    const files = await bringUnlessStopped("core");
    const source = new TextDecoder().decode(files["worker.js"]);
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    worker = new Worker(url);
    worker.onmessage = ({ data }) => {
      if (data.type === "output") hear(data.kind, data.text);
      else if (data.type === "died") end(data.text);
      else answer(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end(event.message);
    };
    loaded.add("core");
    await ask({ type: "start", added: files });
  }

  /** Have Python ready with these packs. */
  async function ready(...wanted) {
    if (!worker) await create();
    for (const pack of wanted.filter((name) => !loaded.has(name))) {
      const added = await bringUnlessStopped(pack);
      await ask({ type: "load", added, packages: packs[pack].packages });
      loaded.add(pack);
    }
  }

  /** Run a cell; resolves to { ok, seconds }. */
  async function run(cell, onoutput) {
    hear = onoutput;
    return ask({ type: "run", ...cell });
  }

  /** Ask which cells the last of these texts needs; resolves to { places }, JSON. */
  const needed = (texts) => ask({ type: "needed", texts });

  function end(text) {
    ends += 1;
    worker?.terminate();
    worker = undefined;
    loaded.clear();
    stopped?.(new Ended(text));
  }

  return { ready, run, needed, stop: () => end("") };
}

// ---- files in pieces ----------------------------------------------------------

/** Read a pack: scripts that each hand over a piece of a file, packed, as letters. */
async function readPack({ pieces }, onprogress) {
  const parts = {};
  // Scripts are what a page that was opened as a file may load.
  globalThis.glassboxPiece = (name, index, letters) => {
    parts[name] ??= [];
    parts[name][index] = bytesOf(letters);
  };
  const total = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  let come = 0;
  for (const { src, bytes } of pieces) {
    onprogress(come, total);
    await loadScript(src);
    come += bytes;
  }
  onprogress(total, total);
  const files = Object.entries(parts).map(async ([name, list]) => {
    const packed = new Blob(list).stream();
    const open = packed.pipeThrough(new DecompressionStream("gzip"));
    return [name, await new Response(open).arrayBuffer()];
  });
  return Object.fromEntries(await Promise.all(files));
}

/** Load a script; it has run when this is done. */
export function loadScript(src) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const settle = (done) => () => {
      script.remove();
      done();
    };
    script.onload = settle(resolve);
    script.onerror = settle(() => reject(new Error(src)));
    script.src = src;
    document.head.append(script);
  });
}

function bytesOf(letters) {
  return (
    Uint8Array.fromBase64?.(letters) ??
    Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))
  );
}
