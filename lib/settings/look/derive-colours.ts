import type { tones } from "./choices";
import { contrastOf, readableOn, readColour, type Seen, writeColour } from "./colour";

/** Contrast of text, and of the edges of what is pressed or filled in (WCAG 2.2 AA), with room for rounding. */
const leastOfText = 4.55;
const leastOfEdge = 3.05;

/** Names as app/globals.css has them. */
export const colourNames = [
  "paper",
  "surface",
  "raised",
  "sunken",
  "line",
  "line-strong",
  "control",
  "ink",
  "ink-muted",
  "ink-faint",
  "pine",
  "pine-strong",
  "pine-soft",
  "on-pine",
  "brass",
  "brass-line",
  "brass-soft",
] as const;
export type Palette = Record<(typeof colourNames)[number], string>;

/** The shop's own, where an operator named none. */
const ownColour = "#12594a";
const ownAccent = "#8a5f14";

interface LookColours {
  color: string | null;
  accent: string | null;
  tone: (typeof tones)[number];
}

interface Steps {
  paper: number;
  surface: number;
  raised: number;
  sunken: number;
  line: number;
  lineStrong: number;
  control: number;
  ink: number;
  muted: number;
  faint: number;
  soft: number;
  accentLine: number;
}

const steps: Record<"light" | "dark", Steps> = {
  light: {
    paper: 0.975,
    surface: 1,
    raised: 1,
    sunken: 0.948,
    line: 0.905,
    lineStrong: 0.81,
    control: 0.61,
    ink: 0.235,
    muted: 0.455,
    faint: 0.54,
    soft: 0.945,
    accentLine: 0.82,
  },
  dark: {
    paper: 0.19,
    surface: 0.228,
    raised: 0.262,
    sunken: 0.155,
    line: 0.31,
    lineStrong: 0.42,
    control: 0.56,
    ink: 0.945,
    muted: 0.765,
    faint: 0.66,
    soft: 0.29,
    accentLine: 0.44,
  },
};

/** Hue and strength of the greys. */
function greysOf(tone: LookColours["tone"], color: Seen): { h: number; c: number } {
  if (tone === "plain") return { h: 0, c: 0 };
  if (tone === "warm") return { h: 75, c: 0.013 };
  if (tone === "cool") return { h: 255, c: 0.012 };
  return { h: color.h, c: Math.min(color.c, 0.012) };
}

/** Every colour of one theme from the two that were chosen; each text can be read on all that it stands on. */
function paletteOf(theme: "light" | "dark", { color, accent, tone }: LookColours): Palette {
  const main = readColour(color ?? ownColour);
  const second = readColour(accent ?? ownAccent);
  const { h, c } = greysOf(tone, main);
  const at = steps[theme];
  const grey = (l: number, strength = 1) => writeColour({ l, c: c * strength, h });
  const direction = theme === "light" ? "darker" : "lighter";
  const paper = grey(at.paper, theme === "light" ? 0.6 : 1);
  const surface = grey(at.surface);
  const raised = grey(at.raised);
  const sunken = grey(at.sunken);
  const grounds = [paper, surface, raised, sunken];
  const text = (l: number, strength: number) =>
    readableOn({ l, c: c * strength, h }, grounds, leastOfText, direction);

  const mainSoft = writeColour({ ...main, l: at.soft, c: Math.min(main.c, 0.04) });
  const start = theme === "light" ? Math.min(main.l, 0.6) : Math.max(main.l, 0.76);
  const strength = theme === "light" ? main.c : Math.min(main.c, 0.14);
  const pine = readableOn({ ...main, l: start, c: strength }, [...grounds, mainSoft], leastOfText, direction);
  const shown = readColour(pine);
  const pineStrong = writeColour({ ...shown, l: shown.l + (theme === "light" ? -0.075 : 0.055) });
  const onPine =
    theme === "light"
      ? "#ffffff"
      : readableOn({ l: 0.24, c: Math.min(main.c, 0.04), h: main.h }, [pine], leastOfText, "darker");

  const accentSoft = writeColour({ ...second, l: at.soft + 0.02, c: Math.min(second.c, 0.035) });
  const accentStart = theme === "light" ? Math.min(second.l, 0.58) : Math.max(second.l, 0.78);
  const brass = readableOn(
    { ...second, l: accentStart, c: Math.min(second.c, theme === "light" ? 0.2 : 0.13) },
    [...grounds, accentSoft],
    leastOfText,
    direction,
  );
  return {
    paper,
    surface,
    raised,
    sunken,
    line: grey(at.line),
    "line-strong": grey(at.lineStrong, 1.4),
    control: readableOn({ l: at.control, c: c * 1.4, h }, [surface, paper, raised], leastOfEdge, direction),
    ink: grey(at.ink, 1.6),
    "ink-muted": text(at.muted, 1.6),
    "ink-faint": text(at.faint, 1.6),
    pine,
    "pine-strong": pineStrong,
    "pine-soft": mainSoft,
    "on-pine": onPine,
    brass,
    "brass-line": writeColour({ ...second, l: at.accentLine, c: Math.min(second.c, 0.09) }),
    "brass-soft": accentSoft,
  };
}

/** A head in the shop's colour, the same in both themes: the colour as it was chosen, and text that can be read on it. */
function barOf(color: string | null): Palette {
  const chosen = readColour(color ?? ownColour);
  const isLight = contrastOf(color ?? ownColour, "#ffffff") < leastOfText;
  const ink = isLight ? writeColour({ l: 0.2, c: 0.02, h: chosen.h }) : "#ffffff";
  const ground = readableOn(chosen, [ink], leastOfText + 1, isLight ? "lighter" : "darker");
  const seen = readColour(ground);
  const shift = isLight ? 1 : -1;
  const step = (by: number) => writeColour({ ...seen, l: seen.l + by });
  const field = step(0.045 * shift);
  const direction = isLight ? "darker" : "lighter";
  const quiet = readableOn(
    { ...seen, l: isLight ? 0.42 : 0.8, c: Math.min(seen.c, 0.05) },
    [ground, field],
    leastOfText,
    direction,
  );
  return {
    paper: ground,
    surface: field,
    raised: field,
    sunken: step(0.06 * shift),
    line: step(-0.09 * shift),
    "line-strong": quiet,
    control: quiet,
    ink,
    "ink-muted": ink,
    "ink-faint": quiet,
    pine: ink,
    "pine-strong": ink,
    "pine-soft": field,
    "on-pine": ground,
    brass: ink,
    "brass-line": quiet,
    "brass-soft": field,
  };
}

interface ShopColours {
  light: Palette;
  dark: Palette;
  bar: Palette;
}

/** Chosen colours are few and the same for every page: each is derived once. */
const derived = new Map<string, ShopColours>();

export function deriveColours({ color, accent, tone }: LookColours): ShopColours {
  const key = JSON.stringify([color, accent, tone]);
  const known = derived.get(key);
  if (known) return known;
  const look = { color, accent, tone };
  const colours = { light: paletteOf("light", look), dark: paletteOf("dark", look), bar: barOf(color) };
  if (derived.size > 50) derived.clear();
  derived.set(key, colours);
  return colours;
}
