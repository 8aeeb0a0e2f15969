import { db } from "../../../db/client";

/** Reads the last answer of the seller's server on an option's stock; null where it is not asked. */
export const findLastAnswer = (skuId: number) =>
  db().askedStock.findUnique({
    where: { skuId },
    select: { answer: true, answeredAt: true, keptUntil: true, nextAskAt: true, lastError: true },
  });
