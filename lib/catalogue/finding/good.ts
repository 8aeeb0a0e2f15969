import type { Locale } from "../../core/locale";
import { readTranslations } from "../../core/translations";
import { countBundles } from "../bundles/bundle-stock";
import type { PartRow } from "../bundles/sql";
import { deliveryOf } from "../choices";
import { offeredOf } from "../promised-prices";
import { stockLevel } from "../stock-level";
import { splitTags } from "../translate";
import { ownAttributes } from "./schema";
import type { GoodRow } from "./sql";

/** As much of a product as it is found, sorted and counted by. */
export interface Good {
  id: number;
  categoryId: number;
  title: string;
  /** Words that it is found by, in every language. */
  text: string;
  /** Its Chinese words in Latin letters, whole and as their first letters. */
  spelled: string;
  sortOrder: number;
  createdAt: number;
  /** By which lists sort. */
  cents: number;
  /** Prices of the options that a list names prices of. */
  prices: readonly number[];
  inStock: boolean;
  instant: boolean;
  sold: number;
  tags: readonly string[];
  /** The same tags in other languages, where each has its name. */
  tagNames: { readonly [L in Locale]?: readonly string[] } | null;
  attributes: readonly Attribute[];
}

type Attribute = readonly [name: string, value: string];

function tagNamesOf({ tags, translations }: GoodRow): Good["tagNames"] {
  const named = Object.entries(readTranslations(translations))
    .map(([locale, texts]) => [locale, splitTags(texts?.tags ?? "")] as const)
    .filter(([, names]) => names.length === tags.length && names.length > 0);
  return named.length > 0 ? Object.fromEntries(named) : null;
}

function attributesOf(options: readonly GoodRow[]): Attribute[] {
  const [product] = options;
  const own = ownAttributes.flatMap((name) => (product?.[name] ? [[name, product[name]] as const] : []));
  const ofOptions = options.flatMap(({ spec }) =>
    typeof spec === "object" && spec !== null
      ? Object.entries(spec).filter((pair): pair is [string, string] => typeof pair[1] === "string")
      : [],
  );
  const distinct = new Map([...own, ...ofOptions].map((pair) => [pair.join("\n"), pair] as const));
  return [...distinct.values()];
}

/** Full width, as a Chinese input method types it, is the same letter. */
export const asSearched = (text: string): string => text.normalize("NFKC").toLowerCase();

/** One product from the rows of its active options. */
export function toGood(
  options: readonly [GoodRow, ...GoodRow[]],
  parts: ReadonlyMap<number, PartRow[]>,
  spelled: string,
): Good {
  const [product] = options;
  const skus = countBundles(
    options.map((row) => ({ id: row.sku_id, priceCents: row.sku_cents, stock: row })),
    parts,
  );
  return {
    id: product.id,
    categoryId: product.category_id,
    title: asSearched(product.title),
    text: asSearched(product.search_text),
    spelled,
    sortOrder: product.sort_order,
    createdAt: product.created_at.getTime(),
    cents: Number(product.price_cents),
    prices: offeredOf(skus).map(({ priceCents }) => Number(priceCents)),
    inStock:
      stockLevel(
        skus.map(({ stock }) => stock),
        0,
      ).stockStatus !== "out_of_stock",
    instant: deliveryOf(product.auto_secret_kind) === "auto",
    sold: options.reduce((sum, { sold }) => sum + sold, 0),
    tags: product.tags,
    tagNames: tagNamesOf(product),
    attributes: attributesOf(options),
  };
}
