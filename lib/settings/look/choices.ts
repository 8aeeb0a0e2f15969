import type { HomeSection } from "./schema";

/** Greys of the pages: from the shop's own colour, without any, of sand, of slate. */
export const tones = ["tinted", "plain", "warm", "cool"] as const;
export const startThemes = ["system", "light", "dark"] as const;
export const cornerKinds = ["soft", "sharp", "round"] as const;
export const lookFonts = ["geist", "system", "rounded", "grotesk", "serif"] as const;
export type LookFont = (typeof lookFonts)[number];
/** How goods stand in rows: on a board, each in a frame, or as bare pictures. */
export const goodsKinds = ["shelf", "framed", "bare"] as const;
export const headerKinds = ["paper", "colour"] as const;
export const heroKinds = ["drawing", "words", "picture", "cover", "none"] as const;
export const sectionKinds = [
  "banners",
  "categories",
  "shelves",
  "shelf",
  "best_sellers",
  "text",
  "steps",
] as const;

export const mostSections = 12;
export const mostLinks = 6;

/** A section of the home page as it is before anybody wrote into it. */
export const plainSection = (kind: HomeSection["kind"]): HomeSection => ({
  kind,
  category: null,
  title: null,
  text: null,
  picture: null,
  link: null,
  translations: {},
});

/** Says of a file that it is a look. */
export const lookFileFormat = "keyshelf-look";
