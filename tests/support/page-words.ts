import { readFileSync } from "node:fs";
import { areas } from "@/messages/areas";
import { languages } from "@/messages/languages";
import type { Locale } from "@/messages/locales";

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const decode = (html: string): string =>
  html
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]+);/g, (whole, name: string) => named[name] ?? whole);

/** What stands between two tags of a page, without its code, its scripts and what the operator wrote as rich text. */
export function textsOf(html: string): string[] {
  const body = html
    .replace(/^[\s\S]*?<body[^>]*>/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(script|style|svg|code|pre|template)\b[\s\S]*?<\/\1>/g, "");
  return body
    .split(/<[^>]*>/)
    .map((text) => decode(text).replace(/\s+/g, " ").trim())
    .filter((text) => text !== "");
}

/** The paths that a page leads to. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)].map(([, href = ""]) => decode(href));

/** One page stands for all of its kind: `/admin/orders/:x` for every order. */
export const kindOfPath = (href: string): string =>
  href
    .replace(/\?.*$/, "")
    .split("/")
    .map((part, at, parts) =>
      /\d/.test(part) ||
      (at > 1 && ["products", "posts", "pages"].includes(parts[at - 1] ?? "") && part !== "new")
        ? ":x"
        : part,
    )
    .join("/");

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** English sentences of three words and more, as expressions that whole texts of a page are held against. */
export function englishSentences(): RegExp[] {
  const found = new Set<string>();
  const keep = (text: string) => {
    // Plurals and tags are drawn in pieces.
    const words = text.replace(/\{\w+\}/g, "").match(/[A-Za-z]{2,}/g)?.length ?? 0;
    if (words >= 3 && !/[<#]|, (plural|select|number)/.test(text))
      found.add(escaped(text).replace(/\\\{\w+\\\}/g, ".{1,200}?"));
  };
  const walk = (tree: object) => {
    for (const value of Object.values(tree))
      if (typeof value === "string") keep(value);
      else walk(value as object);
  };
  for (const area of areas) walk(JSON.parse(readFileSync(`messages/en/${area}.json`, "utf8")) as object);
  for (const write of Object.values(languages.en.alerts))
    keep(write(new Proxy({}, { get: () => "{value}" })));
  return [...found].map((text) => new RegExp(`^${text}$`));
}

/** Source code, a message without its text, and a word of the wire that nobody translated. */
const raw = [
  /=>|\bfunction\s*\(|\[object |\bundefined\b|\bNaN\b|\breturn\s*\(/,
  new RegExp(`^(${areas.join("|")})(\\.[\\w-]+)+$`),
  /^[a-z]+(_[a-z]+)+$/,
  /^[a-z]+\.[a-z]+(_[a-z]+)*$/,
  /^(gateway|site|staff):\w+$/,
];

/** What no reader of this language should meet on a page. */
export function foreignWords(html: string, locale: Locale, english: readonly RegExp[]): string[] {
  return textsOf(html).filter(
    (text) =>
      raw.some((pattern) => pattern.test(text)) ||
      (locale !== "en" && english.some((sentence) => sentence.test(text))),
  );
}
