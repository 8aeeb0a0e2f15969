import type { z } from "zod";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export interface ListPages {
  page: number;
  perPage: number;
  total: number;
  /** There are more than `total`, which pages do not reach. */
  isCapped?: boolean;
  href: (page: number) => string;
}

/** As a list answers: what of it this page is. */
export interface FoundPage {
  page: number;
  per_page: number;
  total: number;
  is_total_capped?: boolean;
}

/** Members of an address that every list knows. */
export interface OrderedPage {
  page?: number | undefined;
  sort?: string | undefined;
}

export interface ListQuery<Q> {
  query: Q;
  /** The address with some members changed; null removes one. Changing anything but the page goes back to page 1. */
  href: (changes: Record<string, string | number | null>) => string;
  /** The filters as they stand, for an export of the same list. */
  text: string;
  isFiltered: boolean;
  /** The pages of what the query found, for the table's foot. */
  pages: (found: FoundPage) => ListPages;
  /** Everything that the address says, for a page that leads back here. */
  whole: string;
  /** The same without the page and the peek, for a saved view. */
  view: string;
  /** Row that is shown beside the list. */
  peek?: string | undefined;
}

const notFilters = new Set(["page", "per_page", "sort", "peek"]);
const notOfView = new Set(["page", "peek"]);

/** A shared or mistyped address still shows a list: what cannot be read falls back to its default. */
export async function readListQuery<S extends z.ZodType>(
  schema: S,
  path: string,
  searchParams: SearchParams,
): Promise<ListQuery<z.output<S>>> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(await searchParams)) {
    const first = (Array.isArray(value) ? value[0] : value)?.trim();
    if (first) given[name] = first;
  }
  let parsed = schema.safeParse(given);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) delete given[String(issue.path[0])];
    parsed = schema.safeParse(given);
  }
  const query = parsed.success ? parsed.data : schema.parse({});

  const href = (changes: Record<string, string | number | null>) => {
    const parameters = new URLSearchParams(given);
    if (!("page" in changes)) parameters.delete("page");
    if (!("peek" in changes)) parameters.delete("peek");
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === "") parameters.delete(name);
      else parameters.set(name, String(value));
    }
    if (parameters.get("page") === "1") parameters.delete("page");
    const text = parameters.toString();
    return text ? `${path}?${text}` : path;
  };
  const filters = Object.entries(given).filter(([name]) => !notFilters.has(name));
  return {
    query,
    href,
    text: new URLSearchParams(filters).toString(),
    isFiltered: filters.length > 0,
    pages: ({ page, per_page, total, is_total_capped = false }) => ({
      page,
      perPage: per_page,
      total,
      isCapped: is_total_capped,
      href: (page) => href({ page }),
    }),
    whole: new URLSearchParams(Object.entries(given).filter(([name]) => name !== "peek")).toString(),
    view: new URLSearchParams(Object.entries(given).filter(([name]) => !notOfView.has(name))).toString(),
    peek: given.peek,
  };
}
