import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import { orderFilter } from "./admin-filters";
import type { AdminOrdersQuery } from "./admin-schema";

type Sort = AdminOrdersQuery["sort"];
type Position = { id: number; createdAt: Date; amountCents: bigint };

const columnOf = (sort: Sort) => (sort.startsWith("amount") ? "amountCents" : "createdAt");
const isRising = (sort: Sort) => sort === "oldest" || sort === "amount_asc";

/** The nearest order on one side of `position`; the first condition is a range of the index, which an OR alone is not. */
function beside(sort: Sort, position: Position, isRight: boolean): Prisma.OrderWhereInput {
  const column = columnOf(sort);
  const isAbove = isRising(sort) === isRight;
  const than = isAbove ? "gt" : "lt";
  return {
    [column]: { [isAbove ? "gte" : "lte"]: position[column] },
    OR: [{ [column]: { [than]: position[column] } }, { id: { [than]: position.id } }],
  };
}

export interface OrderNeighbors {
  previous: string | null;
  next: string | null;
}

/** The orders before and behind one in a filtered list. It need not be in the list any more: an act may have moved it out. */
export async function findOrderNeighbors(query: AdminOrdersQuery, orderNo: string): Promise<OrderNeighbors> {
  const position = await db().order.findUnique({
    where: { orderNo },
    select: { id: true, createdAt: true, amountCents: true },
  });
  if (!position) return { previous: null, next: null };
  const filter = await orderFilter(query);
  const find = async (isRight: boolean) => {
    const direction = isRising(query.sort) === isRight ? "asc" : "desc";
    const row = await db().order.findFirst({
      where: { AND: [filter, beside(query.sort, position, isRight)] },
      orderBy: [{ [columnOf(query.sort)]: direction }, { id: direction }],
      select: { orderNo: true },
    });
    return row?.orderNo ?? null;
  };
  const [previous, next] = await Promise.all([find(false), find(true)]);
  return { previous, next };
}
