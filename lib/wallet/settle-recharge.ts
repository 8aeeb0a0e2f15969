import { promoteMember } from "../accounts/promote-member";
import { now } from "../core/clock";
import type { Cents } from "../core/money";
import type { Tx } from "../db/transaction";
import { postTransfer } from "./post-transfer";

interface PaidRecharge {
  userId: number;
  rechargeNo: string;
  amountCents: Cents;
  currency: string;
}

/**
 * The money of a recharge is here, in time or late (C23): credits the wallet and counts towards the member level, once.
 * @returns false when it had been credited before; the caller books a second payment as overpaid.
 */
export async function settleRecharge(tx: Tx, { rechargeId }: { rechargeId: number }): Promise<boolean> {
  const [paid] = await tx.$queryRaw<PaidRecharge[]>`
    UPDATE recharges SET status = 'paid', paid_at = ${now()}::timestamptz
    WHERE id = ${rechargeId} AND status <> 'paid'
    RETURNING user_id AS "userId", recharge_no AS "rechargeNo", amount_cents AS "amountCents", currency`;
  if (!paid) return false;
  const { userId, rechargeNo, amountCents, currency } = paid;
  await postTransfer(tx, {
    type: "recharge",
    reasonKey: `recharge:${rechargeNo}`,
    reference: rechargeNo,
    currency,
    entries: [
      { account: { kind: "shop_clearing" }, amountCents: -amountCents },
      { account: { kind: "user_wallet", userId }, amountCents },
    ],
  });
  await promoteMember(tx, { userId, rechargedCents: amountCents });
  return true;
}
