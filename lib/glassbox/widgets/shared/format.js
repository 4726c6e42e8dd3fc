// Numbers in words, as the page's language writes them.

let language = "en";
const formats = new Map(); // by their options: making one is slow

/** Write numbers as this language does from now on. */
export function useLanguage(code) {
  language = code;
  formats.clear();
}

function written(x, options) {
  const key = Object.values(options).join();
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(language, options));
  return formats
    .get(key)
    .format(x + 0)
    .replace("-", "−"); // + 0: never −0
}

/** 0.5028, −∞, 8.8·10⁻²⁷: always as many decimals, never a small number as 0. */
export function formatNumber(x, decimals = 4) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x < 0 ? "−∞" : "∞";
  const size = Math.abs(x);
  if (size >= 1e6 || (size > 0 && size < 10 ** -decimals)) {
    const [factor, power] = x.toExponential(1).split("e");
    const shown = written(Number(factor), { minimumFractionDigits: 1 });
    return `${shown}·${powerOfTen(Number(power))}`;
  }
  return fixed(x, decimals);
}

/** As many decimals as asked for, also for 0 and for large numbers. */
export function fixed(x, decimals) {
  return written(Number(x.toFixed(decimals)), {
    // toFixed rounds as Python does
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
}

/** As many decimals as asked for; a size below half of the last one is "≈0". */
export function formatNear(x, decimals = 2) {
  return x && Math.abs(x) < 0.5 * 10 ** -decimals ? "≈0" : fixed(x, decimals);
}

/** At most so many decimals, none that are 0 at the end: 10.25. */
export function formatShort(x, decimals = 4) {
  if (!Number.isFinite(x)) return formatNumber(x);
  const rounded = Number(x.toFixed(decimals));
  return written(rounded, { maximumFractionDigits: decimals, useGrouping: false });
}

/** A count, or a number in a sentence: 45,056. */
export function formatPlain(x) {
  return written(x, { maximumFractionDigits: 3 });
}

/** 10³, 10⁻², and 1. */
export function powerOfTen(n) {
  if (n === 0) return "1";
  const digits = [...String(Math.abs(n))].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
  return `10${n < 0 ? "⁻" : ""}${digits.join("")}`;
}
