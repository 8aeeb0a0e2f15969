import type { ProductFacets } from "@/lib/catalogue/finding/schema";
import type { ListQuery } from "./list-query";

/** A choice that narrows the list, and the list without it. */
export interface ActiveChoice {
  key: string;
  text: string;
  without: ListQuery;
}

interface Words {
  inStock: string;
  instant: string;
  price(min: string | null, max: string | null): string;
  attribute(name: string, value: string): string;
}

/** The choices of an address beside its category and its search, each with the address that takes it back. */
export function activeChoices(
  query: ListQuery,
  { tags }: Pick<ProductFacets, "tags">,
  words: Words,
): ActiveChoice[] {
  const first = { ...query, page: 1 };
  const { priceMin, priceMax } = query;
  const isPriced = priceMin !== null || priceMax !== null;
  return [
    ...(isPriced
      ? [
          {
            key: "price",
            text: words.price(priceMin, priceMax),
            without: { ...first, priceMin: null, priceMax: null },
          },
        ]
      : []),
    ...(query.inStock
      ? [{ key: "in_stock", text: words.inStock, without: { ...first, inStock: false } }]
      : []),
    ...(query.instant
      ? [{ key: "instant", text: words.instant, without: { ...first, instant: false } }]
      : []),
    ...query.tags.map((tag) => ({
      key: `tag ${tag}`,
      text: tags.find(({ value }) => value === tag)?.name ?? tag,
      without: { ...first, tags: query.tags.filter((other) => other !== tag) },
    })),
    ...query.attributes.map((pair) => ({
      key: `attribute ${pair.name} ${pair.value}`,
      text: words.attribute(pair.name, pair.value),
      without: { ...first, attributes: query.attributes.filter((other) => other !== pair) },
    })),
  ];
}
