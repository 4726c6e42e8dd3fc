// What comes only when the reader asks for it.
import { element } from "../shared/elements.js";

/**
 * Ask for the file that the trait rest names: of the running Python; or, in a built
 * page, where rest is a script's address, of that script, since a page that was opened
 * from disk may load nothing else.
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
        reject(new Error(address));
      },
    });
    document.head.append(script);
  });
}

function askPython(model) {
  return new Promise((resolve) => {
    const hear = ({ rest }) => {
      if (!rest) return;
      model.off("msg:custom", hear);
      resolve(JSON.parse(rest));
    };
    model.on("msg:custom", hear);
    model.send({ ask: "rest" });
  });
}
