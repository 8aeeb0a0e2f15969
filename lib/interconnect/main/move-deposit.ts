import { giveBackMoneyLimit } from "../../accounts/staff/roles/money-limit";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { notFound } from "../../core/errors";
import { formatMoney } from "../../core/money";
import { toMoney } from "../../core/wire";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { postTransfer } from "../../wallet/post-transfer";
import { requireSameBooking } from "../../wallet/require-same-booking";
import { spendForBooking } from "../../wallet/spend-for-booking";
import { findDeposit } from "./admin-queries";
import { releaseByDeposit } from "./release-held-orders";

export interface DepositMove {
  direction: "in" | "out";
  amount: bigint;
  remark: string;
  request_key: string;
}

/** Tops an agent's deposit up, or pays part of it back; then releases the orders that waited for money. @throws AppError `insufficient_balance` */
export async function moveDeposit(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
  move: DepositMove,
): Promise<{ balance: string; released_orders: string[] }> {
  await inTransaction((tx) => moveDepositIn(tx, actor, client, siteId, move));
  const released = move.direction === "in" ? await releaseByDeposit(siteId) : [];
  return { balance: toMoney(await findDeposit(db(), siteId)), released_orders: released };
}

/** The booking alone; `releaseByDeposit` follows after the commit. */
export async function moveDepositIn(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
  { direction, amount, remark, request_key }: DepositMove,
): Promise<void> {
  const signed = direction === "in" ? amount : -amount;
  if (!(await tx.site.findUnique({ where: { id: siteId }, select: { id: true } }))) throw notFound("site");
  const reasonKey = `deposit:${siteId}:${request_key}`;
  const isRepeat = await spendForBooking(tx, actor, { reasonKey, amount });
  const { posted, transferNo } = await postTransfer(tx, {
    type: direction === "in" ? "deposit_topup" : "admin_adjust",
    reasonKey,
    reference: "",
    remark,
    createdById: actor.staffId,
    entries: [
      { account: { kind: "shop_clearing" }, amountCents: -signed },
      { account: { kind: "site_deposit", siteId }, amountCents: signed },
    ],
  });
  if (!posted) {
    if (!isRepeat) await giveBackMoneyLimit(tx, actor, amount);
    return requireSameBooking(tx, { transferNo, owner: { siteId }, amountCents: signed });
  }
  await recordAudit(tx, actor, client, {
    action: "site.move_deposit",
    target: `site:${siteId}`,
    data: { direction, amount: formatMoney(amount), remark, transferNo },
  });
}
