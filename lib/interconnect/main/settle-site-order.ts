import { isAppError } from "../../core/errors";
import { rollBackTo, setSavepoint } from "../../db/sql-pieces";
import type { Tx } from "../../db/transaction";
import { postTransfer } from "../../wallet/post-transfer";
import type { AccountRef } from "../../wallet/types";

export interface Settlement {
  siteId: number;
  orderNo: string;
  amountCents: bigint;
}

async function book(
  tx: Tx,
  { orderNo, amountCents }: Settlement,
  payer: AccountRef,
  type: "deposit_pay" | "order_pay",
) {
  if (amountCents === 0n) return;
  await postTransfer(tx, {
    type,
    reasonKey: `site_order:${orderNo}`,
    reference: orderNo,
    entries: [
      { account: payer, amountCents: -amountCents },
      { account: { kind: "shop_revenue" }, amountCents },
    ],
  });
}

/** Books an order that is settled with the agent outside: on its word (`trust`) or after reconciliation (`hold`). */
export const bookOnAccount = (tx: Tx, settlement: Settlement): Promise<void> =>
  book(tx, settlement, { kind: "shop_clearing" }, "order_pay");

/** Debits the agent's deposit in the caller's transaction. @returns false, with nothing moved, when it is short. */
export async function payFromDeposit(tx: Tx, settlement: Settlement): Promise<boolean> {
  await setSavepoint(tx, "deposit");
  try {
    await book(tx, settlement, { kind: "site_deposit", siteId: settlement.siteId }, "deposit_pay");
    return true;
  } catch (error) {
    if (!isAppError(error, "insufficient_balance")) throw error;
    await rollBackTo(tx, "deposit");
    return false;
  }
}
