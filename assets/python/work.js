// What a reader has done in a chapter, kept in this browser alone.

const PLACE = "glassbox/";
const NOTHING = { drafts: {}, answers: {}, passed: {}, predictions: {} };

/** What is kept of a chapter; nothing where the browser keeps nothing. */
export function readWork(slug) {
  try {
    return { ...structuredClone(NOTHING), ...JSON.parse(localStorage[PLACE + slug]) };
  } catch {
    return structuredClone(NOTHING);
  }
}

/**
 * A chapter's work: its parts (drafts by cell, answers and passed by exercise,
 * predictions by cell), each entry kept at once. `onchange` hears of each change.
 */
export function createWork(slug, onchange) {
  const kept = readWork(slug);
  let isKept = true;

  function keep() {
    const isEmpty = Object.values(kept).every((part) => !Object.keys(part).length);
    try {
      if (isEmpty) localStorage.removeItem(PLACE + slug);
      else localStorage[PLACE + slug] = JSON.stringify(kept);
      isKept = true;
    } catch {
      isKept = false; // no storage, or a full one: the page still has it
    }
    onchange();
  }

  return {
    get: (part, name) => kept[part][name],
    names: (part) => Object.keys(kept[part]),
    /** Keep a value, or with undefined forget it. */
    set(part, name, value) {
      if (value === undefined) delete kept[part][name];
      else kept[part][name] = value;
      keep();
    },
    clear() {
      Object.assign(kept, structuredClone(NOTHING));
      keep();
    },
    isKept: () => isKept,
  };
}
