import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as pathForm from "@/app/api/v1/payments/callback/[provider]/[id]/route";
import * as queryForm from "@/app/api/v1/payments/callback/route";
import { db } from "@/lib/db/client";
import { peerHeader } from "@/lib/http/client-info";
import { FakeGateway, merchant, type NotifyOptions } from "../../support/fake-gateway";
import { stockOf } from "../../support/orders";
import { aChannel, anOrderToPay, ledgerOf } from "../../support/payments";
import { overrideConfig } from "../../support/test-config";

let gateway: FakeGateway;

beforeAll(async () => {
  gateway = await FakeGateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.queryMode = "answer";
  gateway.books.clear();
  gateway.queries.length = 0;
});

type Handlers = Pick<typeof queryForm, "GET" | "POST">;

/** The gateway's message, handed to the route as Next would hand it over. */
async function deliver(url: string, init: RequestInit = {}) {
  const address = new URL(url);
  const path = /^\/api\/v1\/payments\/callback\/([^/]+)\/([^/]+)$/.exec(address.pathname);
  const request = new Request(address, {
    ...init,
    headers: { [peerHeader]: "198.51.100.9", ...(init.headers as Record<string, string>) },
  });
  const handlers: Handlers = path ? pathForm : queryForm;
  const params = { provider: path?.[1] ?? "", id: path?.[2] ?? "" };
  const response = await handlers[request.method === "POST" ? "POST" : "GET"](request, {
    params: Promise.resolve(params),
  });
  return { status: response.status, body: await response.text(), type: response.headers.get("content-type") };
}

const base = "http://localhost:8080/api/v1/payments/callback";
const byPath = (channelId: number) => `${base}/epay/${channelId}`;
const byQuery = (channelId: number) => `${base}?provider=epay&id=${channelId}`;

async function notify(address: string, paymentNo: string, options: NotifyOptions = {}) {
  const { url, init } = gateway.message(address, paymentNo, options);
  return deliver(url, init);
}

const accepted = { status: 200, body: "success", type: "text/plain; charset=utf-8" };
const refused = { status: 400, body: "fail", type: "text/plain; charset=utf-8" };

async function stateOf(orderId: number) {
  const order = await db().order.findUniqueOrThrow({ where: { id: orderId } });
  return `${order.paymentStatus}/${order.fulfillmentStatus}`;
}

const events = () => db().paymentEvent.findMany({ orderBy: { id: "asc" } });

describe("GET or POST /api/v1/payments/callback", () => {
  it("C30: both URL forms, by GET and by POST, pay the order and deliver it", async () => {
    const channelId = await aChannel(gateway.settings());
    for (const [address, method] of [
      [byPath(channelId), "GET"],
      [byPath(channelId), "POST"],
      [byQuery(channelId), "GET"],
      [byQuery(channelId), "POST"],
    ] as const) {
      const { orderId, payment, sku } = await anOrderToPay(channelId);
      gateway.pay(payment.paymentNo, "9.90");
      expect(await notify(address, payment.paymentNo, { method })).toEqual(accepted);
      expect(await stateOf(orderId)).toBe("paid/ready");
      expect(await stockOf(sku.id)).toEqual({
        counters: { available: 2, reserved: 0, sold: 1 },
        rows: { available: 2, reserved: 0, sold: 1 },
      });
    }
  });

  it("C22: the payment, its money and what follows are there together", async () => {
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    await notify(byPath(channelId), payment.paymentNo);
    const row = await db().payment.findUniqueOrThrow({ where: { id: payment.id } });
    expect(row).toMatchObject({
      state: "paid",
      disposition: "applied",
      tradeNo: `T${payment.paymentNo}`,
      nextQueryAt: null,
    });
    const order = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
    const jobs = await db().$queryRaw<
      { kind: string }[]
    >`SELECT task_identifier AS kind FROM graphile_worker.jobs ORDER BY 1`;
    expect(jobs.map((job) => job.kind)).toEqual(expect.arrayContaining(["order.delivered", "order.paid"]));
    expect(await events()).toMatchObject([
      { verdict: "accepted", source: "notification", paymentId: payment.id, ip: "198.51.100.9" },
    ]);
  });

  it("P1: the same notification fifty times, one after the other, delivers once and is acknowledged each time", async () => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { orderId, payment, sku } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    for (let time = 0; time < 50; time++)
      expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    const order = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
    expect((await stockOf(sku.id)).rows.sold).toBe(1);
    const verdicts = (await events()).map((event) => event.verdict);
    expect(verdicts.filter((verdict) => verdict === "accepted")).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === "duplicate")).toHaveLength(49);
  });

  it("P2: an amount that is not exactly the payment's changes nothing and alerts the operator", async () => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    for (const money of ["9.89", "9.91", "0", "0.01", "99.00", "", "990", undefined]) {
      expect(
        await notify(byPath(channelId), payment.paymentNo, { fields: { money } }),
        String(money),
      ).toEqual(refused);
    }
    expect(
      await notify(byPath(channelId), payment.paymentNo, { fields: { money: undefined, "money[]": "9.9" } }),
    ).toEqual(refused);
    expect(await stateOf(orderId)).toBe("unpaid/pending");
    expect(await db().alert.findMany({ where: { kind: "payment.refused" } })).toMatchObject([
      { reference: payment.paymentNo, count: 6 },
    ]);
    expect(await notify(byPath(channelId), payment.paymentNo, { fields: { money: "9.9" } })).toEqual(
      accepted,
    );
  });

  it("P4: a signed message of any other state pays nothing", async () => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    for (const trade_status of [
      "TRADE_CLOSED",
      "WAIT_BUYER_PAY",
      "TRADE_FINISHED",
      "1",
      "3",
      "",
      undefined,
    ]) {
      expect(await notify(byPath(channelId), payment.paymentNo, { fields: { trade_status } })).toEqual(
        refused,
      );
    }
    expect(await stateOf(orderId)).toBe("unpaid/pending");
    expect((await events()).map((event) => event.reason)).toEqual(Array(7).fill("not_paid"));
  });

  it("P5: another merchant's message, or one signed with another key, is refused and alerted", async () => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    expect(await notify(byPath(channelId), payment.paymentNo, { fields: { pid: "1002" } })).toEqual(refused);
    expect(await notify(byPath(channelId), payment.paymentNo, { key: "the key of account B" })).toEqual(
      refused,
    );
    expect(await stateOf(orderId)).toBe("unpaid/pending");
    expect((await events()).map((event) => event.reason)).toEqual(["merchant", "signature"]);
    expect(await db().alert.count({ where: { kind: "payment.refused", reference: payment.paymentNo } })).toBe(
      2,
    );
  });

  it("P6: the address only picks the key: with another channel's id the payment is not found there", async () => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const sameKey = await aChannel(gateway.settings({ confirm_by_query: false }));
    const otherKey = await aChannel(gateway.settings({ confirm_by_query: false, key: "another" }));
    const { orderId, payment } = await anOrderToPay(channelId);
    const other = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    expect(await notify(byPath(sameKey), payment.paymentNo)).toEqual(refused);
    expect(await notify(byPath(otherKey), payment.paymentNo)).toEqual(refused);
    expect(await stateOf(orderId)).toBe("unpaid/pending");
    expect(
      await notify(byPath(channelId), payment.paymentNo, {
        extra: `&out_trade_no=${other.payment.paymentNo}`,
      }),
    ).toEqual(refused);
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    expect(await stateOf(orderId)).toBe("paid/ready");
    expect(await stateOf(other.orderId)).toBe("unpaid/pending");
  });

  it("P7: the way of signing cannot be chosen by the sender", async () => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    for (const signType of ["RSA", "SHA1", "NONE", "md5"]) {
      expect(await notify(byPath(channelId), payment.paymentNo, { signType })).toEqual(refused);
    }
    for (const sign of ["", "0".repeat(32), "x", "0".repeat(31)]) {
      expect(await notify(byPath(channelId), payment.paymentNo, { sign })).toEqual(refused);
    }
    expect(await stateOf(orderId)).toBe("unpaid/pending");
  });

  it("P8: the three ways in which gateways damage the address are understood", async () => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    for (const mangle of ["amp", "second-mark"] as const) {
      const { orderId, payment } = await anOrderToPay(channelId);
      gateway.pay(payment.paymentNo, "9.90");
      const options: NotifyOptions = mangle === "second-mark" ? { mangle, signType: null } : { mangle };
      expect(await notify(byQuery(channelId), payment.paymentNo, options), mangle).toEqual(accepted);
      expect(await stateOf(orderId)).toBe("paid/ready");
    }
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    expect(payment.payUrl).toContain(encodeURIComponent(`/api/v1/payments/callback/epay/${channelId}`));
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    expect(await stateOf(orderId)).toBe("paid/ready");
  });

  it("P9: every failure is a non-2xx with the body fail, whatever is wrong", async () => {
    const channelId = await aChannel(gateway.settings());
    const { payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    const query = gateway.signedQuery(payment.paymentNo);
    const answers = [
      await deliver(base),
      await deliver(`${base}?${query}`),
      await deliver(`${base}?provider=nothing&id=${channelId}&${query}`),
      await deliver(`${base}?provider=epay&id=999999&${query}`),
      await deliver(`${base}?provider=test&id=${channelId}&${query}`),
      await deliver(`${base}/epay/abc?${query}`),
      await deliver(`${byPath(channelId)}?%zz=%`),
      await deliver(byPath(channelId)),
      await deliver(byPath(channelId), {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json" },
      }),
      await notify(byPath(channelId), "PUNKNOWN", { fields: { money: "1.00", trade_no: "T" } }),
    ];
    for (const answer of answers) {
      expect(answer).toEqual(refused);
    }
    const put = await pathForm.PUT(new Request(byPath(channelId), { method: "PUT" }));
    expect([put.status, await put.text()]).toEqual([405, "fail"]);
  });

  it("P9: our own fault is a 500 with fail, so that the gateway repeats", async () => {
    const channelId = await aChannel(gateway.settings());
    const { payment, orderId } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    await db().$executeRaw`ALTER TABLE payments RENAME TO payments_away`;
    try {
      expect(await notify(byPath(channelId), payment.paymentNo)).toMatchObject({ status: 500, body: "fail" });
    } finally {
      await db().$executeRaw`ALTER TABLE payments_away RENAME TO payments`;
    }
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    expect(await stateOf(orderId)).toBe("paid/ready");
  });

  it("P16: a payment of any amount is never begun, and a tiny one never accepted", async () => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { payment } = await anOrderToPay(channelId);
    expect(new URL(payment.payUrl ?? "").searchParams.get("money")).toBe("9.90");
    gateway.pay(payment.paymentNo, "0.01");
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(refused);
  });

  it("P17: an oversize body is refused before it is read whole, and no other content type is parsed", async () => {
    const channelId = await aChannel(gateway.settings());
    const before = process.memoryUsage().rss;
    const oversize = await deliver(byPath(channelId), {
      method: "POST",
      body: "x".repeat(1024 * 1024),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect([oversize.status, oversize.body]).toEqual([413, "fail"]);
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 16_384;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const stream = await deliver(byPath(channelId), {
      method: "POST",
      body: endless,
      duplex: "half",
    } as RequestInit);
    expect([stream.status, stream.body]).toEqual([413, "fail"]);
    expect(pulled).toBeLessThan(256 * 1024);
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(8 * 1024 * 1024)));
    const zipped = await deliver(byPath(channelId), {
      method: "POST",
      body: bomb,
      headers: { "content-type": "application/x-www-form-urlencoded", "content-encoding": "gzip" },
    });
    expect([zipped.status, zipped.body]).toEqual([400, "fail"]);
    const parts = await deliver(byPath(channelId), {
      method: "POST",
      body: "--x\r\n\r\npid=1001\r\n--x--",
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
    expect([parts.status, parts.body]).toEqual([400, "fail"]);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it("C34: a channel whose key is blank can prove nothing", async () => {
    const channelId = await aChannel({ ...gateway.settings(), key: "" });
    const fields = { pid: merchant.pid, money: "9.90" };
    expect(await notify(byPath(channelId), "P1", { key: "", fields })).toEqual(refused);
  });

  it("A21: neither signature nor key stands in the log of notifications", async () => {
    const channelId = await aChannel(gateway.settings());
    const { payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    await notify(byPath(channelId), payment.paymentNo, { fields: { buyer: "2088-buyer" } });
    const text = JSON.stringify(await events());
    const sign = new URLSearchParams(
      gateway.signedQuery(payment.paymentNo, { fields: { buyer: "2088-buyer" } }),
    ).get("sign");
    for (const secret of [merchant.key, sign ?? "", "2088-buyer"]) expect(text).not.toContain(secret);
    expect(text).toContain(payment.paymentNo);
  });

  it("a flood waits with 429 and fail, and the next minute is served", async () => {
    overrideConfig({ "limits.callbacksPerMinute": "3" });
    const channelId = await aChannel(gateway.settings());
    for (let n = 0; n < 3; n++) expect(await deliver(byPath(channelId))).toEqual(refused);
    expect(await deliver(byPath(channelId))).toMatchObject({ status: 429, body: "fail" });
  });
});

describe("confirming by query", () => {
  it("asks the gateway before a notification is believed", async () => {
    const channelId = await aChannel(gateway.settings());
    const { payment, orderId } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    await notify(byPath(channelId), payment.paymentNo);
    expect(gateway.queries).toEqual([payment.paymentNo]);
    expect(await stateOf(orderId)).toBe("paid/ready");
  });

  it("refuses a well-signed notification that the gateway denies: a stolen MD5 key delivers nothing", async () => {
    const channelId = await aChannel(gateway.settings());
    const { payment, orderId } = await anOrderToPay(channelId);
    const forged = { fields: { money: "9.90", trade_no: "FORGED", trade_status: "TRADE_SUCCESS" } };
    expect(await notify(byPath(channelId), payment.paymentNo, forged)).toEqual(refused);
    gateway.books.set(payment.paymentNo, { tradeNo: "FORGED", money: "9.90", status: "waiting" });
    expect(await notify(byPath(channelId), payment.paymentNo, forged)).toEqual(refused);
    gateway.pay(payment.paymentNo, "0.01", "FORGED");
    expect(await notify(byPath(channelId), payment.paymentNo, forged)).toEqual(refused);
    expect(await stateOf(orderId)).toBe("unpaid/pending");
    expect((await events()).map((event) => event.reason)).toEqual([
      "query_unpaid",
      "query_unpaid",
      "query_differs",
    ]);
  });

  it("answers 500 with fail while the gateway cannot be asked, and delivers when it can", async () => {
    const channelId = await aChannel(gateway.settings());
    const { payment, orderId } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    for (const mode of ["error", "not_json", "huge", "redirect"] as const) {
      gateway.queryMode = mode;
      expect(await notify(byPath(channelId), payment.paymentNo), mode).toMatchObject({
        status: 500,
        body: "fail",
      });
    }
    expect(await stateOf(orderId)).toBe("unpaid/pending");
    gateway.queryMode = "answer";
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    expect(await stateOf(orderId)).toBe("paid/ready");
  });
});
