export interface PageQuery {
  page: number;
  per_page: number;
}

/** Which rows a page holds, in Prisma's words; for SQL `LIMIT take OFFSET skip`. */
export const pageSlice = ({ page, per_page }: PageQuery) => ({
  skip: (page - 1) * per_page,
  take: per_page,
});
