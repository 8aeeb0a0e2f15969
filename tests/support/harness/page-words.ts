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

const bodyOf = (html: string): string =>
  html
    .replace(/^[\s\S]*?<body[^>]*>/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(script|style|svg|pre|template)\b[\s\S]*?<\/\1>/g, "");

const inText = (text: string): string => decode(text).replace(/\s+/g, " ").trim();
const code = /<code\b[^>]*>([\s\S]*?)<\/code>/g;

/** What stands between two tags of a page, without its code, its scripts and what the operator wrote as rich text. */
export const textsOf = (html: string): string[] =>
  bodyOf(html)
    .replace(code, "<>")
    .split(/<[^>]*>/)
    .map(inText)
    .filter((text) => text !== "");

/** What a page shows as code. */
export const codesOf = (html: string): string[] =>
  [...bodyOf(html).matchAll(code)].map(([, inner = ""]) => inText(inner.replace(/<[^>]*>/g, "")));

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

/** Lower-case words joined by `_`, `.` or `:`: a state, an act or a reason that was put into code instead of words. */
const rawInCode = /^[a-z]+([_.:][a-z]+)+$/;

/**
 * What no reader of this language should meet on a page. Order numbers, keys, addresses and headers may stand as code; a
 * word of the wire may not, and a sentence neither.
 */
export function foreignWords(html: string, locale: Locale, english: readonly RegExp[]): string[] {
  const isForeign = (text: string) => locale !== "en" && english.some((sentence) => sentence.test(text));
  return [
    ...textsOf(html).filter((text) => raw.some((pattern) => pattern.test(text)) || isForeign(text)),
    ...codesOf(html).filter((text) => rawInCode.test(text) || isForeign(text)),
  ];
}

/** Files, and what a reader leaves by. */
const isPage = (path: string) =>
  !/^\/(api|media|sample|brand|share|_next|preferences)\b|\.(txt|xml|png|svg|ico)$|\/(download|events)$/.test(
    path,
  );

export interface ReadPage {
  status: number;
  html: string;
}

/**
 * Reads all the pages given, and one of each kind that they lead to. `read` answers null for what leads elsewhere.
 * @returns the kinds of pages that were read, and what is wrong by page
 */
export async function crawl(
  starts: readonly string[],
  locale: Locale,
  read: (path: string) => Promise<ReadPage | null>,
): Promise<{ kinds: string[]; faults: Record<string, string[]> }> {
  const english = englishSentences();
  const kinds = new Set<string>();
  const faults: Record<string, string[]> = {};
  const waiting = starts.map((path) => ({ path, isStart: true }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { path, isStart } = next;
    const kind = kindOfPath(path);
    if ((kinds.has(kind) && !isStart) || !isPage(path.replace(/\?.*$/, ""))) continue;
    const page = await read(path);
    if (page === null) continue;
    kinds.add(kind);
    const status = page.status === 200 ? [] : [`answers ${page.status}`];
    const wrong = [...status, ...foreignWords(page.html, locale, english)];
    if (wrong.length > 0) faults[path] = wrong;
    waiting.push(...linksOf(page.html).map((link) => ({ path: link, isStart: false })));
  }
  return { kinds: [...kinds], faults };
}
