import { z } from "zod";
import { rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";
import { translationsIn, translationsOut } from "../../core/translations";
import { pictureAddress, plainText, slugText } from "../../core/wire";
import {
  cornerKinds,
  goodsKinds,
  headerKinds,
  heroKinds,
  lookFileFormat,
  lookFonts,
  mostLinks,
  mostSections,
  sectionKinds,
  startThemes,
  tones,
} from "./choices";

/** `#rrggbb`: what else CSS takes for a colour could not be measured. */
export const colour = z
  .string()
  .trim()
  .toLowerCase()
  .check(...shapedAs(/^#[0-9a-f]{6}$/, rule("colour")));

/** A page of the shop, or an address of another site. */
const linkAddress = z
  .string()
  .trim()
  .max(300)
  .check(
    ...shapedAs(/^(\/([^/\s"'<>\\][^\s"'<>\\]*)?|(https:\/\/|mailto:)[^\s"'<>\\]*)$/, rule("link_address")),
  );

const orNull = (text: z.ZodType<string>) =>
  text
    .nullable()
    .default(null)
    .transform((given) => given || null);

const heroTexts = { title: plainText(120), lead: plainText(400) };
const sectionTexts = { title: plainText(120), text: plainText(2000) };
const linkTexts = { label: plainText(40, 1) };

export const heroIn = z.object({
  kind: z.enum(heroKinds),
  title: orNull(heroTexts.title),
  lead: orNull(heroTexts.lead),
  picture: pictureAddress.nullable().default(null),
  translations: translationsIn(heroTexts).default({}),
});
export const heroOut = z.object({
  kind: z.enum(heroKinds),
  title: z.string().nullable(),
  lead: z.string().nullable(),
  picture: z.string().nullable(),
  translations: translationsOut,
});
export type Hero = z.output<typeof heroOut>;

/** A section says what its kind needs and leaves the rest out: `category` a shelf, the others a text. */
const homeSectionIn = z.object({
  kind: z.enum(sectionKinds),
  category: slugText.nullable().default(null),
  title: orNull(sectionTexts.title),
  text: orNull(sectionTexts.text),
  picture: pictureAddress.nullable().default(null),
  link: linkAddress.nullable().default(null),
  translations: translationsIn(sectionTexts).default({}),
});
const homeSectionOut = z.object({
  kind: z.enum(sectionKinds),
  category: z.string().nullable(),
  title: z.string().nullable(),
  text: z.string().nullable(),
  picture: z.string().nullable(),
  link: z.string().nullable(),
  translations: translationsOut,
});
export type HomeSection = z.output<typeof homeSectionOut>;
export const sectionsIn = z.array(homeSectionIn).max(mostSections);
export const sectionsOut = z.array(homeSectionOut);

const lookLinkIn = z.object({
  label: linkTexts.label,
  address: linkAddress,
  translations: translationsIn(linkTexts).default({}),
});
const lookLinkOut = z.object({
  label: z.string(),
  address: z.string(),
  translations: translationsOut,
});
export type LookLink = z.output<typeof lookLinkOut>;
export const linksIn = z.array(lookLinkIn).max(mostLinks);
export const linksOut = z.array(lookLinkOut);

/** All of a look, as it is kept in a file and shown before it is saved. */
export const lookIn = z.object({
  color: colour.nullable(),
  accent: colour.nullable(),
  tone: z.enum(tones),
  theme: z.enum(startThemes),
  corners: z.enum(cornerKinds),
  font: z.enum(lookFonts),
  goods: z.enum(goodsKinds),
  header: z.enum(headerKinds),
  logo_dark: pictureAddress.nullable(),
  logo_has_name: z.boolean(),
  favicon: pictureAddress.nullable(),
  hero: heroIn,
  sections: sectionsIn,
  header_links: linksIn,
  footer_links: linksIn,
});
export type LookIn = z.output<typeof lookIn>;

/** A look as a file: pictures of the shop that wrote it come along, by their addresses there. */
export const lookFile = z.object({
  format: z.literal(lookFileFormat),
  version: z.literal(1),
  look: lookIn,
  pictures: z.record(z.string().max(500), z.string().startsWith("data:image/").max(8_000_000)).default({}),
});
