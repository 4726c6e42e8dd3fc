// Colours that look evenly apart, for a canvas: mixed in Oklab, as colour.js lets CSS do.

/** 256 colours from low to high, such as "rgb(31, 92, 153)"; each red, green, blue. */
export function colourScale(low, high) {
  const [from, to] = [low, high].map((text) => {
    const [red, green, blue] = text.match(/[\d.]+/g).map(Number);
    return toOklab([red, green, blue]);
  });
  return Array.from({ length: 256 }, (_, step) =>
    fromOklab(from.map((x, i) => x + ((to[i] - x) * step) / 255)),
  );
}

/** Relative luminance, 0 to 1: from 0.18 on black text is the better readable. */
export function luminance(colour) {
  const [red, green, blue] = colour.map(toLinear);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(x) {
  return x <= 10.31475 ? x / 3294.6 : ((x / 255 + 0.055) / 1.055) ** 2.4;
}

function fromLinear(x) {
  const y = x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.max(0, Math.min(1, y)));
}

function toOklab(colour) {
  const [r, g, b] = colour.map(toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab(colour) {
  const [lightness, a, b] = colour;
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(fromLinear);
}
