import { beforeEach, describe, expect, it } from "vitest";
import { operations as adminCallbacks } from "@/app/api/v1/admin/interconnect/callbacks/[[...path]]/route";
import { operations as adminRequests } from "@/app/api/v1/admin/interconnect/requests/[[...path]]/route";
import { db } from "@/lib/db/client";
import { openCallbackBody } from "@/lib/interconnect/main/queue-callbacks";
import { sendCallback } from "@/lib/interconnect/main/send-callback";
import { aDeliveredOrder, sendDue } from "../../support/builders/callbacks";
import { aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { startFakeReceiver } from "../../support/fakes/fake-receiver";
import { anOrderBody, mainSite } from "../../support/fakes/main-site";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest();
let agent: Awaited<ReturnType<typeof aSite>>;
let sku: { id: number; productId: number };

beforeEach(async () => {
  overrideConfig({ "interconnect.allowPrivateNetworks": "true" });
  agent = await aSite();
  ({ sku } = await aProduct({ keys: 5 }));
});

type Rows = { requests: Record<string, unknown>[]; older: number | null };
const log = async (query: string) =>
  (await staff.call<Rows>(adminRequests.listSiteRequests, "GET", { path: `/x?${query}` })).data;

describe("the request log", () => {
  it("is searched by request id, by our order number and by the agent's", async () => {
    const main = mainSite(agent);
    const body = anOrderBody(sku);
    const { upstream_order_no } = (await main.create(body)).data;
    await main.products();
    const [created] = (await log(`search=${upstream_order_no}`)).requests;
    expect(created).toMatchObject({
      order_no: upstream_order_no,
      downstream_order_no: body.downstream_order_no,
      details: {
        nonce: expect.any(String),
        body_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        message: null,
      },
    });
    expect((await log(`search=${String(body.downstream_order_no)}`)).requests).toHaveLength(1);
    expect((await log(`search=${String(created?.request_id)}`)).requests).toEqual([created]);
    expect((await log("search=K0")).requests).toEqual([]);
  });

  it("shows the answer of a refused call in its detail, and keeps no body", async () => {
    const body = { ...anOrderBody(sku), quantity: 0, metadata: { note: "a note of the buyer" } };
    await mainSite(agent).create(body);
    const [row] = (await log("result=refused")).requests;
    expect(row).toMatchObject({ status_code: 4001, details: { message: expect.stringMatching(/quantity/) } });
    expect(JSON.stringify(await db().requestLog.findMany({ omit: { id: true } }))).not.toContain(
      "a note of the buyer",
    );
  });

  it("is read page by page, and within a time", async () => {
    for (let n = 0; n < 33; n++) await mainSite(agent).products();
    const first = await log("");
    expect([first.requests.length, first.older]).toEqual([30, first.requests.at(-1)?.id]);
    const second = await log(`before=${first.older}`);
    expect([second.requests.length, second.older]).toEqual([3, null]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect((await log(`from=${tomorrow}`)).requests).toEqual([]);
    expect((await log(`to=${tomorrow}`)).requests).toHaveLength(30);
  });

  it("counts on above 2,147,483,647, and so do the events of an order and the ledger", async () => {
    const int4 = 2_147_483_647;
    await db().$queryRaw`SELECT setval(name::regclass, ${int4}) FROM unnest(ARRAY[
      'request_logs_id_seq', 'order_events_id_seq', 'ledger_entries_id_seq']) AS name`;
    await db().site.update({
      where: { id: agent.site.id },
      data: { callbackUrl: "https://agent.example/cb" },
    });
    const { order } = await aDeliveredOrder(agent, sku);
    await mainSite(agent).products();
    const { requests: rows } = await log("");
    expect(Math.min(...rows.map(({ id }) => Number(id)))).toBe(int4 + 1);
    const newest = Number(rows[0]?.id);
    expect((await log(`before=${newest}`)).requests).toEqual(rows.slice(1));
    const [queued] = await db().callback.findMany({ omit: { bodySealed: false } });
    expect(queued?.orderEventId).toBeGreaterThan(int4);
    expect(openCallbackBody(queued?.orderEventId ?? 0n, queued?.bodySealed ?? new Uint8Array())).toContain(
      order.orderNo,
    );
    expect((await db().ledgerEntry.findFirstOrThrow()).id).toBeGreaterThan(int4);
  });

  it("adds up the last hour of each site", async () => {
    await mainSite(agent).products();
    await mainSite({ ...agent, secret: "wrong" }).products();
    const { data } = await staff.call(adminRequests.getRequestHealth, "GET");
    expect(data).toMatchObject({
      health: [{ id: agent.site.id, calls: 2, failed: 1, p95_ms: expect.any(Number) }],
    });
  });
});

describe("the callback workbench", () => {
  const only = () => db().callback.findFirstOrThrow();
  const detailOf = async (id: number) =>
    (await staff.call(adminCallbacks.getCallback, "GET", { params: { callback_id: String(id) } })).data;

  it("shows what is sent without its keys, and with them to who may, which is audited", async () => {
    await db().site.update({
      where: { id: agent.site.id },
      data: { callbackUrl: "https://agent.example/cb" },
    });
    await aDeliveredOrder(agent, sku);
    const { id } = await only();
    const key = await db().order.findFirstOrThrow({ select: { orderNo: true } });
    const shown = await detailOf(id);
    const params = { params: { callback_id: String(id) } };
    await expectStaffOnly(adminCallbacks.revealCallback, "POST", { ...params, body: {} }, "viewer");
    const { data } = await staff.call<{ body: string }>(adminCallbacks.revealCallback, "POST", {
      ...params,
      body: {},
    });
    const sent = JSON.parse(data.body) as { fulfillment: { payload: string } };
    expect(sent.fulfillment.payload.length).toBeGreaterThan(3);
    expect(shown).toMatchObject({
      url: "https://agent.example/cb",
      body: expect.stringContaining("order.fulfilled"),
    });
    expect(JSON.stringify(shown)).not.toContain(sent.fulfillment.payload);
    expect(await lastAudit()).toMatchObject({
      action: "callback.reveal",
      target: `callback:${id}`,
      data: { order: key.orderNo },
    });
  });

  it("sends many again: those that are named, or all that a site was not told", async () => {
    const receiver = await startFakeReceiver(agent.secret);
    try {
      await db().site.update({ where: { id: agent.site.id }, data: { callbackUrl: receiver.callbackUrl } });
      const orders = [await aDeliveredOrder(agent, sku), await aDeliveredOrder(agent, sku)];
      await sendDue();
      expect(receiver.calls).toHaveLength(2);
      const ids = (await db().callback.findMany({ orderBy: { id: "asc" } })).map(({ id }) => id);
      await expectStaffOnly(adminCallbacks.resendCallbacks, "POST", { body: { ids } }, "viewer");
      const named = await staff.call(adminCallbacks.resendCallbacks, "POST", { body: { ids } });
      expect(named.data).toEqual({ resent: 2, left: 0, next: null });
      await sendDue();
      expect(receiver.calls).toHaveLength(4);
      await db().callback.updateMany({
        where: { id: { in: ids } },
        data: { status: "failed", nextAttemptAt: null },
      });
      const other = await aSite();
      expect(
        (await staff.call(adminCallbacks.resendCallbacks, "POST", { body: { failed_of: other.site.id } }))
          .data,
      ).toEqual({
        resent: 0,
        left: 0,
        next: null,
      });
      const all = await staff.call(adminCallbacks.resendCallbacks, "POST", { body: { failed_of: null } });
      expect(all.data).toEqual({ resent: 2, left: 0, next: null });
      expect(await lastAudit()).toMatchObject({ action: "callback.resend_many", data: { callbacks: ids } });
      await sendDue();
      expect(receiver.calls).toHaveLength(6);
      expect(await db().callback.count({ where: { status: "delivered" } })).toBe(2);
      const { data } = await staff.call(adminCallbacks.getCallbackHealth, "GET");
      expect(data).toMatchObject({ health: [{ id: agent.site.id, calls: 6, failed: 0 }] });
      const found = await staff.call(adminCallbacks.listCallbacks, "GET", {
        path: `/x?search=${orders[0]?.downstreamOrderNo}`,
      });
      expect(found.data).toMatchObject({ total: 1, callbacks: [{ order_no: orders[0]?.order.orderNo }] });
    } finally {
      await receiver.stop();
    }
  });

  it("sends again what a filter finds, of what was there when the page was drawn", async () => {
    await db().site.update({
      where: { id: agent.site.id },
      data: { callbackUrl: "https://agent.example/callback" },
    });
    await aDeliveredOrder(agent, sku);
    await db().callback.updateMany({ data: { status: "failed", nextAttemptAt: null } });
    const send = async (body: object) =>
      (await staff.call(adminCallbacks.resendCallbacks, "POST", { body })).data;
    const match = { site_id: String(agent.site.id), status: "failed" };
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const none = { resent: 0, left: 0, next: null };
    expect(await send({ match, drawn_at: anHourAgo })).toEqual(none);
    const drawnAt = new Date().toISOString();
    expect(await send({ match: { ...match, event: "order.refunded" }, drawn_at: drawnAt })).toEqual(none);
    expect(await send({ match, drawn_at: drawnAt })).toEqual({ ...none, resent: 1 });
    expect(await db().callback.findFirst()).toMatchObject({ status: "pending", attemptCount: 0 });
  });

  it("counts an attempt without an answer as failed", async () => {
    await db().site.update({ where: { id: agent.site.id }, data: { callbackUrl: "http://127.0.0.1:9/cb" } });
    await aDeliveredOrder(agent, sku);
    await sendCallback((await only()).id);
    const { data } = await staff.call(adminCallbacks.getCallbackHealth, "GET");
    expect(data).toMatchObject({ health: [{ calls: 1, failed: 1, median_ms: null }] });
  });
});
