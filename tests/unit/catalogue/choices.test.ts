import { describe, expect, it } from "vitest";
import { countChoices } from "@/lib/catalogue/finding/count-choices";
import type { Good } from "@/lib/catalogue/finding/good";
import type { Goods } from "@/lib/catalogue/finding/kept-goods";
import type { Choices } from "@/lib/catalogue/finding/schema";
import { conditionsOf, listedGoods } from "@/lib/catalogue/finding/select-goods";
import { productQuery } from "@/lib/catalogue/schema";
import { parseMoney } from "@/lib/core/money";
import { seed } from "../../support/harness/seed";

/** Numbers of a shop, the same for the same seed. */
function dice(from: number) {
  let state = from * 2_654_435_761 + 1;
  return (sides: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0;
    return state % sides;
  };
}

const tags = ["new", "co-op", "puzzle", "privacy"];
const platforms = ["Windows", "macOS", "Android"];

function aShop(number: number): Goods {
  const roll = dice(number);
  const some = <T>(list: readonly T[]) => list.filter(() => roll(3) === 0);
  const updated_at = new Date(0);
  const categories = [
    { id: 1, parent_id: null, slug: "games", is_active: true, updated_at },
    { id: 2, parent_id: 1, slug: "puzzles", is_active: true, updated_at },
    { id: 3, parent_id: 1, slug: "hidden", is_active: false, updated_at },
    { id: 4, parent_id: null, slug: "tools", is_active: true, updated_at },
  ];
  const goods = Array.from({ length: roll(60) }, (_, at): Good => {
    const cents = (1 + roll(9)) * 10 ** (2 + roll(3)) - roll(2);
    return {
      id: at + 1,
      categoryId: 1 + roll(4),
      title: "",
      text: "",
      spelled: "",
      sortOrder: roll(5),
      createdAt: roll(1000),
      cents,
      prices: [cents, ...(roll(3) === 0 ? [cents * 2] : [])],
      inStock: roll(4) > 0,
      instant: roll(2) === 0,
      sold: roll(9),
      tags: some(tags),
      tagNames: null,
      attributes: [
        ...some(platforms).map((value) => ["platform", value] as const),
        ...some(["1 year", "2 years"]).map((value) => ["Term", value] as const),
      ],
    };
  });
  return { categories, goods: new Map(goods.map((good) => [good.id, good])) };
}

const listed = (shop: Goods, choices: Choices, found: readonly number[] | null = null) =>
  listedGoods(shop, conditionsOf(shop, choices, found));

const kinds: Record<string, [Choices, (good: Good) => boolean]> = {
  category: [{ category: "games" }, ({ categoryId }) => categoryId === 1 || categoryId === 2],
  "category below": [{ category_id: 2 }, ({ categoryId }) => categoryId === 2],
  price: [
    { price_min: 500n, price_max: 5000n },
    ({ prices }) => prices.some((price) => price >= 500 && price <= 5000),
  ],
  "in stock": [{ in_stock: true }, ({ inStock }) => inStock],
  instant: [{ instant: true }, ({ instant }) => instant],
  tag: [{ tag: ["new", "puzzle"] }, ({ tags: own }) => own.includes("new") || own.includes("puzzle")],
  platform: [
    {
      attribute: [
        { name: "platform", value: "Windows" },
        { name: "platform", value: "macOS" },
      ],
    },
    ({ attributes }) =>
      attributes.some(([name, value]) => name === "platform" && /Windows|macOS/.test(value)),
  ],
  term: [
    { attribute: [{ name: "Term", value: "1 year" }] },
    ({ attributes }) => attributes.some(([name, value]) => name === "Term" && value === "1 year"),
  ],
};

const both = (a: Choices, b: Choices): Choices => ({
  ...a,
  ...b,
  ...(a.attribute || b.attribute ? { attribute: [...(a.attribute ?? []), ...(b.attribute ?? [])] } : {}),
});

const pairs = Object.entries(kinds).flatMap(([one, [a, fitsA]]) =>
  Object.entries(kinds)
    .filter(([other]) => other > one && !(one.startsWith("category") && other.startsWith("category")))
    .map(([other, [b, fitsB]]) => ({ one, other, choices: both(a, b), fitsA, fitsB })),
);

const shops = Array.from({ length: 40 }, (_, at) => aShop(seed * 100 + at));

/** Every counted choice of a shop, as what to ask for to get it alone of its kind. */
function choicesIn(shop: Goods, choices: Choices) {
  const { category: _, category_id: __, ...others } = choices;
  const facets = countChoices(shop, conditionsOf(shop, choices, null), choices, undefined);
  const amount = (text: string | null) => (text === null ? undefined : parseMoney(text));
  return [
    ...facets.categories.map(({ slug, count }) => [{ ...others, category: slug }, count] as const),
    ...facets.prices.map(
      ({ min, max, count }) =>
        [{ ...choices, price_min: amount(min), price_max: amount(max) }, count] as const,
    ),
    [{ ...choices, in_stock: true }, facets.in_stock] as const,
    [{ ...choices, instant: true }, facets.instant] as const,
    ...facets.tags.map(({ value, count }) => [{ ...choices, tag: [value] }, count] as const),
    ...facets.attributes.flatMap(({ name, values }) =>
      values.map(({ value, count }) => {
        const rest = (choices.attribute ?? []).filter((pair) => pair.name !== name);
        return [{ ...choices, attribute: [...rest, { name, value }] }, count] as const;
      }),
    ),
  ];
}

describe("the choices of a list", () => {
  it.each(Object.entries(kinds))("shows the goods of %s, and no others", (_, [choices, fits]) => {
    for (const shop of shops)
      expect(listed(shop, choices)).toEqual(
        [...shop.goods.values()].filter((good) => good.categoryId !== 3 && fits(good)),
      );
  });

  it.each(pairs)("shows of $one and $other together what fits both", ({ choices, fitsA, fitsB }) => {
    for (const shop of shops)
      expect(listed(shop, choices)).toEqual(
        [...shop.goods.values()].filter((good) => good.categoryId !== 3 && fitsA(good) && fitsB(good)),
      );
  });

  it.each([
    ["nothing", {}],
    ...Object.entries(kinds).map(([name, [choices]]) => [name, choices] as const),
    ...pairs.map(({ one, other, choices }) => [`${one} and ${other}`, choices] as const),
  ] as const)("counts, beside %s, as many goods of each choice as choosing it gives [C210]", (_, choices) => {
    let counted = 0;
    for (const shop of shops)
      for (const [chosen, count] of choicesIn(shop, choices)) {
        counted += 1;
        expect(
          listed(shop, chosen),
          JSON.stringify(chosen, (_key, value) => String(value)),
        ).toHaveLength(count);
      }
    expect(counted).toBeGreaterThan(200);
  });

  it("counts among what a search found alone", () => {
    const [shop] = shops.filter(({ goods }) => goods.size > 20);
    if (!shop) throw new Error("No shop is large enough");
    const found = [3, 5, 8, 13, 99];
    const facets = countChoices(shop, conditionsOf(shop, {}, found), {}, undefined);
    expect(facets.in_stock).toBe(listed(shop, { in_stock: true }, found).length);
    expect(listed(shop, {}, found).every(({ id }) => found.includes(id))).toBe(true);
  });

  it("names a chosen tag and attribute that nothing has any more, with none", () => {
    const [shop] = shops;
    if (!shop) throw new Error("There is no shop");
    const choices = { tag: ["gone"], attribute: [{ name: "Colour", value: "red" }] };
    const { tags: counted, attributes } = countChoices(
      shop,
      conditionsOf(shop, choices, null),
      choices,
      "zh",
    );
    expect(counted).toContainEqual({ value: "gone", name: "gone", count: 0 });
    expect(attributes).toContainEqual({ name: "Colour", values: [{ value: "red", name: "red", count: 0 }] });
  });

  it("reads commas, colons and backslashes of a tag and an attribute after a backslash", () => {
    const read = productQuery.parse({
      tag: String.raw`a\,b, c ,,d\\`,
      attribute: String.raw`Key\: kind:1:2\,3,platform:Windows`,
    });
    expect(read.tag).toEqual(["a,b", "c", "d\\"]);
    expect(read.attribute).toEqual([
      { name: "Key: kind", value: "1:2,3" },
      { name: "platform", value: "Windows" },
    ]);
  });
});
