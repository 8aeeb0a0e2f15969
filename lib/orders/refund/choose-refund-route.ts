import { AppError } from "../../core/errors";
import { type Cents, writeCents } from "../../core/money";
import { refusal } from "../../core/refusals/refusal";
import type { Order } from "../../db/generated/client";
import type { Tx } from "../../db/transaction";
import { askedOf } from "../../payments/exchange";
import { findOrderSource, gatewayShare } from "../../payments/refunds/refund-source";
import type { AccountRef } from "../../wallet/types";

export type RefundMethod = "wallet" | "gateway" | "deposit" | "manual";

/** The payment that goes back through its gateway, and what that is asked for. */
export interface GatewayReturn {
  viaPaymentId: number;
  gatewayCents: Cents;
  gatewayCurrency: string;
}

export interface RefundRoute {
  /** The account that the books give the money to. Outside the shop it leaves the revenue at once. */
  to: AccountRef;
  gateway: GatewayReturn | null;
}

async function throughGateway(tx: Tx, orderId: number, amountCents: Cents): Promise<GatewayReturn> {
  const source = await findOrderSource(tx, orderId);
  if (!source) throw new AppError("malformed", "no_gateway_refund", { field: "method" });
  if (amountCents > source.leftCents) {
    const max = writeCents(source.leftCents > 0n ? source.leftCents : 0n, source.payment.currency);
    throw new AppError("malformed", refusal("above_gateway_payment", { max }), { field: "amount" });
  }
  const gatewayCents = gatewayShare(source, amountCents);
  const gatewayCurrency = askedOf(source.payment).currency;
  if (gatewayCents <= 0n)
    throw new AppError("malformed", refusal("channel_sum", { currency: gatewayCurrency }), {
      field: "amount",
    });
  return { viaPaymentId: source.payment.id, gatewayCents, gatewayCurrency };
}

/** Where the money of a refund goes. The order's row is locked, so that parts are counted one after the other. @throws AppError `malformed` */
export async function chooseRefundRoute(
  tx: Tx,
  order: Order,
  { method, amountCents }: { method: RefundMethod; amountCents: Cents },
): Promise<RefundRoute> {
  if (method === "wallet" && order.userId !== null)
    return { to: { kind: "user_wallet", userId: order.userId }, gateway: null };
  if (method === "deposit" && order.siteId !== null)
    return { to: { kind: "site_deposit", siteId: order.siteId }, gateway: null };
  if (method === "manual") return { to: { kind: "shop_clearing" }, gateway: null };
  if (method === "gateway")
    return { to: { kind: "shop_clearing" }, gateway: await throughGateway(tx, order.id, amountCents) };
  throw new AppError("malformed", "method_not_for_buyer", { field: "method" });
}
