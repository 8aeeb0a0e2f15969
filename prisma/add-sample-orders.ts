import { hashPassword } from "@/lib/accounts/password/hash-password";
import type { ClientInfo } from "@/lib/acts/actor";
import type { PaymentView } from "@/lib/checkout/pay/start-payment";
import { type PlacedOrder, placeGuestOrder, placeUserOrder } from "@/lib/checkout/place-order";
import { acceptNotification, bookPayment } from "@/lib/checkout/receive/accept-notification";
import { addSeconds, asOf, now } from "@/lib/core/clock";
import { newToken, newUuid, randomCode } from "@/lib/core/ids";
import { baseLocale } from "@/lib/core/locale";
import { parseMoney } from "@/lib/core/money";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { forgetJobs } from "@/lib/jobs/sql/graphile-private";
import { closeOrder } from "@/lib/orders/close-order";
import { completeItemDelivery } from "@/lib/orders/deliver/complete-item";
import { type Channel, findChannel } from "@/lib/payments/channels/channel-account";
import { testGateway, testMerchant } from "@/lib/payments/providers/test-gateway/test-gateway";
import { isTestGatewayOn } from "@/lib/payments/test-gateway/availability";
import { buyers, sampleOrders } from "./sample/orders";

type SampleOrder = (typeof sampleOrders)[number];

const hour = 3600;

/** Nothing at home: the sample sells nothing from other shops. */
const upstream = { place: async () => {} };

const clientOf = (order: SampleOrder): ClientInfo => ({
  // An address of the documentation network, one a buyer.
  ip: `203.0.113.${buyers.indexOf(order.buyer) + 10}`,
  userAgent: "Sample",
  requestId: newUuid(),
  readLocale: async () => order.buyer.locale ?? baseLocale,
  readCountry: async () => null,
});

/** Accounts that nobody can open: their password is not known to anyone. */
async function addMembers(): Promise<Map<string, number>> {
  const passwordHash = await hashPassword(newToken());
  const level = await db().memberLevel.findFirst({ where: { isDefault: true }, select: { id: true } });
  const at = addSeconds(now(), -31 * 24 * hour);
  const rows = await db().user.createManyAndReturn({
    data: buyers
      .filter(({ isMember }) => isMember)
      .map(({ email }) => ({
        email,
        nickname: email.split("@")[0] ?? "",
        passwordHash,
        memberLevelId: level?.id ?? null,
        createdAt: at,
        updatedAt: at,
      })),
    select: { id: true, email: true },
  });
  return new Map(rows.map(({ id, email }) => [email, id]));
}

interface Shop {
  channel: Channel;
  skus: Map<string, { id: number; productId: number }>;
  members: Map<string, number>;
}

function place(order: SampleOrder, { channel, skus, members }: Shop): Promise<PlacedOrder> {
  const sku = skus.get(order.code);
  if (!sku) throw new Error(`The sample has no option ${order.code}`);
  const body = {
    items: [
      {
        product_id: sku.productId,
        sku_id: sku.id,
        quantity: order.quantity,
        ...(order.answers ? { form: order.answers } : {}),
      },
    ],
    payment_channel_id: channel.id,
    ...(order.coupon ? { coupon_code: order.coupon } : {}),
  };
  const context = { client: clientOf(order), idempotencyKey: null, upstream };
  const userId = members.get(order.buyer.email);
  if (userId === undefined) return placeGuestOrder(order.buyer.email, body, context);
  return placeUserOrder({ kind: "user", userId, sessionId: "sample" }, body, context);
}

/** A notification of the gateway, without a signature to check and a gateway to ask: it is our own. */
function paidBy(currency: string, { payment_no, amount }: PaymentView, tradeNo: string) {
  const amountCents = parseMoney(amount) ?? 0n;
  return {
    paymentNo: payment_no,
    tradeNo,
    isPaid: true,
    status: "TRADE_SUCCESS",
    amountCents,
    currency,
    merchant: testMerchant,
  };
}

/** Makes the gateway's own books of a payment that was paid there. */
function gatewayBook({ payment_no, pay_url, amount }: PaymentView, tradeNo: string, paidAt: Date) {
  const asked = new URL(pay_url ?? "").searchParams;
  return {
    tradeNo,
    pid: testMerchant,
    outTradeNo: payment_no,
    type: "test",
    name: asked.get("name") ?? "",
    money: amount,
    notifyUrl: asked.get("notify_url") ?? "",
    returnUrl: asked.get("return_url") ?? "",
    status: "paid",
    notifyAttempts: 1,
    lastAnswer: "success",
    paidAt,
    createdAt: addSeconds(paidAt, -60),
  };
}

/** The buyer paid once more, with another trade: the money has to go back. */
async function payTwice(channel: Channel, payment: PaymentView): Promise<void> {
  const row = await db().payment.findUniqueOrThrow({ where: { paymentNo: payment.payment_no } });
  const tradeNo = newTradeNo();
  const event = {
    channelId: channel.id,
    paymentId: row.id,
    source: "notification",
    tradeNo,
    redacted: "",
    ip: null,
    requestId: null,
  } as const;
  await bookPayment({
    channel,
    notification: paidBy(row.currency, payment, tradeNo),
    payment: row,
    event,
  });
}

const newTradeNo = () => `TG${randomCode(20)}`;

async function deliver(orderNo: string, content: string): Promise<void> {
  const item = await db().orderItem.findFirstOrThrow({ where: { order: { orderNo } }, select: { id: true } });
  await inTransaction((tx) => completeItemDelivery(tx, { orderItemId: item.id, content, actor: "system" }));
}

async function close(orderNo: string, as: "expired" | "canceled"): Promise<void> {
  const { id } = await db().order.findUniqueOrThrow({ where: { orderNo }, select: { id: true } });
  await inTransaction((tx) => closeOrder(tx, id, as, as === "expired" ? "system" : "guest"));
}

/** @returns what the gateway's books say of it */
async function finish(order: SampleOrder, placed: PlacedOrder, { channel }: Shop, at: Date) {
  const { order_no: orderNo, expire_at: expireAt, payment } = placed;
  if (!payment) throw new Error("A sample order has no payment");
  const { outcome, delivered } = order;
  if (outcome === "expired" || outcome === "canceled") {
    await asOf(outcome === "expired" ? new Date(expireAt) : addSeconds(at, 300), () =>
      close(orderNo, outcome),
    );
    return [];
  }
  const tradeNo = newTradeNo();
  const paidAt = addSeconds(at, 90);
  const origin = { source: "query", redacted: "", client: null } as const;
  const { verdict } = await asOf(paidAt, () =>
    acceptNotification(channel, paidBy(placed.currency, payment, tradeNo), origin),
  );
  if (verdict !== "accepted") throw new Error(`A sample payment was answered ${verdict}`);
  if (outcome === "twice") await asOf(addSeconds(at, 150), () => payTwice(channel, payment));
  if (delivered !== undefined) await asOf(addSeconds(at, 3 * 24 * hour), () => deliver(orderNo, delivered));
  return [gatewayBook(payment, tradeNo, paidAt)];
}

/**
 * A month of orders for a sample shop that was just filled, each placed, paid and delivered by the services at its own time,
 * so that stock, ledger, counts and charts agree. Nobody is written to: what the orders would set off is forgotten.
 * Only where the test gateway takes the payments; killed half-way, the shop has fewer of them.
 */
export async function addSampleOrders(): Promise<number> {
  const row = await db().paymentChannel.findFirst({
    where: { provider: testGateway.code },
    select: { id: true },
  });
  const channel = row && (await isTestGatewayOn(db())) ? await findChannel(db(), row.id) : null;
  if (!channel) return 0;
  const skus = await db().sku.findMany({ select: { id: true, code: true, productId: true } });
  const shop = {
    channel,
    skus: new Map(skus.map(({ code, ...sku }) => [code, sku])),
    members: await addMembers(),
  };
  const start = now();
  const books = [];
  for (const order of sampleOrders) {
    const at = addSeconds(start, -order.secondsAgo);
    books.push(...(await finish(order, await asOf(at, () => place(order, shop)), shop, at)));
  }
  await db().testGatewayPayment.createMany({ data: books });
  await inTransaction((tx) => forgetJobs(tx));
  return sampleOrders.length;
}
