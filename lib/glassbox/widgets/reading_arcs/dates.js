// What a date means, as the six formats read it: with slashes, the month comes first.

const MONTHS = [
  ..."january february march april may june".split(" "),
  ..."july august september october november december".split(" "),
];
const DIGITS = "〇一二三四五六七八九";

const MONTH = "(?<month>\\p{L}+)";
const DAY = "(?<day>\\d{1,2})";
const YEAR = "(?<year>[1-9]\\d{3})";
const NUMBER = "(?<month>\\d{1,2})";
const FORMS = [
  `${MONTH} +${DAY}(?:, *| +)${YEAR}`,
  `${DAY} +${MONTH}(?:, *| +)${YEAR}`,
  `${NUMBER}/${DAY}/${YEAR}`,
  `${YEAR}年${NUMBER}月${DAY}日`,
].map((form) => new RegExp(`^${form}$`, "u"));

/** The day as year-month-day; "" for a day that does not exist; null if unreadable. */
export function meaningOf(source) {
  const plain = inDigits(source);
  const found = FORMS.map((form) => form.exec(plain)).find(Boolean);
  if (!found) return null;
  const { year, day } = found.groups;
  const month = monthOf(found.groups.month);
  if (!month) return null;
  const date = new Date(Date.UTC(Number(year), month - 1, Number(day)));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : "";
}

function monthOf(name) {
  if (/^\d/.test(name)) return Number(name) <= 12 ? Number(name) : 0;
  const typed = name.toLowerCase().replace(/^sept$/, "sep");
  return 1 + MONTHS.findIndex((one) => typed === one || typed === one.slice(0, 3));
}

/** Chinese numerals as digits: 二〇二六 digit by digit, 二十一 counted. */
function inDigits(source) {
  return source
    .replaceAll("零", "〇")
    .replace(/[一二三]?十[一二三四五六七八九]?/gu, (number) => {
      const [tens, ones] = number
        .split("十")
        .map((sign) => DIGITS.indexOf(sign || "〇"));
      return `${10 * (tens || 1) + ones}`;
    })
    .replace(/[〇一二三四五六七八九]/gu, (sign) => `${DIGITS.indexOf(sign)}`);
}
