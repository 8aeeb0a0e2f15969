import { now } from "../core/clock";
import { AppError } from "../core/errors";
import type { Cents } from "../core/money";
import type { Tx } from "../db/transaction";
import { lockBalance } from "./find-balance";
import { postTransfer } from "./post-transfer";

export interface BalanceHold {
  orderId: number;
  orderNo: string;
  userId: number;
  amountCents: Cents;
}

interface EndedHold {
  userId: number;
  amountCents: Cents;
  orderNo: string;
  currency: string;
  round: number;
}

/** An order can be held for again after its expiry gave the money back: each round has reasons of its own. */
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
  const at = now();
  const [held] = await tx.$queryRaw<{ round: number }[]>`
    INSERT INTO wallet_holds AS h (order_id, user_id, amount_cents, created_at, updated_at)
    VALUES (${orderId}, ${userId}, ${amountCents}, ${at}::timestamptz, ${at}::timestamptz)
    ON CONFLICT (order_id) DO UPDATE SET status = 'held', round = h.round + 1,
      amount_cents = EXCLUDED.amount_cents, updated_at = EXCLUDED.updated_at
      WHERE h.status = 'released' AND h.user_id = EXCLUDED.user_id
    RETURNING round`;
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

async function endHold(tx: Tx, orderId: number, status: "captured" | "released"): Promise<EndedHold | null> {
  const [ended] = await tx.$queryRaw<EndedHold[]>`
    UPDATE wallet_holds h SET status = ${status}::wallet_hold_status, updated_at = ${now()}::timestamptz
    FROM orders o WHERE h.order_id = ${orderId} AND h.status = 'held' AND o.id = h.order_id
    RETURNING h.user_id AS "userId", h.amount_cents AS "amountCents", h.round, o.order_no AS "orderNo", o.currency`;
  return ended ?? null;
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
