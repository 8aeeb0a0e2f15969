import { readFile } from "node:fs/promises";
import path from "node:path";
import { getConfig } from "../../config/config";
import { type GuideName, guideFiles, guideNames, servedMarkdown } from "./guide-pages";
import { type GuideSection, type RenderedGuide, renderGuide } from "./render-guide";

/** The Markdown of a page as the shop serves it. */
export async function readGuideSource(name: GuideName): Promise<string> {
  const written = await readFile(path.resolve("docs", guideFiles[name]), "utf8");
  return servedMarkdown(name, written, getConfig().server.baseUrl);
}

const kept = new Map<GuideName, Promise<RenderedGuide>>();

/** Rendered once for each process: files and address stay as they are while it runs. */
export function readGuide(name: GuideName): Promise<RenderedGuide> {
  const found = kept.get(name) ?? readGuideSource(name).then(renderGuide);
  kept.set(name, found);
  return found;
}

export const listGuide = (): Promise<{ name: GuideName; title: string; sections: GuideSection[] }[]> =>
  Promise.all(
    guideNames.map(async (name) => {
      const { title, sections } = await readGuide(name);
      return { name, title, sections };
    }),
  );

export interface GuideHit {
  name: GuideName;
  page: string;
  section: string;
  id: string;
  excerpt: string;
}

/** Longest search, in characters. */
export const longestGuideSearch = 100;
const mostHits = 20;
/** Characters of an excerpt before and after the first word that was found. */
const around = [60, 160] as const;

/** Where the words stand in a section; the best places come first. */
const places = ["title", "text", "code"] as const;

function excerptOf(text: string, words: readonly string[]): string {
  const found = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const begin = found.length > 0 ? Math.max(0, Math.min(...found) - around[0]) : 0;
  const cut = text.slice(begin, begin + around[0] + around[1]);
  // Half a word at either end says nothing.
  return (begin > 0 ? cut.replace(/^\S*\s/, "… ") : cut).replace(/\s\S*$/, " …");
}

/** Sections in which every word occurs, those first that have one in their heading or their prose. */
export async function searchGuide(search: string): Promise<GuideHit[]> {
  const words = search.slice(0, longestGuideSearch).toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pages = await listGuide();
  const hits = pages.flatMap(({ name, title, sections }) =>
    sections.flatMap((section) => {
      const placeOf = (word: string) =>
        places.findIndex((place) => section[place].toLowerCase().includes(word));
      const found = words.map(placeOf);
      if (found.includes(-1)) return [];
      const hit = { name, page: title, section: section.title, id: section.id };
      return [{ rank: Math.min(...found), hit: { ...hit, excerpt: excerptOf(section.text, words) } }];
    }),
  );
  return hits
    .sort((a, b) => a.rank - b.rank)
    .slice(0, mostHits)
    .map(({ hit }) => hit);
}
