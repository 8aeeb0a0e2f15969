import {
  type AttributeChoice,
  mostChoices,
  readAttribute,
  writeAttribute,
} from "@/lib/catalogue/finding/schema";
import { type ProductQuery, productSorts } from "@/lib/catalogue/schema";
import { formatMoney, parseMoney } from "@/lib/core/money";

export type Sort = (typeof productSorts)[number];

export interface ListQuery {
  category: string | null;
  search: string | null;
  sort: Sort;
  page: number;
  /** Amounts of the wire. */
  priceMin: string | null;
  priceMax: string | null;
  inStock: boolean;
  instant: boolean;
  tags: readonly string[];
  attributes: readonly AttributeChoice[];
}

type Raw = Record<string, string | string[] | undefined>;

const longestChoice = 300;

const all = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat());
const first = (value: string | string[] | undefined): string | undefined => all(value)[0];
const choices = (value: string | string[] | undefined): string[] =>
  [...new Set(all(value).map((one) => one.trim().slice(0, longestChoice)))]
    .filter(Boolean)
    .slice(0, mostChoices);

/** An amount as people type it, "5" or "5,50". */
function amount(value: string | string[] | undefined): string | null {
  const cents = parseMoney((first(value) ?? "").trim().replace(",", "."));
  return cents === undefined ? null : formatMoney(cents);
}

/** The lower one first, whichever field it was typed into. */
function pricesOf(raw: Raw): Pick<ListQuery, "priceMin" | "priceMax"> {
  const prices = { priceMin: amount(raw.price_min), priceMax: amount(raw.price_max) };
  const { priceMin, priceMax } = prices;
  const isTurned = priceMin !== null && priceMax !== null && Number(priceMin) > Number(priceMax);
  return isTurned ? { priceMin: priceMax, priceMax: priceMin } : prices;
}

/** A shared or mistyped address still shows a page: what cannot be read falls back. */
export function readListQuery(raw: Raw): ListQuery {
  const page = Number(first(raw.page) ?? "1");
  const sort = first(raw.sort);
  return {
    category: first(raw.category)?.trim() || null,
    search: first(raw.search)?.trim().slice(0, 100) || null,
    sort: productSorts.find((known) => known === sort) ?? "default",
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
    ...pricesOf(raw),
    inStock: first(raw.in_stock) === "true",
    instant: first(raw.instant) === "true",
    tags: choices(raw.tag),
    attributes: choices(raw.attribute)
      .map(readAttribute)
      .filter((pair) => pair !== null),
  };
}

/** Names and values of an address; the defaults are left out, so that each list has one address. */
export function parametersOf(query: Partial<ListQuery>): [name: string, value: string][] {
  const { category, search, sort, page = 1, priceMin, priceMax } = query;
  const single: [string, string | null | undefined][] = [
    ["category", category],
    ["search", search],
    ["sort", sort === "default" ? null : sort],
    ["price_min", priceMin],
    ["price_max", priceMax],
    ["in_stock", query.inStock ? "true" : null],
    ["instant", query.instant ? "true" : null],
    ["page", page > 1 ? String(page) : null],
  ];
  return [
    ...single.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : [])),
    ...(query.tags ?? []).map((tag): [string, string] => ["tag", tag]),
    ...(query.attributes ?? []).map((pair): [string, string] => ["attribute", writeAttribute(pair)]),
  ];
}

export function listHref(query: Partial<ListQuery>): string {
  const text = new URLSearchParams(parametersOf(query)).toString();
  return text ? `/products?${text}` : "/products";
}

/** The list as it is without choices, in its category, search and order. */
export const noChoices = {
  priceMin: null,
  priceMax: null,
  inStock: false,
  instant: false,
  tags: [],
  attributes: [],
  page: 1,
} as const;

/** Question of the page to the list. */
export const askedFor = (query: ListQuery) =>
  ({
    sort: query.sort,
    page: query.page,
    category: query.category ?? undefined,
    search: query.search ?? undefined,
    price_min: query.priceMin === null ? undefined : parseMoney(query.priceMin),
    price_max: query.priceMax === null ? undefined : parseMoney(query.priceMax),
    in_stock: query.inStock,
    instant: query.instant,
    tag: [...query.tags],
    attribute: [...query.attributes],
  }) satisfies Partial<ProductQuery>;

export const hasChosen = ({ priceMin, priceMax, inStock, instant, tags, attributes }: ListQuery): boolean =>
  priceMin !== null || priceMax !== null || inStock || instant || tags.length + attributes.length > 0;
