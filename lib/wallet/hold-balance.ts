import { AppError } from "../core/errors";
import type { Cents } from "../core/money";
import type { Tx } from "../db/transaction";
import { lockBalance } from "./find-balance";
import { postTransfer } from "./post-transfer";
import { endHold, upsertHold } from "./sql/move-holds";

export interface BalanceHold {
  orderId: number;
  orderNo: string;
  userId: number;
  amountCents: Cents;
}

/** The unique reason of a transfer. After an expired order gave its money back, late money holds it again: that is round 2. */
const reason = (what: "hold" | "capture" | "release", orderNo: string, round: number) =>
  round === 1 ? `${what}:${orderNo}` : `${what}:${orderNo}:${round}`;

/**
 * Sets part of a user's balance aside for an order. Held already: nothing happens.
 * @throws AppError `insufficient_balance`, before anything is written: a caller may catch it and go on.
 */
export async function holdBalance(
  tx: Tx,
  { orderId, orderNo, userId, amountCents }: BalanceHold,
): Promise<void> {
  if ((await lockBalance(tx, userId)) < amountCents) {
    if (await tx.walletHold.findFirst({ where: { orderId, status: "held" } })) return;
    throw new AppError("insufficient_balance", "insufficient_balance");
  }
  const held = await upsertHold(tx, { orderId, userId, amountCents });
  if (!held) return;
  await postTransfer(tx, {
    type: "order_hold",
    reasonKey: reason("hold", orderNo, held.round),
    reference: orderNo,
    entries: [
      { account: { kind: "user_wallet", userId }, amountCents: -amountCents },
      { account: { kind: "user_hold", userId }, amountCents },
    ],
  });
}

/** The order was paid: what was set aside becomes revenue. @returns false when nothing was held. */
export async function captureHold(tx: Tx, orderId: number): Promise<boolean> {
  const hold = await endHold(tx, orderId, "captured");
  if (!hold) return false;
  const { userId, amountCents, orderNo, currency, round } = hold;
  await postTransfer(tx, {
    type: "order_pay",
    reasonKey: reason("capture", orderNo, round),
    reference: orderNo,
    currency,
    entries: [
      { account: { kind: "user_hold", userId }, amountCents: -amountCents },
      { account: { kind: "shop_revenue" }, amountCents },
    ],
  });
  return true;
}

/** The order was closed unpaid: the money goes back. @returns false when nothing was held. */
export async function releaseHold(tx: Tx, orderId: number): Promise<boolean> {
  const hold = await endHold(tx, orderId, "released");
  if (!hold) return false;
  const { userId, amountCents, orderNo, currency, round } = hold;
  await postTransfer(tx, {
    type: "order_release",
    reasonKey: reason("release", orderNo, round),
    reference: orderNo,
    currency,
    entries: [
      { account: { kind: "user_hold", userId }, amountCents: -amountCents },
      { account: { kind: "user_wallet", userId }, amountCents },
    ],
  });
  return true;
}
