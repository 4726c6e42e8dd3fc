// What a reader has done in a chapter, kept in this browser alone.

const PARTS = ["drafts", "answers", "passed", "predictions"];

/** Where an entry is kept: each has a place of its own, so two tabs lose nothing. */
const placeOf = (slug, part, name) => `glassbox/${slug}/${part}/${name}`;

/** What is kept of a chapter; nothing where the browser keeps nothing. */
export function readWork(slug) {
  const kept = Object.fromEntries(PARTS.map((part) => [part, {}]));
  for (const part of PARTS) {
    const start = placeOf(slug, part, "");
    for (const key of keysFrom(start)) {
      try {
        kept[part][key.slice(start.length)] = JSON.parse(localStorage[key]);
      } catch {} // not ours, or cut short
    }
  }
  return kept;
}

/**
 * A chapter's work: its parts (drafts by cell, answers and passed by exercise,
 * predictions by cell), each entry kept at once. `onchange` hears of each change.
 */
export function createWork(slug, onchange) {
  const kept = readWork(slug);
  const unkept = new Set(); // places that the browser refused: the page has them still

  return {
    get: (part, name) => kept[part][name],
    names: (part) => Object.keys(kept[part]),
    /** Keep a value, or with undefined forget it. */
    set(part, name, value) {
      const place = placeOf(slug, part, name);
      if (value === undefined) delete kept[part][name];
      else kept[part][name] = value;
      try {
        if (value === undefined) localStorage.removeItem(place);
        else localStorage[place] = JSON.stringify(value);
        unkept.delete(place);
      } catch {
        unkept.add(place);
      }
      onchange();
    },
    clear() {
      for (const part of PARTS) {
        kept[part] = {};
        for (const key of keysFrom(placeOf(slug, part, ""))) {
          localStorage.removeItem(key);
        }
      }
      unkept.clear();
      onchange();
    },
    isKept: () => !unkept.size,
  };
}

/** The keys that start so; none where there is no storage. */
function keysFrom(start) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
}
