import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { notFound } from "../core/errors";
import { toMoney } from "../core/wire";
import { inTransaction } from "../db/transaction";
import { findBalance } from "./find-balance";
import { postTransfer } from "./post-transfer";
import { requireSameBooking } from "./require-same-booking";
import type { AdjustBalanceBody, AdjustedBalance } from "./schema";

/**
 * Gives or takes balance by hand. The user reads the remark in their statement.
 * @throws AppError `not_found`, `insufficient_balance`, `idempotency_conflict`
 */
export async function adjustBalance(
  actor: AdminActor,
  client: ClientInfo,
  userId: number,
  { direction, amount, remark, request_key }: AdjustBalanceBody,
): Promise<AdjustedBalance> {
  const signed = direction === "in" ? amount : -amount;
  return inTransaction(async (tx) => {
    if (!(await tx.user.findUnique({ where: { id: userId }, select: { id: true } }))) throw notFound("user");
    const { posted, transferNo } = await postTransfer(tx, {
      type: "admin_adjust",
      reasonKey: `adjust:${userId}:${request_key}`,
      reference: "",
      remark,
      createdById: actor.staffId,
      entries: [
        { account: { kind: "shop_adjustments" }, amountCents: -signed },
        { account: { kind: "user_wallet", userId }, amountCents: signed },
      ],
    });
    if (!posted) await requireSameBooking(tx, { transferNo, owner: { userId }, amountCents: signed });
    else {
      await recordAudit(tx, actor, client, {
        action: "wallet.adjust",
        target: `user:${userId}`,
        data: { direction, amount: toMoney(amount), remark, transferNo },
      });
    }
    return { transaction_id: transferNo, balance: toMoney(await findBalance(tx, userId)) };
  });
}
