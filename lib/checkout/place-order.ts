import type { ClientInfo, UserActor } from "../accounts/actor";
import { AppError, isAppError } from "../core/errors";
import type { Locale } from "../core/locale";
import { log } from "../core/log";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { closeOrder } from "../orders/close-order";
import { type CreatedOrder, createOrder } from "../orders/create-order";
import { findFirstAnswer, forgetFirstAnswer, type Idempotency, readIdempotency } from "../orders/idempotency";
import type { OrderBuyer } from "../orders/insert-order";
import { markOrderPaid } from "../orders/mark-order-paid";
import { getOrderDetail } from "../orders/queries";
import type { OrderDetail, OrderLinesBody } from "../orders/schema";
import type { UpstreamSource } from "../orders/upstream-source";
import type { Channel } from "../payments/channel-account";
import type { OrderQuote, QuoteBuyer } from "../pricing/types";
import { getSettings } from "../settings/queries";
import { checkForms, quoteBody } from "./quote-body";
import {
  checkPaymentChannel,
  type PaymentView,
  type Subject,
  startFirstPayment,
  startPayment,
} from "./start-payment";

type OrderBody = OrderLinesBody & {
  payment_channel_id?: number | undefined;
  use_balance?: boolean | undefined;
  locale?: Locale | undefined;
};

interface Placing {
  client: ClientInfo;
  idempotencyKey: string | null;
  upstream: UpstreamSource;
}

export type PlacedOrder = OrderDetail & { payment?: PaymentView };

/** Upstream items are reserved at their main sites now, so that a shortage shows before the buyer pays (C62). */
async function placeUpstream(
  upstream: UpstreamSource,
  orderId: number,
  idempotency: Idempotency | null,
): Promise<void> {
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
    const isClosed = await inTransaction(async (tx) => {
      if (!(await closeOrder(tx, orderId, "canceled", "system"))) return false;
      if (idempotency) await forgetFirstAnswer(tx, idempotency);
      return true;
    });
    // A repeat of the request may have paid it from the balance meanwhile: then it is an order like any other.
    if (isClosed) throw error;
  }
}

/** An order together with the payment that was just begun for it. */
export const withPayment = (order: OrderDetail, payment: PaymentView): PlacedOrder => {
  const { payment_no, channel_id } = payment;
  return { ...order, last_payment: { payment_no, channel_id, state: "pending", failure: null }, payment };
};

interface Placement {
  created: CreatedOrder;
  actor: string;
  idempotency: Idempotency | null;
  hasUpstream: boolean;
  /** What is known of the payment to begin, when nothing can have happened to the order yet. */
  firstPayment?: { channel: Channel; subject: Subject } | undefined;
}

async function finish(
  { created, actor, idempotency, hasUpstream, firstPayment }: Placement,
  body: OrderBody,
  placing: Placing,
): Promise<PlacedOrder> {
  const { orderId } = created;
  if (hasUpstream && !created.isRepeat) await placeUpstream(placing.upstream, orderId, idempotency);
  // While a main site was asked, something may have happened to the order.
  const order = (hasUpstream ? null : created.unpaid) ?? (await getOrderDetail(db(), orderId));
  if (order.status !== "pending_payment") return order;
  if (order.amount === order.wallet_paid_amount) {
    // Only now that the main site has reserved its part: a shortage must show before the money moves.
    await inTransaction((tx) => markOrderPaid(tx, orderId, { actor }));
    return getOrderDetail(db(), orderId);
  }
  if (!body.payment_channel_id) return order;
  try {
    const payment = firstPayment
      ? await startFirstPayment(orderId, firstPayment.subject, firstPayment.channel, placing.client)
      : await startPayment({ orderId, channelId: body.payment_channel_id, client: placing.client });
    return withPayment(order, payment);
  } catch (error) {
    // The order stands and its token is shown only now: no refusal of a payment may hide it. Paying again is offered.
    if (!isAppError(error)) throw error;
    log.warn(
      { reason: error.message, order_no: order.order_no },
      "an order was placed, but its payment could not be begun",
    );
    return getOrderDetail(db(), orderId);
  }
}

interface NewOrderOf {
  buyer: OrderBuyer;
  quoteBuyer: QuoteBuyer;
  actor: string;
  idempotency: Idempotency | null;
  checkQuote?: (quote: OrderQuote) => void;
}

async function create(who: NewOrderOf, body: OrderBody, placing: Placing): Promise<Placement> {
  const { buyer, actor, idempotency } = who;
  const locale = await placing.client.readLocale(body.locale);
  const quote = await quoteBody(who.quoteBuyer, placing.client, body, locale);
  who.checkQuote?.(quote);
  const useBalance = buyer.kind === "user" && (body.use_balance ?? false);
  const forms = checkForms(body, quote);
  // With a balance the rest to pay is not known yet: startPayment checks it again.
  const channel =
    body.payment_channel_id && !useBalance ? await checkPaymentChannel(body.payment_channel_id, quote) : null;
  const { orderExpireMinutes } = await getSettings();
  const created = await createOrder({
    buyer,
    quote,
    forms,
    locale,
    useBalance,
    idempotency,
    actor,
    expireMinutes: orderExpireMinutes,
  });
  const hasUpstream = quote.lines.some((line) => line.source === "upstream");
  const isFresh = channel !== null && created.unpaid !== undefined && !hasUpstream;
  const subject = created.unpaid && {
    amountCents: quote.amountCents,
    currency: quote.currency,
    expiresAt: new Date(created.unpaid.expire_at),
    title: quote.lines[0]?.title ?? "Order",
  };
  const firstPayment = isFresh && subject ? { channel, subject } : undefined;
  return { created, actor, idempotency, hasUpstream, firstPayment };
}

/** A repeat is answered like the first time also when the shop would refuse it by now: its coupon is used, its product gone. */
async function createOnce(who: NewOrderOf, body: OrderBody, placing: Placing): Promise<Placement> {
  try {
    return await create(who, body, placing);
  } catch (error) {
    const first = isAppError(error) && who.idempotency && (await findFirstAnswer(db(), who.idempotency));
    if (!first) throw error;
    return { ...who, created: { ...first, isRepeat: true }, hasUpstream: false };
  }
}

function refuseMembersGoods({ lines }: OrderQuote): void {
  if (lines.some((line) => line.purchaseType === "member"))
    throw new AppError("members_only", "members_only");
}

/** A guest's order. `email` is canonical. The token that opens it is returned once. */
export async function placeGuestOrder(
  email: string,
  body: OrderBody,
  placing: Placing,
): Promise<PlacedOrder & { guest_token: string }> {
  const { features } = await getSettings();
  if (!features.guestCheckout) throw new AppError("feature_disabled", "guests_off");
  const who: NewOrderOf = {
    buyer: { kind: "guest", email, ip: placing.client.ip },
    quoteBuyer: { kind: "guest", email },
    actor: "guest",
    idempotency: readIdempotency(`guest:${email}`, placing.idempotencyKey, body),
    checkQuote: refuseMembersGoods,
  };
  const placement = await createOnce(who, body, placing);
  const order = await finish(placement, body, placing);
  if (!placement.created.guestToken) throw new Error("A guest order has a token");
  return { ...order, guest_token: placement.created.guestToken };
}

export async function placeUserOrder(
  actor: UserActor,
  body: OrderBody,
  placing: Placing,
): Promise<PlacedOrder> {
  const { features } = await getSettings();
  if (body.use_balance && !features.wallet) throw new AppError("feature_disabled", "wallet_off");
  const { userId } = actor;
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const who: NewOrderOf = {
    buyer: { kind: "user", userId, email, ip: placing.client.ip },
    quoteBuyer: { kind: "user", userId, email },
    actor: `user:${userId}`,
    idempotency: readIdempotency(`user:${userId}`, placing.idempotencyKey, body),
  };
  return finish(await createOnce(who, body, placing), body, placing);
}
