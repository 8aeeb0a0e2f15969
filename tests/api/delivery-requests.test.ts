import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it } from "vitest";
import { operations as adminDeliveryRequests } from "@/app/api/v1/admin/delivery-requests/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import { operations as adminTasks } from "@/app/api/v1/admin/tasks/[[...path]]/route";
import * as answers from "@/app/api/v1/delivery-answers/route";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { DeliveryRequestList, DeliveryTest } from "@/lib/fulfillment/kinds/dynamic/schema";
import { expireRequest } from "@/lib/orders/delivery-requests/expire-request";
import { sendRequest } from "@/lib/orders/delivery-requests/send-request";
import { sweepRequests } from "@/lib/orders/delivery-requests/sweep-requests";
import { noteDispute } from "@/lib/orders/disputes";
import { lockOrder } from "@/lib/orders/mark-order-paid";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { countOrderTabs } from "@/lib/orders/staff/admin-filters";
import { getAdminOrder, listOrders } from "@/lib/orders/staff/admin-queries";
import { adminOrdersQuery } from "@/lib/orders/staff/admin-schema";
import { deliverByHand } from "@/lib/orders/staff/deliver-by-hand";
import { deliverAgain } from "@/lib/orders/staff/operate-order";
import type { TaskPage } from "@/lib/reports/schema";
import { order, orderIdOf, readOrder } from "../support/builders/guest-orders";
import { pay } from "../support/builders/orders";
import { aClient, anAdmin, aProduct } from "../support/builders/products";
import { aMadeProduct, sellerServer } from "../support/fakes/seller-server";
import { expectStaffOnly, staffOfTest } from "../support/harness/admin-suite";
import { call } from "../support/harness/call";
import { expectRefusal } from "../support/harness/public-suite";
import { saying } from "../support/harness/saying";

const { makeDeliverySecret, saveDelivery, testDeliveryServer } = adminSkus;
const { listDeliveryRequests, retryDeliveryRequest } = adminDeliveryRequests;
const { listTasks } = adminTasks;

const staff = staffOfTest("manager");
const seller = sellerServer();
const { says } = seller;

/** An option that the seller's server makes, bought and paid by a guest. */
async function aSale(keys = 0) {
  const { sku } = await aProduct(keys > 0 ? { keys } : { kind: "text" });
  await db().sku.update({ where: { id: sku.id }, data: { contentSealed: null } });
  const params = { id: String(sku.id) };
  const body = { settings: { dynamic: { url: seller.url, timeout_minutes: 120 } } };
  expect((await staff.call(saveDelivery, "PUT", { params, body })).status).toBe(200);
  const { data: made } = await staff.call<{ secret: string }>(makeDeliverySecret, "POST", { params });
  const { data } = await order(sku);
  await pay(await orderIdOf(data.order_no));
  const request = await db().deliveryRequest.findFirstOrThrow({ where: { skuId: sku.id } });
  const read = async () => (await readOrder(data.order_no, data.guest_token)).data;
  const stored = () => db().deliveryRequest.findUniqueOrThrow({ where: { id: request.id } });
  return { sku, params, secret: made.secret, orderNo: data.order_no, request, read, stored };
}

/** A later answer, as the seller's server signs it. */
async function tell(secret: string, body: object, at = now()) {
  const text = JSON.stringify(body);
  return call<{ accepted: boolean; status: string }>(answers.POST, "POST", {
    raw: new TextEncoder().encode(text),
    headers: {
      "content-type": "application/json",
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("msg_1", at, text),
    },
  });
}

const byHand = async (orderNo: string) =>
  deliverByHand({ actor: await anAdmin(), client: aClient(), orderNo }, { item: 1, content: "by hand" });

describe("an option that the seller's server makes", () => {
  beforeEach(() => {
    seller.calls.length = 0;
    says({ text: "made" });
    return () => testClock.reset();
  });

  it("is asked for with the payment, signed, and delivered with what the server answers", async () => {
    const { read, request, secret, orderNo } = await aSale();
    expect((await read()).fulfillment.status).toBe("processing");
    expect(
      await db().$queryRaw`SELECT 1 FROM graphile_worker.jobs WHERE key = ${`delivery.ask:${request.id}`}`,
    ).toHaveLength(1);
    says({ fields: { User: "ann", Password: "p 1" } });
    await sendRequest(request.id);
    const [sent] = seller.calls;
    const headers = sent?.headers as Record<string, string>;
    const verified = new Webhook(secret).verify(sent?.body ?? "", headers) as { data: object };
    expect(verified.data).toMatchObject({
      request_id: sent?.id,
      order_no: orderNo,
      quantity: 1,
      test: false,
    });
    expect(await read()).toMatchObject({
      status: "delivered",
      fulfillment: { payload: "User: ann\nPassword: p 1" },
    });
    await sendRequest(request.id);
    expect(seller.calls).toHaveLength(1);
  });

  it("is asked for again with the same id and bytes while the server is down for an hour", async () => {
    const { read, request, stored } = await aSale();
    says("down", 503);
    for (let minute = 0; minute < 60; minute += 1) {
      await sendRequest(request.id);
      testClock.advance(60);
    }
    expect(await stored()).toMatchObject({ status: "pending", lastError: saying("The server answered 503") });
    expect(seller.calls.length).toBeGreaterThan(5);
    expect(seller.calls.length).toBeLessThan(12);
    says({ text: "late goods" });
    testClock.advance(30 * 60);
    await sendRequest(request.id);
    expect(await read()).toMatchObject({ status: "delivered", fulfillment: { payload: "late goods" } });
    expect(new Set(seller.calls.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
  });

  it.each([
    ["garbage", () => says("<html>oops"), "The answer is no JSON"],
    ["nothing of what is asked", () => says({ hello: 1 }), "The answer is none of text, fields and refused"],
    ["another", () => says({ text: "x", request_id: "dlv_OTHER" }), "The answer is about another request"],
    ["a cut connection", () => (seller.answer = (response) => response.destroy()), "The connection was cut"],
  ])("keeps waiting when the server answers %s", async (_, behave, problem) => {
    const { read, request, stored } = await aSale();
    behave();
    await sendRequest(request.id);
    expect(await stored()).toMatchObject({ status: "pending", attemptCount: 1, lastError: saying(problem) });
    expect((await read()).fulfillment).toEqual({ status: "processing" });
  });

  it("waits for a signed answer after 202, once, and believes no other", async () => {
    const { read, request, secret, stored } = await aSale(1);
    const other = await aSale();
    says("", 202);
    await sendRequest(request.id);
    expect(await stored()).toMatchObject({ status: "waiting", nextAttemptAt: null });
    const answer = { request_id: request.publicId, text: "later goods" };
    expect((await tell(other.secret, answer)).status).toBe(401);
    expect((await tell(secret, answer, new Date(now().getTime() - 600_000))).status).toBe(401);
    expect((await tell(secret, { ...answer, request_id: "dlv_UNKNOWN" })).status).toBe(401);
    const told = await Promise.all([1, 2, 3, 4].map((n) => tell(secret, { ...answer, text: `goods ${n}` })));
    expect(told.map(({ data }) => data.accepted).sort()).toEqual([false, false, false, true]);
    const { status, fulfillment } = await read();
    // The key that is sold with it comes at the same time.
    expect([status, fulfillment.payload]).toEqual(["delivered", expect.stringMatching(/^goods \d\nKEY-/)]);
    expect((await tell(secret, { ...answer, refused: "no", text: undefined })).data).toEqual({
      accepted: false,
      status: "delivered",
    });
    expect((await read()).fulfillment).toEqual(fulfillment);
  });

  it("is given to a person after the time-out, with one alert; a later answer changes nothing", async () => {
    const { read, request, secret, stored, orderNo } = await aSale();
    says("", 202);
    await sendRequest(request.id);
    testClock.advance(121 * 60);
    await sendRequest(request.id);
    await sendRequest(request.id);
    expect(await stored()).toMatchObject({ status: "timed_out" });
    expect((await read()).fulfillment.status).toBe("processing");
    expect(await db().alert.findMany({ where: { kind: "order.delivery_late" } })).toMatchObject([
      { reference: orderNo, count: 1 },
    ]);
    await byHand(orderNo);
    expect(await db().alert.count({ where: { kind: "order.delivery_late", resolvedAt: null } })).toBe(0);
    const { data } = await tell(secret, { request_id: request.publicId, text: "too late" });
    expect(data).toEqual({ accepted: false, status: "ended" });
    expect((await read()).fulfillment.payload).toBe("by hand");
  });

  it("is neither asked for nor handed over while the order is disputed, and is asked for once that is won", async () => {
    const { read, request, secret, orderNo, stored } = await aSale();
    const id = await orderIdOf(orderNo);
    const dispute = (state: "open" | "won") =>
      inTransaction(async (tx) => {
        await lockOrder(tx, id);
        const report = { disputeNo: "D1", state, amount: "9.90 USD", reason: "fraud", dueAt: null };
        await noteDispute(tx, { id, orderNo }, report, "test");
      });
    await dispute("open");
    await sendRequest(request.id);
    expect(seller.calls).toEqual([]);
    expect((await stored()).nextAttemptAt?.getTime()).toBeGreaterThan(now().getTime() + 60_000);
    const told = await tell(secret, { request_id: request.publicId, text: "told" });
    expect([told.status, (await read()).fulfillment]).toEqual([409, { status: "processing" }]);
    testClock.advance(121 * 60);
    await sendRequest(request.id);
    expect((await stored()).status).toBe("timed_out");
    await dispute("won");
    expect(await db().alert.count({ where: { kind: "order.delivery_late", resolvedAt: null } })).toBe(0);
    await sendRequest(request.id);
    expect((await read()).fulfillment.payload).toBe("made");
  });

  it("comes back when it is due for a process whose clock is behind, and when its job was lost", async () => {
    const { request } = await aSale();
    const jobs = () =>
      db().$queryRaw<{ runAt: Date }[]>`
        SELECT run_at AS "runAt" FROM graphile_worker.jobs WHERE key = ${`delivery.ask:${request.id}`}`;
    const forget = () => db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    const ahead = new Date(now().getTime() + 3_000);
    await db().deliveryRequest.update({ where: { id: request.id }, data: { nextAttemptAt: ahead } });
    await forget();
    await sendRequest(request.id);
    expect([seller.calls, await jobs()]).toEqual([[], [{ runAt: ahead }]]);
    await forget();
    await sweepRequests();
    expect(await jobs()).toEqual([]);
    testClock.advance(200);
    await sweepRequests();
    expect(await jobs()).toHaveLength(1);
  });

  it("fails with the server's reason, is asked for again by staff, and ends with a refund", async () => {
    const { read, request, stored, orderNo } = await aSale();
    says({ refused: "No more accounts" });
    await sendRequest(request.id);
    expect(await stored()).toMatchObject({ status: "refused" });
    const fulfillment = await db().fulfillment.findFirstOrThrow({
      where: { orderItemId: request.orderItemId },
    });
    expect(fulfillment).toMatchObject({ status: "failed", failureReason: saying("No more accounts") });
    await deliverAgain({ actor: await anAdmin(), client: aClient(), orderNo });
    const second = await db().deliveryRequest.findFirstOrThrow({ where: { status: "pending" } });
    expect(second.publicId).not.toBe(request.publicId);
    const refund = { orderNo, amountCents: 990n, method: "manual", reason: null } as const;
    await refundOrder(await anAdmin(), aClient(), refund);
    says({ text: "made after the refund" });
    await sendRequest(second.id);
    expect((await read()).fulfillment.payload).toBeUndefined();
    expect(await db().deliveryRequest.count({ where: { status: "ended" } })).toBe(1);
  });

  it("shows staff request, answer and next attempt, sends a test and asks again at once", async () => {
    await expectStaffOnly(listDeliveryRequests, "GET", {}, null);
    const { request, params, secret, stored } = await aSale();
    says("not yet", 500);
    await sendRequest(request.id);
    const { data } = await staff.call<DeliveryRequestList>(listDeliveryRequests, "GET", {
      path: "/x?status=pending",
    });
    expect(data.requests).toMatchObject([
      { request_id: request.publicId, attempt_count: 1, attempts: [{ http_status: 500, answer: "not yet" }] },
    ]);
    expect(data.requests[0]?.body).toBe(seller.calls[0]?.body);
    expect(data.requests[0]?.next_attempt_at).not.toBeNull();
    const later = new Date(request.createdAt.getTime() + 1).toISOString();
    for (const [time, total] of Object.entries({ [`from=${later}`]: 0, [`to=${later}`]: 1 }))
      expect((await staff.call(listDeliveryRequests, "GET", { path: `/x?${time}` })).data.total).toBe(total);
    says({ text: "sample" });
    const { data: tried } = await staff.call<DeliveryTest>(testDeliveryServer, "POST", { params });
    expect(tried).toMatchObject({ http_status: 200, result: "A buyer would get: sample" });
    expect(JSON.parse(seller.calls.at(-1)?.body ?? "").data).toMatchObject({ test: true });
    expect(await db().deliveryRequest.count()).toBe(1);
    const again = { params: { request_id: String(request.id) } };
    expect((await staff.call(retryDeliveryRequest, "POST", again)).status).toBe(200);
    await sendRequest(request.id);
    expect((await stored()).status).toBe("delivered");
    expectRefusal(await staff.call(retryDeliveryRequest, "POST", again), 409, /./, 40906);
    const { data: fresh } = await staff.call<{ secret: string }>(makeDeliverySecret, "POST", { params });
    expect(fresh.secret).not.toBe(secret);
  });

  it("waits for the person who has a part in it, too, and is then delivered with both parts", async () => {
    const { sku, secret } = await aMadeProduct(seller.url, { kind: "none" });
    const { data } = await order(sku);
    await pay(await orderIdOf(data.order_no));
    const read = async () => (await readOrder(data.order_no, data.guest_token)).data.fulfillment;
    const { publicId: request_id, id } = await db().deliveryRequest.findFirstOrThrow();
    says("", 202);
    await sendRequest(id);
    const told = await Promise.all(["one", "two"].map((text) => tell(secret, { request_id, text })));
    expect(told.map(({ data }) => data.accepted).sort()).toEqual([false, true]);
    const made = told[0]?.data.accepted ? "one" : "two";
    expect((await tell(secret, { request_id, text: "again" })).data.accepted).toBe(false);
    expect(await read()).toEqual({ status: "processing" });
    expect(await countOrderTabs()).toMatchObject({ by_hand: 1 });
    await byHand(data.order_no);
    expect(await read()).toMatchObject({ status: "ready", payload: `${made}\nby hand` });
  });

  it("are waited for instead of a person until the deadline, in the orders and in the list of tasks", async () => {
    const { orderNo, request } = await aSale();
    const kinds = async () =>
      (await staff.call<TaskPage>(listTasks, "GET", { path: "/x" })).data.tasks.map(({ kind }) => kind);
    expect(await countOrderTabs()).toMatchObject({ todo: 0, by_hand: 0 });
    const { orders } = await listOrders(adminOrdersQuery.parse({}));
    expect(orders).toMatchObject([{ order_no: orderNo, waits_for_server: true }]);
    expect((await getAdminOrder(orderNo)).server_requests).toMatchObject([{ item: 1, is_awaited: true }]);
    expect(await kinds()).toEqual([]);
    await expireRequest(request.id);
    expect(await countOrderTabs()).toMatchObject({ todo: 1, by_hand: 1 });
    expect(await kinds()).toContain("order.by_hand");
  });
});
