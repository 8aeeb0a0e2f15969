import type { ClientInfo, UserActor } from "../accounts/actor";
import { AppError, isAppError } from "../core/errors";
import { log } from "../core/log";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { closeOrder } from "../orders/close-order";
import { type CreatedOrder, type CreateOrder, createOrder } from "../orders/create-order";
import { readIdempotency } from "../orders/idempotency";
import { markOrderPaid } from "../orders/mark-order-paid";
import { getOrderDetail } from "../orders/queries";
import type { OrderDetail, OrderLinesBody } from "../orders/schema";
import type { UpstreamSource } from "../orders/upstream-source";
import { getSettings } from "../settings/queries";
import { checkForms, quoteBody } from "./quote-body";
import { checkPaymentChannel, type PaymentView, startPayment } from "./start-payment";

type OrderBody = OrderLinesBody & {
  payment_channel_id?: number | undefined;
  use_balance?: boolean | undefined;
  locale?: "en" | "zh" | undefined;
};

interface Placing {
  client: ClientInfo;
  idempotencyKey: string | null;
  upstream: UpstreamSource;
}

export type PlacedOrder = OrderDetail & { payment?: PaymentView };

/** Upstream items are reserved at their main sites now, so that a shortage shows before the buyer pays (C62). */
async function placeUpstream(upstream: UpstreamSource, orderId: number): Promise<void> {
  try {
    await upstream.place(orderId);
  } catch (error) {
    if (!isAppError(error, "insufficient_stock")) {
      log.warn(
        { error, order_id: orderId },
        "an upstream order could not be placed; it is tried again after payment",
      );
      return;
    }
    await inTransaction((tx) => closeOrder(tx, orderId, "canceled", "system"));
    throw error;
  }
}

async function finish(
  created: CreatedOrder,
  { quote, actor }: Pick<CreateOrder, "quote" | "actor">,
  body: OrderBody,
  placing: Placing,
): Promise<PlacedOrder> {
  const { orderId } = created;
  const hasUpstream = quote.lines.some((line) => line.source === "upstream");
  if (hasUpstream && !created.isRepeat) await placeUpstream(placing.upstream, orderId);
  const order = created.unpaid ?? (await getOrderDetail(db(), orderId));
  if (order.status !== "pending_payment") return order;
  if (order.amount === order.wallet_paid_amount) {
    // Only now that the main site has reserved its part: a shortage must show before the money moves.
    await inTransaction((tx) => markOrderPaid(tx, orderId, { actor }));
    return getOrderDetail(db(), orderId);
  }
  if (!body.payment_channel_id) return order;
  const locale = body.locale ?? placing.client.locale;
  try {
    const payment = await startPayment({
      orderId,
      channelId: body.payment_channel_id,
      client: placing.client,
      locale,
    });
    return { ...order, payment };
  } catch (error) {
    // The order stands and its token is shown only now: a gateway that is down must not hide it. Paying again is offered.
    if (!isAppError(error, "state_conflict")) throw error;
    log.warn({ error, order_no: order.order_no }, "an order was placed, but its payment could not be begun");
    return order;
  }
}

async function create(
  input: Omit<CreateOrder, "expireMinutes" | "forms">,
  body: OrderBody,
  placing: Placing,
) {
  const { orderExpireMinutes } = await getSettings();
  const forms = checkForms(body, input.quote);
  // With a balance the rest to pay is not known yet: startPayment checks it again.
  if (body.payment_channel_id && !input.useBalance)
    await checkPaymentChannel(body.payment_channel_id, input.quote);
  const created = await createOrder({ ...input, forms, expireMinutes: orderExpireMinutes });
  return { created, order: await finish(created, input, body, placing) };
}

/** A guest's order. `email` is canonical. The token that opens it is returned once. */
export async function placeGuestOrder(
  email: string,
  body: OrderBody,
  placing: Placing,
): Promise<PlacedOrder & { guest_token: string }> {
  const { client, idempotencyKey } = placing;
  const { features } = await getSettings();
  if (!features.guestCheckout)
    throw new AppError("feature_disabled", "Orders without an account are switched off");
  const quote = await quoteBody({ kind: "guest", email }, body);
  if (quote.lines.some((line) => line.purchaseType === "member")) {
    throw new AppError("members_only", "This product is for members: log in to buy it");
  }
  const { created, order } = await create(
    {
      buyer: { kind: "guest", email, ip: client.ip },
      quote,
      locale: body.locale ?? client.locale,
      useBalance: false,
      idempotency: readIdempotency(`guest:${email}`, idempotencyKey, body),
      actor: "guest",
    },
    body,
    placing,
  );
  if (!created.guestToken) throw new Error("A guest order has a token");
  return { ...order, guest_token: created.guestToken };
}

export async function placeUserOrder(
  actor: UserActor,
  body: OrderBody,
  placing: Placing,
): Promise<PlacedOrder> {
  const { client, idempotencyKey } = placing;
  const { features } = await getSettings();
  if (body.use_balance && !features.wallet)
    throw new AppError("feature_disabled", "The wallet is switched off");
  const { email } = await db().user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { email: true },
  });
  const quote = await quoteBody({ kind: "user", userId: actor.userId, email }, body);
  const { order } = await create(
    {
      buyer: { kind: "user", userId: actor.userId, email, ip: client.ip },
      quote,
      locale: body.locale ?? client.locale,
      useBalance: body.use_balance ?? false,
      idempotency: readIdempotency(`user:${actor.userId}`, idempotencyKey, body),
      actor: `user:${actor.userId}`,
    },
    body,
    placing,
  );
  return order;
}
