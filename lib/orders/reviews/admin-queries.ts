import { countLimit, deepPage, deepSlice } from "../../core/paging";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import type { AdminReviewList, AdminReviewQuery } from "./schema";
import { adminReviewView } from "./view";

/** Without a state all of them, what its buyer deleted among them: no index finds the others in the order of a list. */
export const reviewFilter = ({
  status,
  product_id,
  stars,
}: Omit<AdminReviewQuery, "page" | "per_page">): Prisma.ReviewWhereInput => ({
  ...(status === undefined ? {} : { status }),
  ...(product_id === undefined ? {} : { productId: product_id }),
  ...(stars === undefined ? {} : { stars }),
});

const shownWith = {
  order: { select: { orderNo: true } },
  product: { select: { id: true, slug: true, title: true } },
} as const;

/** Oldest first, behind the given id. */
export const reviewReader = (query: AdminReviewQuery) => async (after: number, take: number) =>
  (
    await db().review.findMany({
      where: { AND: [reviewFilter(query), { id: { gt: after } }] },
      orderBy: { id: "asc" },
      take,
      include: shownWith,
    })
  ).map(adminReviewView);

export async function listReviews(query: AdminReviewQuery): Promise<AdminReviewList> {
  const where = reviewFilter(query);
  const [rows, counted] = await Promise.all([
    db().review.findMany({
      where,
      orderBy: { id: "desc" },
      ...deepSlice(query),
      include: shownWith,
    }),
    db().review.count({ where, ...countLimit }),
  ]);
  return { reviews: rows.map(adminReviewView), ...deepPage(query, counted) };
}
