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

/** Seeds in a row after which each page was used once, and three seeds before or after that was looked at by another reader. */
export const turns = 8;

/** Has no divisor in common with the number of ways of a page: steps of this length take them all, and no two values in step. */
const stride = 7;

const actOf = (at: number, seed: number): View["act"] | undefined =>
  (({ 0: "use", [turns / 2]: "rest" }) as const)[(at + seed) % turns];

/** How the short run sees a quarter of the pages: half of these used by the reader who can do most there, half looked at by another one. */
function inTurn(pages: readonly CrawledPage[], languages: readonly Locale[], seed: number): View[] {
  const count = new Map<string, number>();
  return pages.flatMap((page, at) => {
    const act = actOf(at, seed);
    if (!act) return [];
    const [first, ...others] = page.roles;
    const isReader = (role: Role) =>
      act === "use" || others.length === 0 ? role === first : others.includes(role);
    const ways = wholeProduct([page], languages).filter((view) => view.act === act && isReader(view.role));
    const kind = `${partOfPage(page.address)} ${act}`;
    const turn = count.get(kind) ?? 0;
    count.set(kind, turn + 1);
    // The next ways when the page comes again, and others than the pages of the seed before.
    const begin = Math.floor(seed / turns) + (seed % turns) * turns;
    return ways.slice(((turn + begin) * stride) % ways.length).slice(0, 1);
  });
}

/** Each pair of two values that a view has. */
function pairsOf({ page: _, ...values }: View): string[] {
  const named = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  return named.flatMap((one, at) => named.slice(at + 1).map((other) => `${one} ${other}`));
}

/**
 * Few views that have every pair of two values in them: a quarter of the pages, and of these again the one with most that is new until
 * nothing is missing. `seed` says which pages these are and in which way each is seen, so that eight seeds in a row use all pages, and
 * more of them cover every way.
 */
export function pairwise(pages: readonly CrawledPage[], seed: number): View[] {
  const languages = languagesOfRun(seed);
  const chosen = inTurn(pages, languages, seed);
  const visited = new Set(chosen.map(({ page }) => page));
  const all = wholeProduct(pages, languages);
  const candidates = [...all.filter(({ page }) => visited.has(page)), ...all].map((view) => ({
    view,
    pairs: pairsOf(view),
  }));
  const missing = new Set(candidates.flatMap(({ pairs }) => pairs));
  const take = (pairs: readonly string[]) => pairs.forEach((pair) => void missing.delete(pair));
  for (const view of chosen) take(pairsOf(view));
  while (missing.size > 0) {
    const newsOf = candidates.map(({ pairs }) => pairs.filter((pair) => missing.has(pair)).length);
    const best = candidates[newsOf.indexOf(Math.max(...newsOf))];
    if (!best) break;
    chosen.push(best.view);
    take(best.pairs);
  }
  return chosen;
}

export const titleOf = ({ page, role, width, language, theme, act }: View): string =>
  `${page.address} to ${role} at ${width} in ${language}, ${theme}, ${act}`;
