import { likeLiteral } from "../db/filters";
import type { Prisma } from "../db/generated/client";

/** The options that a list of prices shows: all that are not archived, or those that the search finds. */
export function pricedOptions(search: string | undefined) {
  const contains = search ? { contains: likeLiteral(search), mode: "insensitive" as const } : undefined;
  return {
    where: {
      product: { status: { not: "archived" } },
      ...(contains ? { OR: [{ name: contains }, { code: contains }, { product: { title: contains } }] } : {}),
    },
    orderBy: [{ product: { title: "asc" } }, { sortOrder: "asc" }, { id: "asc" }],
  } satisfies Prisma.SkuFindManyArgs;
}
