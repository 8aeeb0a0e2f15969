import { now } from "../core/clock";
import { db } from "../db/client";

/** Marks unpaid recharges that are over. Money that still comes for one is credited all the same. @returns how many. */
export async function expireRecharges(): Promise<number> {
  const { count } = await db().recharge.updateMany({
    where: { status: "pending", expireAt: { lte: now() } },
    data: { status: "expired" },
  });
  return count;
}
