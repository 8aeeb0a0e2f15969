import { giveBackMoneyLimit } from "../accounts/staff/roles/money-limit";
import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { AppError, notFound } from "../core/errors";
import { toMoney } from "../core/wire";
import { inTransaction, type Tx } from "../db/transaction";
import { findBalance } from "./find-balance";
import { postTransfer } from "./post-transfer";
import { requireSameBooking } from "./require-same-booking";
import type { AdjustBalanceBody, AdjustedBalance } from "./schema";
import { spendForBooking } from "./spend-for-booking";

/**
 * Gives or takes balance by hand. The user reads the remark in their statement.
 * @throws AppError `not_found`, `insufficient_balance`, `idempotency_conflict`
 */
export const adjustBalance = (
  actor: AdminActor,
  client: ClientInfo,
  userId: number,
  body: AdjustBalanceBody,
): Promise<AdjustedBalance> => inTransaction((tx) => adjustBalanceIn(tx, actor, client, userId, body));

export async function adjustBalanceIn(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  userId: number,
  { direction, amount, remark, request_key }: AdjustBalanceBody,
): Promise<AdjustedBalance> {
  const signed = direction === "in" ? amount : -amount;
  const user = await tx.user.findUnique({ where: { id: userId }, select: { mergedIntoId: true } });
  if (!user) throw notFound("user");
  if (user.mergedIntoId !== null) throw new AppError("state_conflict", "customer_merged");
  const reasonKey = `adjust:${userId}:${request_key}`;
  const isRepeat = await spendForBooking(tx, actor, { reasonKey, amount });
  const { posted, transferNo } = await postTransfer(tx, {
    type: "admin_adjust",
    reasonKey,
    reference: "",
    remark,
    createdById: actor.staffId,
    entries: [
      { account: { kind: "shop_adjustments" }, amountCents: -signed },
      { account: { kind: "user_wallet", userId }, amountCents: signed },
    ],
  });
  if (!posted) {
    if (!isRepeat) await giveBackMoneyLimit(tx, actor, amount);
    await requireSameBooking(tx, { transferNo, owner: { userId }, amountCents: signed });
  } else {
    await recordAudit(tx, actor, client, {
      action: "wallet.adjust",
      target: `user:${userId}`,
      data: { direction, amount: toMoney(amount), remark, transferNo },
    });
  }
  return { transaction_id: transferNo, balance: toMoney(await findBalance(tx, userId)) };
}
