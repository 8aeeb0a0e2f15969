import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hasChosen,
  type ListQuery,
  listHref,
  readListQuery,
} from "@/app/(store)/products/_components/list-query";
import { sharedAddress } from "../../../server/pages/page-cache";

const read = (address: string): ListQuery => {
  const raw: Record<string, string[]> = {};
  for (const [name, value] of new URL(address, "http://shop.example").searchParams)
    raw[name] = [...(raw[name] ?? []), value];
  return readListQuery(raw);
};

const word = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((text) => text.trim())
  .filter((text) => text !== "" && text.isWellFormed());
const amount = fc.option(
  fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
  { nil: null },
);
const query: fc.Arbitrary<ListQuery> = fc
  .record({
    category: fc.option(word, { nil: null }),
    search: fc.option(word, { nil: null }),
    sort: fc.constantFrom("default" as const, "newest" as const, "price_desc" as const),
    page: fc.integer({ min: 1, max: 50 }),
    priceMin: amount,
    priceMax: amount,
    inStock: fc.boolean(),
    instant: fc.boolean(),
    tags: fc.uniqueArray(word, { maxLength: 4 }),
    attributes: fc.uniqueArray(fc.record({ name: word, value: word }), {
      maxLength: 4,
      selector: ({ name, value }) => `${name}\n${value}`,
    }),
  })
  .filter(
    ({ priceMin, priceMax }) =>
      priceMin === null || priceMax === null || Number(priceMin) <= Number(priceMax),
  );

describe("the address of a list", () => {
  it("is read as it was written, whatever signs are in it, and is one that the page cache knows [C212]", () => {
    fc.assert(
      fc.property(query, (asked) => {
        const address = listHref(asked);
        expect(read(address)).toEqual(asked);
        expect(sharedAddress(address)).not.toBeNull();
      }),
    );
  });

  it("leaves out what is the default, so that each list has one address", () => {
    expect(
      listHref({ category: null, search: null, sort: "default", page: 1, inStock: false, tags: [] }),
    ).toBe("/products");
  });

  it("shows the first page of all products for what cannot be read", () => {
    expect(readListQuery({ page: "-1", sort: "cheapest", search: "   ", category: "" })).toMatchObject({
      category: null,
      search: null,
      sort: "default",
      page: 1,
    });
  });

  it("shows a page whatever somebody typed into it", () => {
    expect(
      read(
        "/products?price_min=20&price_max=5,50&in_stock=maybe&tag=&tag=+a+&tag=a&attribute=x&attribute=k:v",
      ),
    ).toMatchObject({
      priceMin: "5.50",
      priceMax: "20.00",
      inStock: false,
      tags: ["a"],
      attributes: [{ name: "k", value: "v" }],
    });
    const many = read(`/products?${Array.from({ length: 30 }, (_, at) => `tag=${at}`).join("&")}`);
    expect(many.tags).toHaveLength(10);
    expect(hasChosen(read("/products?category=a&search=b&sort=newest&page=2&price_min=x"))).toBe(false);
  });
});
