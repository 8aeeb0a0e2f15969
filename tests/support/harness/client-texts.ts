import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The files of ours that this one imports. */
function importsOf(file: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(@\/|\.{1,2}\/)([^"]+)"/g)].flatMap(([, from, rest]) => {
    const base = from === "@/" ? `${rest}` : path.posix.join(path.posix.dirname(file), `${from}${rest}`);
    return [`${base}.tsx`, `${base}.ts`].filter((candidate) => existsSync(path.join(root, candidate)));
  });
}

/** The texts that a client component asks for: a place, or the whole keys of a `t` without a place. */
function placesIn(text: string): string[] {
  const named = [...text.matchAll(/useTranslations\(\s*"([^"]+)"/g)].map(([, place]) => place ?? "");
  if (!/useTranslations\(\)/.test(text)) return named;
  return [...named, ...[...text.matchAll(/\bt(?:\.rich)?\(\s*"([^"]+)"/g)].map(([, key]) => key ?? "")];
}

export interface PageTexts {
  /** Texts that its client components read, each with the first file that does. */
  asked: Map<string, string>;
  /** Texts that it hands them. */
  given: Set<string>;
}

/** Follows the imports of a page, and tells server components from those behind a "use client". */
export function clientTextsOf(page: string): PageTexts {
  const asked = new Map<string, string>();
  const given = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string, behindClient: boolean) => {
    const text = read(file);
    const isClient = behindClient || /^"use client";/.test(text);
    const key = `${isClient} ${file}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (isClient) for (const place of placesIn(text)) if (!asked.has(place)) asked.set(place, file);
    if (!isClient) {
      for (const [, list] of text.matchAll(/areas=\{\[([^\]]*)\]\}/g))
        for (const [, area] of (list ?? "").matchAll(/"([a-z-]+(?:\.\w+)*)"/g)) given.add(area ?? "");
    }
    for (const next of importsOf(file, text)) visit(next, isClient);
  };
  visit(page, false);
  // The layouts around it hand over theirs too.
  for (let folder = path.posix.dirname(page); folder !== "."; folder = path.posix.dirname(folder)) {
    const layout = `${folder}/layout.tsx`;
    if (!existsSync(path.join(root, layout))) continue;
    for (const [, list] of read(layout).matchAll(/areas=\{\[([^\]]*)\]\}/g))
      for (const [, area] of (list ?? "").matchAll(/"([^"]+)"/g)) given.add(area ?? "");
  }
  return { asked, given: given.add("common") };
}
