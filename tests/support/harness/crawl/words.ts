import { readFileSync } from "node:fs";
import { areas } from "@/messages/areas";
import { languages } from "@/messages/languages";
import { type Locale, locales } from "@/messages/locales";
import { partOfArea, readIn } from "@/messages/parts";

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const decode = (html: string): string =>
  html
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]+);/g, (whole, name: string) => named[name] ?? whole);

const bodyOf = (html: string): string =>
  html
    .replace(/^[\s\S]*?<body[^>]*>/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    // The guide is written for programmers, in English for all.
    .replace(/<(\w+)\b[^>]*\sdata-guide=""[\s\S]*?<\/\1>/g, "")
    .replace(/<(script|style|svg|pre|template)\b[\s\S]*?<\/\1>/g, "");

const inText = (text: string): string => decode(text).replace(/\s+/g, " ").trim();
const code = /<code\b[^>]*>([\s\S]*?)<\/code>/g;

/** Texts between two tags of a page, without its code, its scripts and the rich text of the operator. */
export const textsOf = (html: string): string[] =>
  bodyOf(html)
    .replace(code, "<>")
    .split(/<[^>]*>/)
    .map(inText)
    .filter((text) => text !== "");

/** Texts that a page shows as code. */
export const codesOf = (html: string): string[] =>
  [...bodyOf(html).matchAll(code)].map(([, inner = ""]) => inText(inner.replace(/<[^>]*>/g, "")));

/** Names of elements that are not drawn as text. */
export const namesOf = (html: string): string[] =>
  [...bodyOf(html).matchAll(/<[^>]*?\s(?:aria-label|title|alt|placeholder)="([^"]*)"/g)]
    .map(([, text = ""]) => inText(text))
    .filter((text) => text !== "");

/** The paths that a page leads to. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)].map(([, href = ""]) => decode(href));

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const sign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const word = /[\p{Script=Latin}\p{Script=Cyrillic}]{2,}/gu;

/** Three words in a script of letters, four signs in one without. */
const isSentence = (text: string): boolean =>
  (text.match(word)?.length ?? 0) >= 3 || (text.match(sign)?.length ?? 0) >= 4;

interface Sentences {
  whole: Set<string>;
  /** With values in them; whole texts of a page are held against these. */
  patterns: RegExp[];
}

/** Sentences of the shop in a language: its messages and alerts. */
function sentencesIn(locale: Locale): Sentences {
  const found: Sentences = { whole: new Set(), patterns: [] };
  const keep = (text: string) => {
    // Plurals and tags are drawn in pieces.
    if (!isSentence(text.replace(/\{\w+\}/g, "")) || /[<#]|, (plural|select|number)/.test(text)) return;
    const pattern = escaped(text).replace(/\\\{\w+\\\}/g, ".{1,200}?");
    if (pattern === escaped(text)) found.whole.add(text);
    else found.patterns.push(new RegExp(`^${pattern}$`));
  };
  const walk = (tree: object) => {
    for (const value of Object.values(tree))
      if (typeof value === "string") keep(value);
      else walk(value as object);
  };
  for (const area of areas.filter((each) => readIn(locale, partOfArea(each)) === locale))
    walk(JSON.parse(readFileSync(`messages/${locale}/${area}.json`, "utf8")) as object);
  if (readIn(locale, "admin") === locale)
    for (const write of Object.values(languages[locale].alerts))
      keep(write(new Proxy({}, { get: () => "{value}" })));
  return found;
}

const sentences = new Map<Locale, Sentences>();

function isSaidIn(text: string, locale: Locale): boolean {
  const found = sentences.get(locale) ?? sentencesIn(locale);
  sentences.set(locale, found);
  return found.whole.has(text) || found.patterns.some((pattern) => pattern.test(text));
}

/** Pages have most of their texts in common, and each is held against a thousand patterns. */
const judged = new Map<string, boolean>();

/** A sentence of the shop in another language than the reader's; both Chinese ones have some in common. */
function isForeign(text: string, locale: Locale): boolean {
  const key = `${locale} ${text}`;
  const known = judged.get(key);
  if (known !== undefined) return known;
  const isOthers = (other: Locale) => isSaidIn(text, other);
  const is = isSentence(text) && !isSaidIn(text, locale) && locales.some(isOthers);
  judged.set(key, is);
  return is;
}

/** Texts of a language's pages for shoppers, by area and key. */
function shopperTexts(locale: Locale): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (tree: object, at: string) => {
    for (const [key, value] of Object.entries(tree))
      if (typeof value === "string") found.set(`${at}.${key}`, value);
      else walk(value as object, `${at}.${key}`);
  };
  for (const area of areas.filter((each) => partOfArea(each) === "shopper"))
    walk(JSON.parse(readFileSync(`messages/${locale}/${area}.json`, "utf8")) as object, area);
  return found;
}

/** Texts of a page that are English and have words of this language: also a single word on a button. */
export function untranslated(html: string, locale: Locale): string[] {
  const own = shopperTexts(locale);
  const words = new Set(own.values());
  const english = new Set(
    [...shopperTexts("en")].filter(([key, text]) => own.get(key) !== text).map(([, text]) => text),
  );
  return [...textsOf(html), ...namesOf(html)].filter((text) => english.has(text) && !words.has(text));
}

/** Source code, a message without its text, and a word or member of the wire that nobody translated. */
const raw = [
  /=>|\bfunction\s*\(|\[object |\bundefined\b|\bNaN\b|\breturn\s*\(/,
  new RegExp(`^(${areas.join("|")})(\\.[\\w-]+)+$`),
  /^[a-z]+(_[a-z]+)+$/,
  /^[a-z]+\.[a-z]+(_[a-z]+)*$/,
  /^(gateway|site|staff):\w+$/,
  // A member of a body before the sentence about it: `skus.0.price: …`.
  /^[a-z]\w*([._]\w+)+: /,
];

/** Lower-case words joined by `_`, `.` or `:`: a state, an act or a reason that was put into code instead of words. */
const rawInCode = /^[a-z]+([_.:][a-z]+)+$/;

/**
 * Finds words that no reader of this language should meet on a page. Order numbers, keys, addresses and headers may
 * stand as code; a word of the wire may not, and a sentence neither.
 */
export function foreignWords(html: string, locale: Locale): string[] {
  return [
    ...[...textsOf(html), ...namesOf(html)].filter(
      (text) => raw.some((pattern) => pattern.test(text)) || isForeign(text, locale),
    ),
    ...codesOf(html).filter((text) => rawInCode.test(text) || isForeign(text, locale)),
  ];
}
