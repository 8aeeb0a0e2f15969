import { describe, expect, it } from "vitest";
import { operations as adminAlerts } from "@/app/api/v1/admin/alerts/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { operations as adminTasks } from "@/app/api/v1/admin/tasks/[[...path]]/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { raiseAlert } from "@/lib/notifications/alerts/raise-alert";
import { closeOrder } from "@/lib/orders/close-order";
import { reportFailure, reportLowStock } from "@/lib/orders/staff/watch-orders";
import type { TaskCounts, TaskPage } from "@/lib/reports/schema";
import { settleAlerts } from "@/lib/reports/settle-alerts";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { anOrder, pay } from "../../support/builders/orders";
import { addKeys, aProduct } from "../../support/builders/products";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";

const staff = staffOfTest("owner");
const list = async (query = "", headers: Record<string, string> = {}) =>
  (await staff.call<TaskPage>(adminTasks.listTasks, "GET", { path: `/x?${query}`, headers })).data;
const kinds = async () => (await list()).tasks.map(({ kind }) => kind);

async function aManualOrder() {
  const { sku } = await aProduct({ kind: "none", units: 50 });
  const { orderId } = await anOrder({ sku, email: "ada@example.com" });
  await pay(orderId);
  return db().order.findUniqueOrThrow({ where: { id: orderId } });
}

/** Its money came when the key was another's. */
async function aFailedOrder() {
  const { sku } = await aProduct({ keys: 1 });
  const { orderId } = await anOrder({ sku });
  await inTransaction((tx) => closeOrder(tx, orderId, "canceled", "test"));
  await pay((await anOrder({ sku })).orderId);
  await pay(orderId);
  await reportFailure(orderId);
  await reportLowStock(orderId);
  return { sku, ...(await db().order.findUniqueOrThrow({ where: { id: orderId } })) };
}

describe("the to-do list", () => {
  it("is for staff, each role with its own areas", async () => {
    await expectStaffOnly(adminTasks.listTasks, "GET", { path: "/x" }, null);
    await aFailedOrder();
    await inTransaction((tx) =>
      raiseAlert(tx, {
        kind: "connection.sync_failed",
        data: { connection: "A", reason: "x" },
        reference: "connection:1",
      }),
    );
    await db().alert.updateMany({
      where: { kind: "connection.sync_failed" },
      data: { kind: "connection.pairing" },
    });
    expect(await kinds()).toEqual(["order.failed", "stock.out", "alert"]);
    const support = await aLoggedInAdmin({ role: "support" });
    const seen = await call<TaskPage>(adminTasks.listTasks, "GET", { path: "/x", headers: support.headers });
    expect(seen.data.tasks.map(({ kind }) => kind)).toEqual(["order.failed", "stock.out"]);
    const told = await call<{ alerts: { kind: string }[]; open: number }>(adminAlerts.listAlerts, "GET", {
      headers: support.headers,
    });
    expect(told.data.alerts.map(({ kind }) => kind).sort()).toEqual(["order.failed", "stock.out"]);
    expect(told.data.open).toBe(2);
    const badge = await call<TaskCounts>(adminTasks.countTasks, "GET", { headers: support.headers });
    expect(badge.data).toMatchObject({ total: 2, counts: { "order.failed": 1, "stock.out": 1, alert: 0 } });
  });

  it("names an order with its buyer and place, in the reader's language, and forgets it when it is done", async () => {
    const order = await aManualOrder();
    const [task] = (await list()).tasks;
    expect(task).toMatchObject({
      kind: "order.by_hand",
      key: `order.by_hand:${order.orderNo}`,
      buyer: "ada@example.com",
      reference: order.orderNo,
      href: `/admin/orders/${order.orderNo}`,
      text: expect.stringMatching(/^Waits to be delivered by hand: /),
    });
    expect((await list("", { "accept-language": "zh" })).tasks[0]?.text).toMatch(/^等待人工交付：/);
    const done = await staff.call(adminOrders.deliverOrderByHand, "POST", {
      params: { order_no: order.orderNo },
      body: { item: 1, content: "here" },
    });
    expect(done.status).toBe(200);
    expect(await kinds()).toEqual([]);
  });

  it("is taken by one, put off by another, and comes back", async () => {
    const order = await aManualOrder();
    const key = `order.by_hand:${order.orderNo}`;
    const put = (body: Record<string, unknown>) =>
      staff.call(adminTasks.markTask, "POST", { body: { key, ...body } });
    expect((await put({ mine: true })).data).toMatchObject({ owner_id: expect.any(Number) });
    expect((await list("state=mine")).tasks).toMatchObject([{ key, owner: { name: expect.any(String) } }]);
    const other = await aLoggedInAdmin();
    expect(
      (await call<TaskPage>(adminTasks.listTasks, "GET", { path: "/x?state=mine", headers: other.headers }))
        .data.total,
    ).toBe(0);
    testClock.set(new Date("2026-03-01T10:00:00Z"));
    await db().staffSession.updateMany({
      data: { lastSeenAt: new Date("2026-03-01T10:00:00Z"), expiresAt: new Date("2026-03-02T10:00:00Z") },
    });
    expect((await put({ snooze_until: "2026-03-01T10:20:00Z" })).status).toBe(200);
    expect(await kinds()).toEqual([]);
    expect((await list("state=snoozed")).total).toBe(1);
    testClock.advance(21 * 60);
    expect(await kinds()).toEqual(["order.by_hand"]);
    expect((await put({ snooze_until: "2026-03-01T10:20:00Z" })).status).toBe(400);
    expect((await put({ key: "order.by_hand:nothing" })).status).toBe(404);
  });

  it("lists refused mails once, with their number", async () => {
    const mail = {
      kind: "code",
      recipient: "a@example.com",
      subject: "s",
      textSealed: new Uint8Array(1),
      htmlSealed: new Uint8Array(1),
    };
    for (const [n, attempts] of [3, 4, 1].entries())
      await db().mail.create({ data: { ...mail, dedupeKey: `m${n}`, attempts, lastError: "450 busy" } });
    expect((await list()).tasks).toMatchObject([
      { kind: "mail.refused", count: 2, text: "2 mails are refused by the mail server: 450 busy" },
    ]);
  });
});

describe("an alert", () => {
  it("is resolved when its reason is gone, and only then", async () => {
    const order = await aFailedOrder();
    const open = async () =>
      (await db().alert.findMany({ where: { resolvedAt: null } })).map(({ kind }) => kind).sort();
    expect(await settleAlerts()).toBe(0);
    expect(await open()).toEqual(["order.failed", "stock.out"]);
    await addKeys(order.sku.id, 9, 2);
    await settleAlerts();
    expect(await open()).toEqual(["order.failed"]);
    await db().order.update({ where: { id: order.id }, data: { paymentStatus: "refunded" } });
    await settleAlerts();
    expect(await open()).toEqual([]);
  });

  it("is written in the reader's language", async () => {
    await aFailedOrder();
    const told = await staff.call<{ alerts: { message: string }[] }>(adminAlerts.listAlerts, "GET", {
      path: "/x",
      headers: { "accept-language": "zh-CN" },
    });
    expect(told.data.alerts.map(({ message }) => message).join()).toMatch(
      /已付款但未交付.*已售罄|已售罄.*已付款但未交付/s,
    );
  });
});
