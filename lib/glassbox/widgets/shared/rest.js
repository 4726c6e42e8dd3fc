// What comes only when the reader asks for it.
import { element } from "./elements.js";

const PATIENCE = 15_000; // milliseconds: the file takes less than one

/**
 * Ask for the file that the trait rest names: of the running Python; or, in a built
 * page, where rest is a script's address, of that script, since a page that was opened
 * from disk may load nothing else. Where nothing comes, the error's cause is a key of
 * the words.
 */
export function askForRest(model) {
  const address = model.get("rest");
  if (!address.split("?")[0].endsWith(".js")) return askPython(model);
  return new Promise((resolve, reject) => {
    const script = element("script", {
      src: address,
      onload() {
        script.remove();
        resolve(/** @type {any} */ (globalThis).glassboxRest); // the script set it
      },
      onerror() {
        script.remove();
        reject(new Error(address, { cause: "not_loaded" }));
      },
    });
    document.head.append(script);
  });
}

/** A Python that has stopped says nothing: it is waited for PATIENCE, not for ever. */
function askPython(model) {
  let stop = () => {};
  const answer = new Promise((resolve, reject) => {
    const refuse = (cause) => reject(new Error("nothing came", { cause }));
    const timer = setTimeout(() => refuse("no_answer"), PATIENCE);
    const hear = ({ rest, missing }) => {
      if (rest) resolve(JSON.parse(rest));
      if (missing) refuse("missing");
    };
    stop = () => {
      clearTimeout(timer);
      model.off("msg:custom", hear);
    };
    model.on("msg:custom", hear);
    model.send({ ask: "rest" });
  });
  return answer.finally(() => stop());
}
