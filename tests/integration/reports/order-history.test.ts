import { describe, expect, it } from "vitest";
import { orderMails } from "@/lib/checkout/mails/order-mails";
import { newOrderNo } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { listOrders } from "@/lib/orders/staff/admin-queries";
import { adminOrdersQuery } from "@/lib/orders/staff/admin-schema";
import { addNote } from "@/lib/orders/staff/operate-order";
import { getOrderHistory } from "@/lib/reports/order-history";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { aClient, anAdmin, aProduct, aUser } from "../../support/builders/products";
import { aConnection, aSite } from "../../support/builders/sites";

async function aBusyOrder() {
  const { sku } = await aProduct({ keys: 5 });
  const { orderId } = await anOrder({ sku, email: "ada@example.com" });
  const order = await getOrder(orderId);
  const channelId = await aChannel({});
  const payment = await db().payment.create({
    data: {
      paymentNo: newOrderNo(),
      purpose: "order",
      orderId,
      channelId,
      amountCents: order.amountCents,
      currency: order.currency,
      expiresAt: order.expireAt,
    },
  });
  await db().paymentEvent.create({
    data: {
      channelId,
      paymentId: payment.id,
      source: "notification",
      verdict: "refused",
      reason: "wrong signature",
    },
  });
  await pay(orderId);
  await orderMails["order.paid"]({ orderId });
  await orderMails["order.delivered"]({ orderId });
  const actor = await anAdmin();
  await addNote({ actor, client: aClient(), orderNo: order.orderNo }, "called the buyer");
  const { site } = await aSite({ name: "Corner shop" });
  const [event] = await db().orderEvent.findMany({ where: { orderId }, take: 1 });
  await db().callback.create({
    data: {
      siteId: site.id,
      orderId,
      event: "fulfilled",
      orderEventId: event?.id ?? 0,
      bodySealed: new Uint8Array([1]),
      status: "failed",
      lastError: "timed out",
    },
  });
  const connection = await aConnection(
    { key: "agent_key_0001", secret: "s", baseUrl: "http://127.0.0.1:1" },
    { name: "Main site" },
  );
  const [item] = order.items;
  await db().purchase.create({
    data: {
      connectionId: connection.id,
      orderItemId: item?.id ?? 0,
      upstreamProductId: 1,
      upstreamSkuId: 1,
      quantity: 1,
      downstreamOrderNo: order.orderNo,
      upstreamOrderNo: "KMAIN",
      status: "failed",
      lastError: "sold out there",
    },
  });
  return { sku, actor, order };
}

const who = (role: "owner" | "support" | "viewer", actor: Awaited<ReturnType<typeof anAdmin>>) => ({
  ...actor,
  role,
});

describe("the history of an order", () => {
  it("holds its events, mails, notifications, callbacks and purchases, newest first", async () => {
    const { actor, order } = await aBusyOrder();
    const { entries } = await getOrderHistory(actor, order.orderNo);
    expect(entries.map(({ at }) => at)).toEqual(
      entries
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(new Set(entries.map(({ area }) => area))).toEqual(
      new Set(["order", "mail", "notification", "callback", "purchase"]),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        area: "mail",
        kind: "order_delivered",
        state: "outbox",
        text: "ada@example.com",
      }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({ area: "notification", state: "refused", refusal: "wrong signature" }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        area: "callback",
        state: "failed",
        text: "Corner shop",
        problem: { rule: "text", values: { text: "timed out" } },
      }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        area: "purchase",
        state: "failed",
        text: "KMAIN",
        problem: { rule: "text", values: { text: "sold out there" } },
      }),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({
        kind: "note",
        text: "called the buyer",
        by: { kind: "staff", name: actor.email },
      }),
    );
  });

  it("says of a purchase that is under way what happened, and not the state that it waits in", async () => {
    const { actor, order } = await aBusyOrder();
    const statesOf = async (status: "paying" | "awaiting_goods") => {
      await db().purchase.updateMany({ data: { status, paidAt: new Date(), lastError: null } });
      const { entries } = await getOrderHistory(who("owner", actor), order.orderNo);
      return entries.filter(({ area }) => area === "purchase").map(({ state }) => state);
    };
    for (const status of ["paying", "awaiting_goods"] as const)
      expect(new Set(await statesOf(status))).toEqual(new Set(["ordered", "paid"]));
  });

  it("leaves out what the reader's role may not see", async () => {
    const { actor, order } = await aBusyOrder();
    const areas = async (role: "support" | "viewer") =>
      new Set((await getOrderHistory(who(role, actor), order.orderNo)).entries.map(({ area }) => area));
    expect(await areas("support")).toEqual(new Set(["order", "mail", "notification"]));
    expect(await areas("viewer")).toEqual(new Set(["order", "notification", "callback", "purchase"]));
  });

  it("names the buyer's other orders and what they paid", async () => {
    const { sku, actor, order } = await aBusyOrder();
    const { orderId } = await anOrder({ sku, email: "ada@example.com" });
    await pay(orderId);
    await anOrder({ sku, email: "ada@example.com" });
    await anOrder({ sku, email: "grace@example.com" });
    const other = await getOrder(orderId);
    const { buyer } = await getOrderHistory(actor, order.orderNo);
    expect(buyer.recent).toHaveLength(2);
    expect(buyer.totals).toEqual([expect.objectContaining({ orders: 1, refunded: "0.00" })]);
    expect(buyer.recent.map((row) => row.order_no)).toContain(other.orderNo);
    expect(buyer.orders).toBe("/admin/orders?search=ada%40example.com");
  });

  it("leads to the account of a member and to that member's orders, with what staff noted for whom may read it", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const user = await aUser({ note: "Pays by transfer." });
    const { orderId } = await anOrder({ sku, userId: user.id, email: user.email });
    await anOrder({ sku });
    const { orderNo } = await getOrder(orderId);
    const actor = await anAdmin();
    const { buyer } = await getOrderHistory(actor, orderNo);
    expect(buyer).toMatchObject({
      href: `/admin/users/${user.id}`,
      note: "Pays by transfer.",
      orders: `/admin/orders?user_id=${user.id}`,
    });
    const query = adminOrdersQuery.parse({ user_id: String(user.id) });
    expect((await listOrders(query)).orders.map((row) => row.order_no)).toEqual([orderNo]);
    const viewed = await getOrderHistory(who("viewer", actor), orderNo);
    expect(viewed.buyer).toMatchObject({ href: null, note: "" });
  });
});
