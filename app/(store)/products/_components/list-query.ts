import { productSorts } from "@/lib/catalogue/schema";

export type Sort = (typeof productSorts)[number];

export type ListQuery = { category: string | null; search: string | null; sort: Sort; page: number };

type Raw = Record<string, string | string[] | undefined>;

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
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
  };
}

/** The address of a list; the defaults are left out, so that each list has one address. */
export function listHref(query: Partial<ListQuery>): string {
  const parameters = new URLSearchParams();
  if (query.category) parameters.set("category", query.category);
  if (query.search) parameters.set("search", query.search);
  if (query.sort && query.sort !== "default") parameters.set("sort", query.sort);
  if (query.page && query.page > 1) parameters.set("page", String(query.page));
  const text = parameters.toString();
  return text ? `/products?${text}` : "/products";
}
