// GPT-2's merges on the ids of tokens: ids 0 to 255 are bytes, merge number n makes
// 256 + n. Python's models/tokenizer says the same.
import { mergePair } from "../kernels/tokenization.js";

const PRINTED = [
  [33, 126],
  [161, 172],
  [174, 255],
]; // the bytes that come first among the ids
const SPACE = "\\p{White_Space}";
const WORDS = new RegExp(
  `'(?:[stmd]|re|ve|ll)| ?\\p{L}+| ?\\p{N}+| ?[^${SPACE}\\p{L}\\p{N}]+` +
    `|${SPACE}+(?!\\P{White_Space})|${SPACE}+`,
  "gu",
);

/** The byte that each of the ids 0 to 255 stands for. */
export function byteOrder() {
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  const isPrinted = (byte) => PRINTED.some(([a, b]) => a <= byte && byte <= b);
  return [...all.filter(isPrinted), ...all.filter((byte) => !isPrinted(byte))];
}

/** The merges as a map from pair to place, the bytes they make, how many come first. */
export function readMerges({ first, later, whole }) {
  const letters = atob(first);
  const id = (i) => letters.charCodeAt(2 * i) + 256 * letters.charCodeAt(2 * i + 1);
  const places = new Map();
  const bytes = byteOrder().map((byte) => [byte]);
  const learn = (place, left, right) => {
    places.set(65536 * left + right, place);
    bytes[256 + place] = [...bytes[left], ...bytes[right]];
  };
  const carried = letters.length / 4;
  for (let n = 0; n < carried; n++) learn(n, id(2 * n), id(2 * n + 1));
  for (const [place, left, right] of later) learn(place, left, right);
  return { places, bytes, carried, whole: new Set(whole) };
}

/** A text's words, each with the space before it, as GPT-2 parts them. */
export function splitWords(text) {
  return text.match(WORDS) ?? [];
}

/** Every step of cutting a text: what was merged, then all ids, and each word's number. */
export function mergeSteps(text, { places }) {
  const ids = byteOrder().reduce((found, byte, id) => found.with(byte, id), Array(256));
  const encoder = new TextEncoder();
  let words = splitWords(text).map((word) =>
    [...encoder.encode(word)].map((byte) => ids[byte]),
  );
  const lengths = () => words.map((word) => word.length);
  const steps = [{ made: null, ids: words.flat(), lengths: lengths() }];
  for (;;) {
    let place = Infinity;
    let pair = null;
    for (const word of words) {
      for (let i = 1; i < word.length; i++) {
        const found = places.get(65536 * word[i - 1] + word[i]) ?? Infinity;
        if (found < place) [place, pair] = [found, [word[i - 1], word[i]]];
      }
    }
    if (!pair) return steps;
    const made = { left: pair[0], right: pair[1], both: 256 + place };
    words = words.map((word) => mergePair(word, pair, made.both));
    steps.push({ made, ids: words.flat(), lengths: lengths() });
  }
}

/** Whether a merge that is not carried may join some of these: not in words of one
 * token, and not in those that are known to stay in pieces. */
export function mayGoOn(text, merges) {
  return splitWords(text).some(
    (word) => !merges.whole.has(word) && mergeSteps(word, merges).at(-1).ids.length > 1,
  );
}

/** Of each token, the character that it is a part of; "" where it holds whole ones. */
export function charactersOf(text, tokens) {
  const encoder = new TextEncoder();
  const ofByte = [...text].flatMap((sign) =>
    Array(encoder.encode(sign).length).fill(sign),
  );
  let at = 0;
  return tokens.map((bytes) => {
    const sign = ofByte[at];
    at += bytes.length;
    return isWhole(bytes) ? "" : sign;
  });
}

function isWhole(bytes) {
  try {
    decoded(bytes);
    return true;
  } catch {
    return false;
  }
}

function decoded(bytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return decoder.decode(new Uint8Array(bytes));
}

const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");

/** Bytes in hexadecimal. */
export function inHex(bytes) {
  return bytes.map(hex).join(" ");
}

/** A token as people read it: a space as ␣, what is no whole character in hexadecimal. */
export function asText(bytes) {
  if (!isWhole(bytes)) return inHex(bytes);
  const text = decoded(bytes);
  return text.replaceAll(" ", "␣").replaceAll("\n", "↵").replaceAll("\t", "⇥");
}
