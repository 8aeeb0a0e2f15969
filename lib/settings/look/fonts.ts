import type { LookFont } from "./choices";

interface FontFile {
  family: string;
  /** Below public/; another file has another name, since browsers keep it for a year. */
  path: string;
  /** Drawn until the file is there, as wide and as high as the font, so that nothing moves. */
  standIn: string;
}

/** Latin as app/fonts has it of Geist (docs/decisions/speed/0702). */
const latin = "U+0020-007E,U+00A0-00FF,U+2010-2026,U+2030-203A,U+20AC,U+20BF,U+2122,U+2190-2193,U+2212";

const files: Partial<Record<LookFont, FontFile>> = {
  rounded: {
    family: "Nunito",
    path: "/fonts/nunito-latin-1.woff2",
    standIn:
      "src:local(Arial);size-adjust:101.65%;ascent-override:99.46%;descent-override:34.73%;line-gap-override:0%",
  },
  grotesk: {
    family: "Space Grotesk",
    path: "/fonts/space-grotesk-latin-1.woff2",
    standIn:
      "src:local(Arial);size-adjust:110.87%;ascent-override:88.75%;descent-override:26.34%;line-gap-override:0%",
  },
  serif: {
    family: "Literata",
    path: "/fonts/literata-latin-1.woff2",
    standIn:
      'src:local("Times New Roman");size-adjust:118.07%;ascent-override:99.69%;descent-override:26.09%;line-gap-override:0%',
  },
};

/** Fonts of Chinese and Japanese, by the page's language (app/globals.css). */
const sansOfHan = "var(--han),system-ui,sans-serif";
const serifOfHan = "Georgia,var(--han-serif),serif";

/** Names of the other letters' font that every page has anyway. */
const otherLetters = "var(--font-geist-rest)";

export const fontFileOf = (font: LookFont): string | null => files[font]?.path ?? null;

/** Rules that put a font in the place of the usual one. */
export function fontRules(font: LookFont): { faces: string; stack: string } | null {
  if (font === "geist") return null;
  const file = files[font];
  if (!file) return { faces: "", stack: `system-ui,-apple-system,"Segoe UI",Roboto,${sansOfHan}` };
  const { family, path, standIn } = file;
  const faces =
    `@font-face{font-family:"${family}";src:url(${path}) format("woff2");font-weight:400 700;font-display:swap;unicode-range:${latin}}` +
    `@font-face{font-family:"${family} stand-in";${standIn}}`;
  const others = font === "serif" ? serifOfHan : `${otherLetters},${sansOfHan}`;
  return { faces, stack: `"${family}","${family} stand-in",${others}` };
}
