import { db } from "../../../db/client";

/** What the seller's server said last of an option's stock; null where it is not asked. */
export const findLastAnswer = (skuId: number) =>
  db().askedStock.findUnique({
    where: { skuId },
    select: { answer: true, answeredAt: true, keptUntil: true, nextAskAt: true, lastError: true },
  });
