import type { ClientInfo, UserActor } from "../acts/actor";
import { AppError, isAppError } from "../core/errors";
import type { Locale } from "../core/locale";
import { log } from "../core/process/log";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import type { GiftIn } from "../orders/gifts/schema";
import { lockOrder, markOrderPaid } from "../orders/mark-order-paid";
import { type CreatedOrder, createOrder, withdrawOrder } from "../orders/place/create-order";
import { findFirstAnswer, type Idempotency, readIdempotency } from "../orders/place/idempotency";
import type { UpstreamSource } from "../orders/place/upstream-source";
import { getOrderDetail } from "../orders/queries";
import type { OrderDetail, OrderLinesBody } from "../orders/schema";
import type { OrderBuyer } from "../orders/sql/open-orders";
import { type Channel, getUsableChannel } from "../payments/channels/channel-account";
import type { OrderQuote, QuoteBuyer } from "../pricing/types";
import { getSettings, requireOpenShop } from "../settings/queries";
import { termsVersionOf } from "../settings/terms-version";
import { quoteChooser } from "./choosers";
import { checkPaymentChannel, type PaymentView, startPayment } from "./pay/start-payment";
import { checkForms, quoteBody } from "./quote-body";
import { readGift } from "./read-gift";

type OrderBody = OrderLinesBody & {
  payment_channel_id?: number | undefined;
  use_balance?: boolean | undefined;
  locale?: Locale | undefined;
  gift?: GiftIn | undefined;
};

interface RequestContext {
  client: ClientInfo;
  idempotencyKey: string | null;
  upstream: UpstreamSource;
  /** Told of a repeat of an earlier request, whose order is answered again. */
  noteRepeat?: () => void;
}

export type PlacedOrder = OrderDetail & { payment?: PaymentView };

/** An order together with the payment that was just begun for it. */
export const withPayment = (order: OrderDetail, payment: PaymentView): PlacedOrder => {
  const { payment_no, channel_id } = payment;
  return { ...order, last_payment: { payment_no, channel_id, state: "pending", failure: null }, payment };
};

/** Buyer and order. The steps add what they find out, so that none reads or unseals it again. */
interface Request extends RequestContext {
  body: OrderBody;
  buyer: OrderBuyer;
  quoteBuyer: QuoteBuyer;
  actor: string;
  idempotency: Idempotency | null;
  checkQuote?: (quote: OrderQuote) => void;
}

interface PricedOrder extends Request {
  locale: Locale;
  quote: OrderQuote;
}

interface CheckedOrder extends PricedOrder {
  forms: (Record<string, string> | null)[];
  usesBalance: boolean;
  /** Null as well with a balance: the rest to pay is not known before it is held. */
  channel: Channel | null;
}

interface InsertedOrder extends Request {
  created: CreatedOrder;
  /** Not for a repeat of an earlier request. */
  checked: CheckedOrder | null;
}

/**
 * The order's story. What a step changes is undone by `withdrawOrder`, which gives back everything that step 3 took; the
 * steps before it keep nothing, and after it only a shortage at a main site undoes an order: a payment that could not
 * begin leaves it open, to be paid again.
 */
async function place(request: Request): Promise<{ order: PlacedOrder; created: CreatedOrder }> {
  const inserted = await onceByKey(request, async () => {
    const priced = await price(request);
    const checked = await check(priced);
    return reserveAndInsert(checked);
  });
  if (inserted.created.isRepeat) request.noteRepeat?.();
  await reserveUpstream(inserted);
  return { order: await pay(inserted), created: inserted.created };
}

/** A repeat is answered like the first time also when the shop would refuse it by now: its coupon is used, its product gone. */
async function onceByKey(request: Request, insert: () => Promise<InsertedOrder>): Promise<InsertedOrder> {
  try {
    return await insert();
  } catch (error) {
    const first =
      isAppError(error) && request.idempotency && (await findFirstAnswer(db(), request.idempotency));
    if (!first) throw error;
    return { ...request, created: { ...first, isRepeat: true }, checked: null };
  }
}

/** Step 1: what the lines cost this buyer, with their texts in the buyer's language. */
async function price(request: Request): Promise<PricedOrder> {
  const locale = await request.client.readLocale(request.body.locale);
  const quote = await quoteBody(request.quoteBuyer, request.client, request.body, locale);
  request.checkQuote?.(quote);
  return { ...request, locale, quote };
}

/** Step 2: the buyer's answers, and whether the payment channel takes this sum. */
async function check(priced: PricedOrder): Promise<CheckedOrder> {
  const { body, buyer, quote, quoteBuyer, client } = priced;
  const usesBalance = buyer.kind === "user" && (body.use_balance ?? false);
  const forms = checkForms(body, quote);
  const channelId = body.payment_channel_id;
  if (!channelId) return { ...priced, forms, usesBalance, channel: null };
  const chooser = quoteChooser(quote, quoteBuyer, client);
  if (!usesBalance)
    return { ...priced, forms, usesBalance, channel: await checkPaymentChannel(channelId, chooser, quote) };
  await getUsableChannel(db(), channelId, chooser);
  return { ...priced, forms, usesBalance, channel: null };
}

/** Step 3: the order's rows with the stock, coupon and balance that they need, or nothing. */
async function reserveAndInsert(checked: CheckedOrder): Promise<InsertedOrder> {
  const { buyer, quote, forms, usesBalance, idempotency, actor, locale } = checked;
  const settings = await getSettings();
  const created = await createOrder({
    buyer,
    quote,
    forms,
    locale,
    useBalance: usesBalance,
    idempotency,
    actor,
    gift: await readGift(checked.body.gift, quote),
    country: await checked.client.readCountry(),
    termsVersion: termsVersionOf(settings),
    expireMinutes: settings.orderExpireMinutes,
  });
  return { ...checked, created, checked: created.isRepeat ? null : checked };
}

const hasUpstream = ({ checked }: InsertedOrder): boolean =>
  checked?.quote.lines.flatMap((line) => line.parts ?? line).some((line) => line.source === "upstream") ??
  false;

/** Step 4: what main sites sell is reserved there now, so that a shortage shows before the buyer pays (C62). */
async function reserveUpstream(order: InsertedOrder): Promise<void> {
  if (!hasUpstream(order)) return;
  const { orderId } = order.created;
  try {
    await order.upstream.place(orderId);
  } catch (error) {
    if (!isAppError(error, "insufficient_stock")) {
      log.warn(
        { error, order_id: orderId },
        "an upstream order could not be placed; it is tried again after payment",
      );
      return;
    }
    // A repeat of the request may have paid it from the balance meanwhile: then it is an order like any other.
    if (await withdrawOrder(orderId, order.idempotency)) throw error;
  }
}

/** Step 5: pays from the balance, or begins the payment at the channel that the buyer named. */
async function pay(placed: InsertedOrder): Promise<PlacedOrder> {
  const { created, body, actor } = placed;
  const { orderId } = created;
  // While a main site was asked, something may have happened to the order.
  const order = (hasUpstream(placed) ? null : created.unpaid) ?? (await getOrderDetail(db(), orderId));
  if (order.status !== "pending_payment") return order;
  if (order.amount === order.wallet_paid_amount) {
    // Only now that the main site has reserved its part: a shortage must show before the money moves.
    await inTransaction(async (tx) => markOrderPaid(tx, await lockOrder(tx, orderId), { actor }));
    return getOrderDetail(db(), orderId);
  }
  if (!body.payment_channel_id) return order;
  try {
    return withPayment(order, await startPaymentOf(placed, body.payment_channel_id));
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

/** With the channel that was checked before, while nothing can have happened to the order yet. */
function startPaymentOf(placed: InsertedOrder, channelId: number): Promise<PaymentView> {
  const { created, checked, client } = placed;
  const { orderId, unpaid } = created;
  if (!checked?.channel || !unpaid || hasUpstream(placed))
    return startPayment({ orderId, channelId, client });
  return startPayment({ orderId, orderNo: unpaid.order_no, channelId, channel: checked.channel, client });
}

function refuseMembersGoods({ lines }: OrderQuote): void {
  if (lines.some((line) => line.purchaseType === "member"))
    throw new AppError("members_only", "members_only");
}

/** A guest's order. `email` is canonical. The token that opens it is returned once. */
export async function placeGuestOrder(
  email: string,
  body: OrderBody,
  context: RequestContext,
): Promise<PlacedOrder & { guest_token: string }> {
  await requireOpenShop();
  const { features } = await getSettings();
  if (!features.guestCheckout) throw new AppError("feature_disabled", "guests_off");
  const { order, created } = await place({
    ...context,
    body,
    buyer: { kind: "guest", email, ip: context.client.ip },
    quoteBuyer: { kind: "guest", email },
    actor: "guest",
    idempotency: readIdempotency(`guest:${email}`, context.idempotencyKey, body),
    checkQuote: refuseMembersGoods,
  });
  if (!created.guestToken) throw new Error("A guest order has a token");
  return { ...order, guest_token: created.guestToken };
}

export async function placeUserOrder(
  actor: UserActor,
  body: OrderBody,
  context: RequestContext,
): Promise<PlacedOrder> {
  await requireOpenShop();
  const { features } = await getSettings();
  if (body.use_balance && !features.wallet) throw new AppError("feature_disabled", "wallet_off");
  const { userId } = actor;
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const { order } = await place({
    ...context,
    body,
    buyer: { kind: "user", userId, email, ip: context.client.ip },
    quoteBuyer: { kind: "user", userId, email },
    actor: `user:${userId}`,
    idempotency: readIdempotency(`user:${userId}`, context.idempotencyKey, body),
  });
  return order;
}
