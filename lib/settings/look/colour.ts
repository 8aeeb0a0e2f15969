/** A colour as people see it: lightness 0 to 1, chroma, hue in degrees (OKLCH, https://bottosson.github.io/posts/oklab). */
export interface Seen {
  l: number;
  c: number;
  h: number;
}

type Triple = readonly [number, number, number];

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const fromLinear = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

const linearOf = (hex: string): Triple => {
  const part = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [part(1), part(3), part(5)];
};

export function readColour(hex: string): Seen {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const A = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const B = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(A, B),
    h: ((Math.atan2(B, A) * 180) / Math.PI + 360) % 360,
  };
}

function linearFrom({ l, c, h }: Seen): Triple {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
}

const isShowable = (colour: Seen): boolean =>
  linearFrom(colour).every((part) => part > -0.0005 && part < 1.0005);

/** The nearest colour that a screen can show: paler, of the same lightness and hue. */
export function writeColour(colour: Seen): string {
  const wanted = { ...colour, l: Math.min(Math.max(colour.l, 0), 1) };
  let shown = wanted;
  if (!isShowable(wanted)) {
    let low = 0;
    let high = wanted.c;
    for (let step = 0; step < 20; step += 1) {
      const middle = (low + high) / 2;
      if (isShowable({ ...wanted, c: middle })) low = middle;
      else high = middle;
    }
    shown = { ...wanted, c: low };
  }
  const parts = linearFrom(shown).map((part) =>
    Math.round(fromLinear(Math.min(Math.max(part, 0), 1)) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${parts.join("")}`;
}

function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours as WCAG counts it, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/**
 * A colour in the least other lightness in which it stands out from all these backgrounds: darker on light ones, lighter on
 * dark ones.
 */
export function readableOn(
  colour: Seen,
  backgrounds: readonly string[],
  least: number,
  direction: "darker" | "lighter",
): string {
  const step = direction === "darker" ? -0.004 : 0.004;
  for (let l = colour.l; l >= 0 && l <= 1; l += step) {
    const hex = writeColour({ ...colour, l });
    if (backgrounds.every((background) => contrastOf(hex, background) >= least)) return hex;
  }
  return direction === "darker" ? "#000000" : "#ffffff";
}
