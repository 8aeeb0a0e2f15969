import type { Locale } from "@/messages/locales";
import { locales } from "@/messages/locales";
import { partOfPage, readIn } from "@/messages/parts";
import type { CrawledPage } from "./pages";

export const roles = ["anonymous", "guest", "member", "owner", "manager", "support", "viewer"] as const;
export type Role = (typeof roles)[number];

/** A phone and a desk. */
export const widths = [390, 1280] as const;
export const themes = ["light", "dark"] as const;
/** `rest` looks at the page as it comes; `use` also opens what is in it, and then sends its forms empty. */
export const acts = ["rest", "use"] as const;

interface Values {
  role: Role;
  width: (typeof widths)[number];
  language: Locale;
  theme: (typeof themes)[number];
  act: (typeof acts)[number];
}

export interface View extends Values {
  page: CrawledPage;
}

const isWhole = (language: Locale): boolean => readIn(language, "admin") === language;
const inPart = locales.filter((language) => !isWhole(language));

/** Languages of the short run: those that are whole, and one of the others in turn. */
export const languagesOfRun = (seed: number): Locale[] =>
  locales.filter((language) => isWhole(language) || language === inPart[seed % inPart.length]);

/** Languages that have the part of a page; readers of another one see it in English. */
const languagesOf = ({ address }: CrawledPage, languages: readonly Locale[]): Locale[] =>
  languages.filter((language) => readIn(language, partOfPage(address)) === language);

/** Every page in every way. */
export const wholeProduct = (pages: readonly CrawledPage[], languages: readonly Locale[] = locales): View[] =>
  pages.flatMap((page) =>
    page.roles.flatMap((role) =>
      widths.flatMap((width) =>
        languagesOf(page, languages).flatMap((language) =>
          themes.flatMap((theme) => acts.map((act) => ({ page, role, width, language, theme, act }))),
        ),
      ),
    ),
  );

/** Every page for every reader in every width and language, at rest and in use; the themes take turns, so that each reader has both. */
export const everyReader = (pages: readonly CrawledPage[]): View[] =>
  wholeProduct(pages).filter(({ page, role, width, language, theme, act }) => {
    const place =
      page.roles.indexOf(role) + widths.indexOf(width) + locales.indexOf(language) + acts.indexOf(act);
    return theme === themes[place % themes.length];
  });

/** Seeds in a row after which each page was used. */
const turns = 3;

/**
 * How the short run sees a page: every third one is used by the reader who can do most there (the first of its roles), the others are
 * looked at by another reader where there is one; these take turns.
 */
function readersOf(pages: readonly CrawledPage[], seed: number): Map<string, Pick<Values, "role" | "act">> {
  let turn = seed;
  return new Map(
    pages.map(({ address, roles: [first, ...others] }, at) => [
      address,
      at % turns === seed % turns
        ? { role: first as Role, act: "use" }
        : { role: others[turn++ % others.length] ?? (first as Role), act: "rest" },
    ]),
  );
}

/** Pairs that a view covers in the short run: each pair of two values, and the page by the reader and with the act of its turn. */
function pairsOf(
  { page, ...values }: View,
  readers: ReadonlyMap<string, Pick<Values, "role" | "act">>,
): string[] {
  const named = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  const pairs = named.flatMap((one, at) => named.slice(at + 1).map((other) => `${one} ${other}`));
  const turn = readers.get(page.address);
  if (turn?.role === values.role && turn.act === values.act) pairs.push(page.address);
  return pairs;
}

/** From the `turn`th way on in which a reader looks at a page, so that among equal views each page takes another one first. */
function inTurn(views: readonly View[], turn: number): View[] {
  const ways = views.filter(({ role, act }) => role === views[0]?.role && act === acts[0]).length;
  const first = (turn % ways) * acts.length;
  return [...views.slice(first), ...views.slice(0, first)];
}

/**
 * Few views that have every pair of `pairsOf` in them: the next one is always the one with most that is new. `seed` says which pages are
 * used and in which way a page is seen, so that three seeds in a row use all pages, and more of them cover every way.
 */
export function pairwise(pages: readonly CrawledPage[], seed: number): View[] {
  const readers = readersOf(pages, seed);
  const languages = languagesOfRun(seed);
  const missing = new Set(wholeProduct(pages, languages).flatMap((view) => pairsOf(view, readers)));
  const chosen: View[] = [];
  const news = (view: View) => pairsOf(view, readers).filter((pair) => missing.has(pair)).length;
  const take = (candidates: readonly View[]): void => {
    let best: View | undefined;
    let most = 0;
    for (const view of candidates) {
      const count = news(view);
      if (count > most) [best, most] = [view, count];
    }
    if (!best) return;
    chosen.push(best);
    for (const pair of pairsOf(best, readers)) missing.delete(pair);
    take(candidates);
  };
  for (const [turn, page] of pages.entries())
    take(inTurn(wholeProduct([page], languages), Math.floor(turn / turns) + seed));
  return chosen;
}

export const titleOf = ({ page, role, width, language, theme, act }: View): string =>
  `${page.address} to ${role} at ${width} in ${language}, ${theme}, ${act}`;
