import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { newOrderNo } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { getAdminOrder } from "@/lib/orders/staff/admin-queries";
import { itemSecrets } from "@/lib/orders/view";
import { orderInclude } from "@/lib/orders/viewed-rows";
import { anOrder, type OrderOptions, pay, stockOf } from "../../support/builders/orders";
import { ledgerOf } from "../../support/builders/payments";
import { addKeys, aProduct, aUser, keyOf } from "../../support/builders/products";
import { balanceOf } from "../../support/builders/wallet";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const { cancelOrder, changeOrders, confirmOrderPaid, deliverOrderAgain, deliverOrderByHand, refundOrder } =
  adminOrders;

const staff = staffOfTest("manager");

type Handler = typeof cancelOrder;
const at = (orderNo: string, body?: unknown) => ({
  params: { order_no: orderNo },
  ...(body === undefined ? {} : { body }),
});
const act = (handler: Handler, orderNo: string, body?: unknown) =>
  staff.call<Record<string, string>>(handler, "POST", at(orderNo, body));

async function placed(options: OrderOptions) {
  const { orderId } = await anOrder(options);
  const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
  return { orderId, no: orderNo, sku: options.sku };
}

async function anUnpaidOrder() {
  const { sku } = await aProduct({ keys: 3 });
  return placed({ sku, quantity: 2 });
}

async function aPaidOrder(options: Partial<OrderOptions> = {}) {
  const { sku } = await aProduct({ keys: 3 });
  const order = await placed({ sku, ...options });
  await pay(order.orderId);
  return order;
}

/** A product whose content an operator writes for each buyer. */
async function aManualOrder() {
  const { sku } = await aProduct({ kind: "none", units: 5 });
  const order = await placed({ sku });
  await pay(order.orderId);
  return order;
}

const read = (no: string) =>
  db().order.findUniqueOrThrow({ where: { orderNo: no }, include: { ...orderInclude, events: true } });
const handedOver = async (no: string) => (await read(no)).items.map((item) => itemSecrets(item));

/** One row, which names who did it and to what. */
async function expectAudit(no: string, action: string, data: object = {}) {
  expect(await audits()).toEqual([{ actor: `staff:${staff.email()}`, action, target: `order:${no}`, data }]);
}

const acts: [string, Handler, object | undefined][] = [
  ["cancel", cancelOrder, undefined],
  ["confirm-paid", confirmOrderPaid, { note: "Bank transfer" }],
  ["deliver", deliverOrderAgain, undefined],
  ["deliver-by-hand", deliverOrderByHand, { item: 1, content: "KEY" }],
  ["refund", refundOrder, { amount: "1.00", method: "manual" }],
  ["replace-content", adminOrders.replaceContent, { item: 1, content: "KEY", reason: "used" }],
  ["replace-secret", adminOrders.replaceSecret, { secret_id: 1, reason: "used" }],
];

describe("POST /api/v1/admin/orders/:order_no/…", () => {
  it.each(acts)(
    "%s is for staff who may change orders, and knows only those there are",
    async (_, handler, body) => {
      const { no } = await anUnpaidOrder();
      await expectStaffOnly(handler, "POST", at(no, body), "viewer");
      for (const unknown of [newOrderNo(), "../etc/passwd"])
        expectRefusal(await act(handler, unknown, body), 404, "Order not found");
      expect(await read(no)).toMatchObject({ status: "pending_payment" });
      expect(await audits()).toEqual([]);
    },
  );

  it.each<[string, string, Handler, object]>([
    ["confirm-paid", "note", confirmOrderPaid, {}],
    ["confirm-paid", "note", confirmOrderPaid, { note: " " }],
    ["confirm-paid", "note", confirmOrderPaid, { note: "x".repeat(301) }],
    ["deliver-by-hand", "item", deliverOrderByHand, { content: "KEY" }],
    ["deliver-by-hand", "item", deliverOrderByHand, { item: 0, content: "KEY" }],
    ["deliver-by-hand", "item", deliverOrderByHand, { item: "1", content: "KEY" }],
    ["deliver-by-hand", "content", deliverOrderByHand, { item: 1, content: "" }],
    ["refund", "amount", refundOrder, { method: "manual" }],
    ["refund", "amount", refundOrder, { amount: 1, method: "manual" }],
    ["refund", "amount", refundOrder, { amount: "-1.00", method: "manual" }],
    ["refund", "amount", refundOrder, { amount: "0.00", method: "manual" }],
    ["refund", "amount", refundOrder, { amount: "9.91", method: "manual" }],
    ["refund", "method", refundOrder, { amount: "1.00", method: "cash" }],
    ["refund", "method", refundOrder, { amount: "1.00", method: "wallet" }],
    ["refund", "method", refundOrder, { amount: "1.00", method: "deposit" }],
    ["refund", "request_key", refundOrder, { amount: "1.00", method: "manual", request_key: "1" }],
    ["replace-content", "item", adminOrders.replaceContent, { content: "KEY", reason: "used" }],
    ["replace-content", "reason", adminOrders.replaceContent, { item: 1, content: "KEY" }],
    ["replace-secret", "secret_id", adminOrders.replaceSecret, { reason: "used" }],
    ["replace-secret", "secret_id", adminOrders.replaceSecret, { secret_id: 999_999, reason: "used" }],
    ["replace-secret", "reason", adminOrders.replaceSecret, { secret_id: 1, reason: "" }],
  ])("%s names the member %s when it is wrong", async (_, field, handler, body) => {
    const { no } = await aPaidOrder();
    expectRefusal(await act(handler, no, body), 400, new RegExp(`^${field}: `));
    expect(await read(no)).toMatchObject({ status: "delivered", refundedCents: 0n });
    expect(await audits()).toEqual([]);
  });
});

describe("what staff did stands in the audit log, once [A25]", () => {
  it("cancel gives the stock of an unpaid order back", async () => {
    const { no, sku } = await anUnpaidOrder();
    expect((await act(cancelOrder, no)).data).toEqual({ done: true });
    expect(await read(no)).toMatchObject({ status: "canceled" });
    expect((await stockOf(sku.id)).counters).toEqual({ available: 3, reserved: 0, sold: 0 });
    await expectAudit(no, "order.cancel");
    expectRefusal(await act(cancelOrder, no), 409, "Only an unpaid order can be canceled", 40906);
    await expectAudit(no, "order.cancel");
  });

  it("cancels all that match and still wait, and leaves what was paid or came since", async () => {
    const [first, second, later] = [await anUnpaidOrder(), await anUnpaidOrder(), await anUnpaidOrder()];
    const paid = await aPaidOrder();
    const inAnHour = new Date(Date.now() + 3_600_000);
    await db().order.update({ where: { id: later.orderId }, data: { createdAt: inAnHour } });
    const change = async (body: object) => (await staff.call(changeOrders, "POST", { body })).data;
    const all = { act: "cancel", match: {}, drawn_at: new Date().toISOString() };
    expect(await change({ ...all, match: { product_id: "999999" } })).toMatchObject({ changed: 0 });
    expect(await change({ ...all, after: first.orderId })).toEqual({ changed: 1, skipped: 0, next: null });
    expect(await change(all)).toEqual({ changed: 1, skipped: 0, next: null });
    for (const { no } of [first, second]) expect(await read(no)).toMatchObject({ status: "canceled" });
    expect(await read(later.no)).toMatchObject({ status: "pending_payment" });
    expect((await stockOf(first.sku.id)).counters).toEqual({ available: 3, reserved: 0, sold: 0 });
    // Named ones are tried, and counted where they refuse.
    expect(await change({ act: "cancel", order_nos: [paid.no, later.no] })).toMatchObject({
      changed: 1,
      skipped: 1,
    });
    expect(await read(paid.no)).toMatchObject({ status: "delivered" });
    await expectStaffOnly(changeOrders, "POST", { body: { act: "cancel", order_nos: [paid.no] } }, "viewer");
  });

  it("delivers all that failed as far as the stock reaches", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const orders = [await placed({ sku })];
    await act(cancelOrder, orders[0]?.no ?? "");
    orders.push(await placed({ sku }));
    await act(cancelOrder, orders[1]?.no ?? "");
    await placed({ sku });
    for (const { no } of orders) await act(confirmOrderPaid, no, { note: "late" });
    for (const { no } of orders) expect(await read(no)).toMatchObject({ fulfillmentStatus: "failed" });
    // Goods that a lost dispute took are delivered by the button of that one order alone.
    const lost = { dispute: "D1", outcome: "lost" };
    await db().orderEvent.create({
      data: { orderId: orders[0]?.orderId ?? 0, kind: "dispute_closed", actor: "test", data: lost },
    });
    await addKeys(sku.id, 1, 2);
    const body = { act: "deliver", match: { tab: "failed" }, drawn_at: new Date().toISOString() };
    const { data } = await staff.call(changeOrders, "POST", { body });
    expect(data).toEqual({ changed: 1, skipped: 1, next: null });
    expect((await Promise.all(orders.map(({ no }) => read(no)))).map((row) => row.fulfillmentStatus)).toEqual(
      ["failed", "ready"],
    );
  });

  it("confirm-paid books the money that came outside any gateway, and delivers", async () => {
    const { no, sku } = await anUnpaidOrder();
    const note = { note: "Bank transfer 17" };
    const answers = await Promise.all(Array.from({ length: 4 }, () => act(confirmOrderPaid, no, note)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expectRefusal(await act(confirmOrderPaid, no, note), 409, "This order is already paid", 40906);
    expect(await read(no)).toMatchObject({ status: "delivered", paymentStatus: "paid" });
    expect(await handedOver(no)).toEqual([[keyOf(sku.id, 1), keyOf(sku.id, 2)]]);
    expect(await ledgerOf(no)).toEqual({ shop_clearing: -1980n, shop_revenue: 1980n });
    await expectAudit(no, "order.confirm_paid", note);
  });

  it("deliver hands over what was short, and says so while it still is [C24]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { no } = await placed({ sku });
    await act(cancelOrder, no);
    const { no: other } = await placed({ sku });
    await act(confirmOrderPaid, no, { note: "late" });
    const before = (await audits()).length;
    expect(await read(no)).toMatchObject({ paymentStatus: "paid", fulfillmentStatus: "failed" });
    expectRefusal(await act(deliverOrderAgain, no), 409, /still not enough stock/, 4099);
    expectRefusal(await act(deliverOrderAgain, other), 409, "Only a paid order can be delivered", 40906);
    await addKeys(sku.id, 1, 2);
    expect((await act(deliverOrderAgain, no)).data).toEqual({ done: true });
    expect(await handedOver(no)).toEqual([[keyOf(sku.id, 2)]]);
    expect((await audits()).slice(before)).toEqual([
      { actor: `staff:${staff.email()}`, action: "order.deliver", target: `order:${no}`, data: {} },
    ]);
  });

  it("deliver-by-hand hands over the operator's words, once, and keeps them out of the log", async () => {
    const { no, sku } = await aManualOrder();
    const body = { item: 1, content: "CANARY-1\nCANARY-2" };
    const answers = await Promise.all(Array.from({ length: 3 }, () => act(deliverOrderByHand, no, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await read(no)).toMatchObject({ status: "delivered" });
    expect(await handedOver(no)).toEqual([["CANARY-1\nCANARY-2"]]);
    expect((await stockOf(sku.id)).counters).toEqual({ available: 4, reserved: 0, sold: 1 });
    await expectAudit(no, "order.deliver_by_hand", { item: 1 });
    expectRefusal(await act(deliverOrderByHand, no, { ...body, item: 2 }), 404, "Order item not found");
    const unpaid = await anUnpaidOrder();
    expectRefusal(await act(deliverOrderByHand, unpaid.no, body), 409, "This order is not paid", 40906);
  });

  it("refund gives back a part and the rest, and a form that is sent twice gives back once", async () => {
    const user = await aUser();
    const { no } = await aPaidOrder({ userId: user.id, email: user.email });
    const part = { amount: "4.00", method: "wallet", reason: "Half", request_key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => act(refundOrder, no, part)));
    expect(new Set(answers.map(({ status, data }) => `${status} ${data?.refund_no}`)).size).toBe(1);
    expect(await read(no)).toMatchObject({ paymentStatus: "partially_refunded", status: "delivered" });
    expect(await balanceOf(user.id)).toBe(400n);
    await expectAudit(no, "order.refund", { amount: "4.00", method: "wallet" });
    const other = await act(refundOrder, no, { ...part, amount: "5.00" });
    expectRefusal(other, 409, /^This form was already used for a refund of another amount/, 40905);
    const rest = { amount: "5.90", method: "manual" };
    const final = await act(refundOrder, no, rest);
    expect(final.data.refund_no).not.toBe(answers[0]?.data.refund_no);
    expect(await read(no)).toMatchObject({
      status: "refunded",
      fulfillmentStatus: "revoked",
      refundedCents: 990n,
    });
    expect(await handedOver(no)).toEqual([null]);
    expectRefusal(await act(refundOrder, no, rest), 409, /^An order that is refunded cannot/, 40906);
    expect(await audits()).toHaveLength(2);
    const unpaid = await anUnpaidOrder();
    expectRefusal(await act(refundOrder, unpaid.no, rest), 409, /^An order that is not paid cannot/, 40906);
  });

  it("replace-secret gives another key for one that does not work, once", async () => {
    const { no, sku } = await aPaidOrder();
    const { secret_id } = (await getAdminOrder(no)).keys[0] ?? { secret_id: 0 };
    const foreign = await aPaidOrder();
    const body = { secret_id, reason: "used already" };
    expectRefusal(
      await act(adminOrders.replaceSecret, foreign.no, body),
      400,
      "secret_id: is not a unit of this order",
    );
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => act(adminOrders.replaceSecret, no, body)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await handedOver(no)).toEqual([[keyOf(sku.id, 2)]]);
    await expectAudit(no, "order.replace_secret", { item: 1, reason: "used already" });
    const next = (await getAdminOrder(no)).keys[0]?.secret_id;
    await act(adminOrders.replaceSecret, no, { ...body, secret_id: next });
    const last = (await getAdminOrder(no)).keys[0]?.secret_id;
    expectRefusal(
      await act(adminOrders.replaceSecret, no, { ...body, secret_id: last }),
      409,
      /no free key/,
      4099,
    );
    expect(await handedOver(no)).toEqual([[keyOf(sku.id, 3)]]);
  });

  it("replace-content writes anew what an operator wrote, and leaves keys of the stock alone", async () => {
    const { no } = await aManualOrder();
    const body = { item: 1, content: "CANARY-NEW", reason: "A typing error" };
    expectRefusal(await act(adminOrders.replaceContent, no, body), 409, /^Only a delivered item/, 40906);
    await act(deliverOrderByHand, no, { item: 1, content: "OLD" });
    expect((await act(adminOrders.replaceContent, no, body)).data).toEqual({ done: true });
    expect(await handedOver(no)).toEqual([["CANARY-NEW"]]);
    expect((await audits()).slice(1)).toEqual([
      {
        actor: `staff:${staff.email()}`,
        action: "order.replace_secret",
        target: `order:${no}`,
        data: { item: 1, reason: "A typing error" },
      },
    ]);
    expect((await read(no)).events.at(-1)).toMatchObject({ kind: "secret_replaced" });
    expectRefusal(
      await act(adminOrders.replaceContent, no, { ...body, item: 2 }),
      404,
      "Order item not found",
    );
    const keys = await aPaidOrder();
    expectRefusal(await act(adminOrders.replaceContent, keys.no, body), 409, /come from the stock/, 40906);
  });
});
