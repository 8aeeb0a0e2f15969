import type { FoundPage, ListQuery, OrderedPage } from "../list-query";

/** Addresses of the list with a look into the rows around this one, and without. */
export interface Peeked {
  before?: string;
  after?: string;
  closed: string;
}

/** Stands for a row in `peekHref`. */
export const anyRow = "row";

/** Address of the list with a look into any of its rows. */
export const peekHrefOf = ({ href }: ListQuery<OrderedPage>, { page }: FoundPage): string =>
  href({ page, peek: anyRow });

/** @returns null where the address asks for none of these rows */
export function peekedOf(
  { peek, href }: ListQuery<OrderedPage>,
  { page }: FoundPage,
  keys: readonly string[],
): (Peeked & { key: string }) | null {
  const at = keys.indexOf(peek ?? "");
  const key = keys[at];
  if (key === undefined) return null;
  const to = (other: string | undefined) => href({ peek: other ?? null, page });
  const [before, after] = [keys[at - 1], keys[at + 1]];
  return {
    key,
    closed: to(undefined),
    ...(before ? { before: to(before) } : {}),
    ...(after ? { after: to(after) } : {}),
  };
}
