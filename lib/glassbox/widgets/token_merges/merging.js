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

/** A text's merges: map of pair to place, the bytes of each id, and the texts that
 * these merges are enough for. */
export function readSome({ merges, texts }) {
  const known = noMerges();
  for (const [place, left, right] of merges) learn(known, place, left, right);
  return { ...known, isEnough: (text) => texts.includes(text) };
}

/** All merges, from two ids of 16 bits each, in base64: enough for every text. */
export function readAll(packed) {
  const letters = atob(packed);
  const id = (i) => letters.charCodeAt(2 * i) + 256 * letters.charCodeAt(2 * i + 1);
  const known = noMerges();
  for (let n = 0; n < letters.length / 4; n++)
    learn(known, n, id(2 * n), id(2 * n + 1));
  return { ...known, isEnough: () => true };
}

function noMerges() {
  return { places: new Map(), bytes: byteOrder().map((byte) => [byte]) };
}

function learn({ places, bytes }, place, left, right) {
  places.set(65536 * left + right, place);
  bytes[256 + place] = [...bytes[left], ...bytes[right]];
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

/** The tokens in groups that end where a character does, each with what it holds: most
 * have one token, but several where each is only a part of a character. */
export function groupsOf(text, tokens) {
  const encoder = new TextEncoder();
  const signs = [...text];
  const groups = [];
  let [at, end] = [0, 0]; // bytes of the tokens, and of the characters, so far
  let group = { characters: "", n: 0 };
  for (const bytes of tokens) {
    at += bytes.length;
    group.n++;
    while (end < at) {
      const sign = signs.shift();
      group.characters += sign;
      end += encoder.encode(sign).length;
    }
    if (end > at) continue;
    groups.push(group);
    group = { characters: "", n: 0 };
  }
  return groups;
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
  return decoded(bytes)
    .replaceAll(" ", "␣")
    .replaceAll("\n", "↵")
    .replaceAll("\t", "⇥");
}
