import { promoteMember } from "../../accounts/member-progress";
import type { Tx } from "../../db/transaction";
import { postTransfer } from "../post-transfer";
import { payRecharge } from "./move-recharge";

/**
 * The money of a recharge is here, in time or late (C23): credits the wallet and counts towards the member level, once.
 * @returns false when it had been credited before; the caller books a second payment as overpaid.
 */
export async function settleRecharge(tx: Tx, { rechargeId }: { rechargeId: number }): Promise<boolean> {
  const paid = await payRecharge(tx, rechargeId);
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
