export interface PageQuery {
  page: number;
  per_page: number;
}

/** Which rows a page holds, in Prisma's words; for SQL `LIMIT take OFFSET skip`. */
export const pageSlice = ({ page, per_page }: PageQuery) => ({
  skip: (page - 1) * per_page,
  take: per_page,
});

/** For an act on all matching rows in pieces of `size`: the id after which the next piece begins, null after the last. */
export const nextAfter = (rows: readonly { id: number }[], size: number): number | null =>
  rows.length < size ? null : (rows.at(-1)?.id ?? null);

/** The last row that an operator's list shows: older ones are found by its filters, or by an export. */
export const deepestRow = 10_000;

/** Counts one more than is shown, so that the list of millions of rows costs what that of thousands does. */
export const countLimit = { take: deepestRow + 1 };

/** As `pageSlice`, and nothing behind the deepest row: what is skipped must be read. */
export const deepSlice = (query: PageQuery) =>
  pageSlice(query).skip < deepestRow ? pageSlice(query) : { skip: 0, take: 0 };

export const deepPage = ({ page, per_page }: PageQuery, counted: number) => ({
  total: Math.min(counted, deepestRow),
  is_total_capped: counted > deepestRow,
  page,
  per_page,
});
