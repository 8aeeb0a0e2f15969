import { z } from "zod";
import { pictureAddress } from "../../core/wire";
import { flag, unset } from "../setting-kinds";
import { cornerKinds, goodsKinds, headerKinds, lookFonts, plainSection, startThemes, tones } from "./choices";
import { colour, type Hero, heroIn, heroOut, linksIn, linksOut, sectionsIn, sectionsOut } from "./schema";

const base = { section: "look", isPublic: false } as const;

/** The first of the values is the usual one. */
const choice = <const V extends string>(
  values: readonly [V, ...V[]],
  texts: { label: string; hint?: string },
) => ({
  ...base,
  ...texts,
  input: z.enum(values),
  output: z.enum(values),
  default: z.enum(values).parse(values[0]),
});

const orNone = <I extends z.ZodType>(input: I, texts: { label: string; hint?: string }) => ({
  ...base,
  ...texts,
  input: input.nullable(),
  output: z.string().nullable(),
  default: unset(),
});

const plainHero: Hero = { kind: "drawing", title: null, lead: null, picture: null, translations: {} };

const links = (texts: { label: string; hint: string }) => ({
  ...base,
  ...texts,
  input: linksIn,
  output: linksOut,
  default: linksOut.parse([]),
});

/** The shop's face. Its defaults are the shop as it is drawn in app/globals.css. */
export const lookSettings = {
  color: orNone(colour, {
    label: "Colour",
    hint: "Of buttons and links. It is made as light or dark as it takes to be read, in both themes.",
  }),
  accent: orNone(colour, { label: "Second colour", hint: "Of keys, steps and small signs" }),
  tone: choice(tones, { label: "Greys", hint: "Of paper, lines and text" }),
  theme: choice(startThemes, {
    label: "Light or dark at first",
    hint: "Until a visitor chooses; by itself it follows their device",
  }),
  corners: choice(cornerKinds, { label: "Corners" }),
  font: choice(lookFonts, { label: "Font" }),
  goods: choice(goodsKinds, { label: "How goods stand" }),
  header: choice(headerKinds, { label: "Head of the pages" }),
  logo_dark: orNone(pictureAddress, {
    label: "Logo on dark",
    hint: "In place of the logo while a page is dark",
  }),
  logo_has_name: flag(false, {
    section: "look",
    label: "The logo contains the name",
    hint: "The name is not written beside it",
    isPublic: false,
  }),
  favicon: orNone(pictureAddress, {
    label: "Icon of tabs",
    hint: "A square picture; without it the logo",
  }),
  hero: {
    ...base,
    label: "Top of the home page",
    hint: "Words that are left empty are the usual ones",
    input: heroIn,
    output: heroOut,
    default: plainHero,
  },
  sections: {
    ...base,
    label: "Sections of the home page",
    hint: "In this order",
    input: sectionsIn,
    output: sectionsOut,
    default: (["banners", "shelves", "steps"] as const).map(plainSection),
  },
  header_links: links({
    label: "Links of the header",
    hint: "In place of products, news and your own pages",
  }),
  footer_links: links({ label: "Links of the footer", hint: "In place of the links about the shop" }),
} as const;
