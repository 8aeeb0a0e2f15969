import { now } from "../../core/clock";
import type { Cents } from "../../core/money";
import { sourcesIn } from "../../core/shapes/moves";
import { db } from "../../db/client";
import type { Tx } from "../../db/transaction";
import { rechargeMoves } from "../state";

interface PaidRecharge {
  userId: number;
  rechargeNo: string;
  amountCents: Cents;
  currency: string;
}

// The only two writers of a recharge's status: conditional updates along the table of lib/wallet/state.ts.

/** @returns null when it was paid before */
export async function payRecharge(tx: Tx, rechargeId: number): Promise<PaidRecharge | null> {
  const [paid] = await tx.recharge.updateManyAndReturn({
    where: { id: rechargeId, status: { in: sourcesIn(rechargeMoves, "paid") } },
    data: { status: "paid", paidAt: now() },
    select: { userId: true, rechargeNo: true, amountCents: true, currency: true },
  });
  return paid ?? null;
}

/** Marks unpaid recharges that are over. Money that still comes for one is credited all the same. @returns how many */
export async function expireRecharges(): Promise<number> {
  const { count } = await db().recharge.updateMany({
    where: { status: { in: sourcesIn(rechargeMoves, "expired") }, expireAt: { lte: now() } },
    data: { status: "expired" },
  });
  return count;
}
