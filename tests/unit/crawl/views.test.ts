import { expect, it } from "vitest";
import { locales } from "@/messages/locales";
import { type Part, partOfPage, readIn } from "@/messages/parts";
import { addressIn, crawledPages, leadOn, type Places, placeNames } from "../../support/harness/crawl/pages";
import { pageRoutes, routeOf } from "../../support/harness/crawl/routes";
import {
  acts,
  everyReader,
  languagesOfRun,
  pairwise,
  roles,
  themes,
  titleOf,
  turns,
  type View,
  wholeProduct,
  widths,
} from "../../support/harness/crawl/views";

const places = Object.fromEntries(placeNames.map((name) => [name, "1"])) as Places;
const chosen = pairwise(crawledPages, 1);
const whole = wholeProduct(crawledPages);

it("every page of the shop is crawled, and nothing that is no page", () => {
  const crawled = crawledPages
    .filter(({ status }) => status === undefined)
    .map((page) => routeOf(addressIn(page, places)) ?? `${page.address} is no page`);
  expect([...new Set([...crawled, ...Object.keys(leadOn)])].sort()).toEqual(pageRoutes);
  expect(crawledPages.filter((page) => /[[{]/.test(addressIn(page, places)))).toEqual([]);
});

const twoRounds = Array.from({ length: 2 * turns }, (_, seed) => pairwise(crawledPages, seed));
const oneRound = twoRounds.slice(0, turns);

it("eight short runs in a row use each page by its first reader and show it to another, a quarter of the pages in each", () => {
  for (const page of crawledPages) {
    const all = oneRound.flat().filter((view) => view.page === page);
    const used = all.filter(({ role, act }) => role === page.roles[0] && act === "use");
    expect(used.length, page.address).toBeGreaterThanOrEqual(1);
    const readers = new Set(all.map(({ role }) => role));
    expect(readers.size, page.address).toBeGreaterThanOrEqual(Math.min(2, page.roles.length));
  }
  const shares = oneRound.map((views) => new Set(views.map(({ page }) => page)).size / crawledPages.length);
  expect(Math.min(...shares)).toBeGreaterThan(0.2);
  expect(Math.max(...shares)).toBeLessThan(0.3);
});

it("each page comes in every way in which its first reader uses it, as the seeds go on", () => {
  const page = crawledPages.find(({ address }) => address === "/admin/products");
  const isIn = (views: readonly View[]) => views.some((view) => view.page === page && view.act === "use");
  const first = twoRounds.findIndex(isIn);
  const runs = Array.from({ length: 8 }, (_, times) => pairwise(crawledPages, first + times * turns));
  const used = runs
    .flat()
    .filter((view) => view.page === page && view.act === "use" && view.role === "owner");
  const ways = new Set(used.map(({ width, language, theme }) => `${width} ${language} ${theme}`));
  expect(ways.size).toBe(widths.length * 2 * themes.length);
});

it.each<Part>(["shopper", "admin"])(
  "sixteen short runs in a row open dialogs and judge markup in every width, language and theme of the %s alike",
  (part) => {
    const whole = ["en", "zh"];
    const used = twoRounds
      .flat()
      .filter(({ act, page }) => act === "use" && partOfPage(page.address) === part);
    const count = new Map<string, number>();
    for (const { width, language, theme } of used) {
      const way = `${width} ${whole.includes(language) ? language : "in turn"} ${theme}`;
      count.set(way, (count.get(way) ?? 0) + 1);
    }
    const ways = widths.length * (part === "admin" ? whole.length : whole.length + 1) * themes.length;
    expect(count.size).toBe(ways);
    expect(Math.min(...count.values())).toBeGreaterThanOrEqual(used.length / ways / 2);
  },
);

it("the short run has every pair of role, width, language, theme and act", () => {
  const values: Record<string, readonly string[]> = {
    role: roles,
    width: widths.map(String),
    language: languagesOfRun(1),
    theme: themes,
    act: acts,
  };
  const names = Object.keys(values);
  const pairs = names.flatMap((one, at) =>
    names
      .slice(at + 1)
      .flatMap((other) =>
        (values[one] ?? []).flatMap((a) => (values[other] ?? []).map((b) => ({ [one]: a, [other]: b }))),
      ),
  );
  const isIn = (pair: Record<string, string>) =>
    chosen.some((view) =>
      Object.entries(pair).every(([name, value]) => String(view[name as "role"]) === value),
    );
  const isThere = ({ role, language }: Record<string, string>) =>
    !role || !language || whole.some((view) => view.role === role && view.language === language);
  expect(pairs.filter((pair) => isThere(pair) && !isIn(pair))).toEqual([]);
});

it("the short run takes one language beside those that are whole, another one for each seed in a row", () => {
  const whole = locales.filter((language) => readIn(language, "admin") === language);
  const further = [1, 2, 3, 4].map((seed) => {
    const taken = [...new Set(pairwise(crawledPages, seed).map(({ language }) => language))];
    return taken.filter((language) => !whole.includes(language));
  });
  expect(whole).toEqual(["en", "zh"]);
  expect(further.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  expect(further.flat().sort()).toEqual(locales.filter((language) => !whole.includes(language)).sort());
});

it("the short run has nothing twice, and the long one everything but for the themes, which take turns", () => {
  const long = everyReader(crawledPages);
  expect(new Set(chosen.map(titleOf)).size).toBe(chosen.length);
  expect(new Set(whole.map(titleOf)).size).toBe(whole.length);
  const otherwise = ({ page, role, width, language, act }: View) =>
    `${page.address} ${role} ${width} ${language} ${act}`;
  expect(long.map(otherwise).sort()).toEqual([...new Set(whole.map(otherwise))].sort());
  const themed = ({ page, role, theme }: View) => `${page.address} ${role} ${theme}`;
  expect(new Set(long.map(themed))).toEqual(new Set(whole.map(themed)));
  expect(chosen.length).toBeLessThan(long.length / 5);
});
