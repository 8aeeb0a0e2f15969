import { describe, expect } from "vitest";
import { db } from "@/lib/db/client";
import {
  advance,
  alerts,
  type anAgentShop,
  anUpstreamProduct,
  buy,
  callBack,
  credentials,
  type GuestOrder,
  only,
  payFor,
  read,
} from "../../support/builders/agent-shop";
import { it } from "../../support/harness/agent-shop-test";
import { saying } from "../../support/harness/saying";
import { overrideConfig } from "../../support/harness/test-config";

describe("received callbacks", () => {
  const message = (orderNo: string, changes: Record<string, unknown> = {}) => ({
    event: "order.fulfilled",
    upstream_order_no: "U1",
    downstream_order_no: orderNo,
    fulfillment: { status: "ready", payload: "BY-CALLBACK" },
    timestamp: "2026-01-01T00:00:05Z",
    ...changes,
  });
  const lastRow = () => db().callbackLog.findFirstOrThrow({ orderBy: { id: "desc" } });

  async function aHeldOrder({ main, sku }: Awaited<ReturnType<typeof anAgentShop>>): Promise<GuestOrder> {
    main.state.fulfillment = "held";
    const { data } = await buy(sku);
    await payFor(data.order_no);
    await advance();
    return data;
  }

  it("answers a genuine callback above the limit with the time to come again, and then applies it [W5]", async ({
    main,
    sku,
  }) => {
    overrideConfig({ "limits.callbacksPerMinute": "2" });
    const order = await aHeldOrder({ main, sku });
    const send = () => callBack(credentials, message(order.order_no, { downstream_order_no: "ANOTHER" }));
    for (let n = 0; n < 2; n++) expect((await send()).status).not.toBe(429);
    const refused = await callBack(credentials, message(order.order_no));
    expect([refused.status, refused.json.status_code]).toEqual([429, 4290]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await lastRow()).toMatchObject({ isSignatureValid: true, httpStatus: 429, cause: "over_limit" });
  });

  it("delivers, answers received, and is a row of the log [C60]", async ({ main, sku }) => {
    const order = await aHeldOrder({ main, sku });
    const { status, json, data } = await callBack(credentials, message(order.order_no));
    expect([status, json.status_code, data]).toEqual([200, 0, { received: true, result: "applied" }]);
    expect((await read(order)).fulfillment.payload).toBe("BY-CALLBACK");
    const row = await lastRow();
    expect(row).toMatchObject({
      event: "order.fulfilled",
      upstreamOrderNo: "U1",
      downstreamOrderNo: order.order_no,
      isSignatureValid: true,
      result: "applied",
      httpStatus: 200,
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(row)).not.toContain("BY-CALLBACK");
    expect((await callBack(credentials, message(order.order_no))).data.result).toBe("ignored");
  });

  it("name by both numbers an order of this connection [C60]", async ({ main, sku }) => {
    const order = await aHeldOrder({ main, sku });
    for (const changes of [{ upstream_order_no: "U9" }, { downstream_order_no: "K9" }]) {
      const { status, json } = await callBack(credentials, message(order.order_no, changes));
      expect([status, json.status_code]).toEqual([404, 4004]);
    }
    const stranger = { key: "another_main_01", secret: "another" };
    await anUpstreamProduct({ ...stranger, baseUrl: main.url });
    const { json } = await callBack(stranger, message(order.order_no));
    expect(json.status_code).toBe(4004);
    expect((await read(order)).fulfillment.status).toBe("processing");
  });

  it("forged, stale and repeated callbacks change nothing and stand in the log [W10]", async ({
    main,
    sku,
  }) => {
    const order = await aHeldOrder({ main, sku });
    const body = message(order.order_no);
    const nonce = crypto.randomUUID();
    const stale = String(Math.floor(Date.now() / 1000) - 400);
    const answers = [
      await callBack({ ...credentials, secret: "forged" }, body),
      await callBack({ ...credentials, key: "nobody_at_all" }, body),
      await callBack(credentials, body, { timestamp: stale }),
      await callBack(credentials, { ...body, event: "order.other" }, { nonce }),
      await callBack(credentials, body, { nonce }),
    ];
    expect(answers.map(({ json }) => json.status_code)).toEqual([4003, 4003, 4003, 0, 4003]);
    const rows = await db().callbackLog.findMany({ orderBy: { id: "asc" } });
    expect(rows.map(({ cause, result }) => [cause, result])).toEqual([
      ["wrong_signature", "refused"],
      ["unknown_key", "refused"],
      ["clock_skew", "refused"],
      [null, "ignored"],
      ["nonce_replayed", "refused"],
    ]);
    expect((await read(order)).fulfillment.status).toBe("processing");
  });

  it("an older event that comes late changes nothing [W9]", async ({ main, sku }) => {
    const order = await aHeldOrder({ main, sku });
    const refund = message(order.order_no, {
      event: "order.refunded",
      fulfillment: { status: "revoked" },
      timestamp: "2026-01-01T00:01:00Z",
    });
    expect((await callBack(credentials, refund)).data.result).toBe("applied");
    expect((await callBack(credentials, message(order.order_no))).data.result).toBe("ignored");
    expect((await only(order.order_no)).status).toBe("refunded");
    expect((await read(order)).fulfillment.status).toBe("failed");
    expect(await alerts()).toContain("purchase.refunded");
  });

  it("goes by the numbers of events, whatever their times say [C118]", async ({ main, sku }) => {
    const order = await aHeldOrder({ main, sku });
    const send = async (sequence: number, payload: string, timestamp: string) => {
      const event = sequence === 5 ? "order.fulfilled" : "order.secret_changed";
      const fulfillment = { status: "ready", payload };
      const changes = { event, event_id: `U1-${sequence}`, sequence, timestamp, fulfillment };
      return (await callBack(credentials, message(order.order_no, changes))).data.result;
    };
    expect(await send(5, "FIRST-KEY", "2026-01-01T00:05:00Z")).toBe("applied");
    // The main site's clock went back between the two.
    expect(await send(6, "BETTER-KEY", "2026-01-01T00:01:00Z")).toBe("applied");
    expect(await send(5, "FIRST-KEY", "2026-01-01T00:05:00Z")).toBe("ignored");
    expect(await send(4, "OLDER-KEY", "2026-01-01T00:09:00Z")).toBe("ignored");
    expect(await send(6, "OTHER-KEY", "2026-01-01T00:09:00Z")).toBe("ignored");
    expect((await read(order)).fulfillment.payload).toBe("BETTER-KEY");
    expect(await only(order.order_no)).toMatchObject({ lastSequence: 6n });
  });

  it("goes by the time of an event that has no number [C118]", async ({ main, sku }) => {
    const order = await aHeldOrder({ main, sku });
    const changed = {
      event: "order.secret_changed",
      fulfillment: { status: "ready", payload: "BETTER-KEY" },
    };
    await callBack(credentials, message(order.order_no, { sequence: 5 }));
    const late = message(order.order_no, { ...changed, timestamp: "2026-01-01T00:00:04Z" });
    expect((await callBack(credentials, late)).data.result).toBe("ignored");
    const next = message(order.order_no, { ...changed, timestamp: "2026-01-01T00:00:06Z" });
    expect((await callBack(credentials, next)).data.result).toBe("applied");
    expect(await only(order.order_no)).toMatchObject({ lastSequence: 5n });
  });

  it("applies an event that was overtaken by one that changed nothing [C60]", async ({ main, sku }) => {
    const order = await aHeldOrder({ main, sku });
    const unknown = message(order.order_no, { event: "order.other", timestamp: "2026-01-01T00:00:10Z" });
    expect((await callBack(credentials, unknown)).data.result).toBe("ignored");
    expect((await callBack(credentials, message(order.order_no))).data.result).toBe("applied");
    expect((await read(order)).fulfillment.payload).toBe("BY-CALLBACK");
  });

  it("applies what follows an event dated far ahead [C60]", async ({ main, sku }) => {
    const order = await aHeldOrder({ main, sku });
    const ahead = message(order.order_no, { timestamp: "2099-01-01T00:00:00Z" });
    expect((await callBack(credentials, ahead)).data.result).toBe("applied");
    const timestamp = new Date(Date.now() + 301_000).toISOString();
    const changed = message(order.order_no, {
      event: "order.secret_changed",
      fulfillment: { status: "ready", payload: "BETTER-KEY" },
      timestamp,
    });
    expect((await callBack(credentials, changed)).data.result).toBe("applied");
    expect((await read(order)).fulfillment.payload).toBe("BETTER-KEY");
  });

  it.for(["", " \n\n"])(
    "does not deliver an empty payload %j, and tells the operator [C60]",
    async (payload, { main, sku }) => {
      const order = await aHeldOrder({ main, sku });
      const empty = message(order.order_no, { fulfillment: { status: "ready", payload } });
      expect((await callBack(credentials, empty)).data.result).toBe("ignored");
      expect((await read(order)).fulfillment.status).toBe("processing");
      expect(await only(order.order_no)).toMatchObject({
        status: "awaiting_goods",
        lastError: saying(/sent nothing/),
      });
      expect(await alerts()).toContain("purchase.incomplete");
      expect((await callBack(credentials, message(order.order_no))).data.result).toBe("applied");
    },
  );

  it("a changed secret reaches our buyer [C50]", async ({ main, sku }) => {
    const order = await aHeldOrder({ main, sku });
    await callBack(credentials, message(order.order_no));
    const changed = message(order.order_no, {
      event: "order.secret_changed",
      fulfillment: { status: "ready", payload: "BETTER-KEY" },
      timestamp: "2026-01-01T00:02:00Z",
    });
    expect((await callBack(credentials, changed)).data.result).toBe("applied");
    expect((await read(order)).fulfillment.payload).toBe("BETTER-KEY");
    expect((await callBack(credentials, changed)).data.result).toBe("ignored");
  });

  it("records a partial refund and sends one callback for each sum, and leaves the content delivered [C50]", async ({
    main,
    sku,
  }) => {
    const order = await aHeldOrder({ main, sku });
    await callBack(credentials, message(order.order_no));
    const refund = async (refunded_amount: string, timestamp: string, status = "ready") => {
      const changes = { event: "order.refunded", refunded_amount, timestamp };
      const fulfillment = status === "ready" ? { status, payload: "BY-CALLBACK" } : { status };
      const answer = await callBack(credentials, message(order.order_no, { ...changes, fulfillment }));
      const { refundedCents } = await only(order.order_no);
      return [answer.data.result, refundedCents];
    };
    const told = () =>
      db().alert.findUnique({ where: { dedupeKey: `purchase.partly_refunded:${order.order_no}` } });
    expect(await refund("1.00", "2026-01-01T00:03:00Z")).toEqual(["applied", 100n]);
    expect(await told()).toMatchObject({ count: 1, message: expect.stringContaining("returned 1.00") });
    expect(await refund("1.00", "2026-01-01T00:03:00Z")).toEqual(["ignored", 100n]);
    expect(await refund("2.5", "2026-01-01T00:04:00Z")).toEqual(["applied", 250n]);
    expect(await refund("4.00", "2026-01-01T00:03:30Z")).toEqual(["ignored", 250n]);
    expect(await refund("1.00", "2026-01-01T00:05:00Z")).toEqual(["ignored", 250n]);
    expect(await told()).toMatchObject({ count: 2, message: expect.stringContaining("returned 2.50") });
    expect((await only(order.order_no)).status).toBe("delivered");
    expect((await read(order)).fulfillment.payload).toBe("BY-CALLBACK");
    expect(await refund("5.00", "2026-01-01T00:06:00Z", "revoked")).toEqual(["applied", 500n]);
    expect((await only(order.order_no)).status).toBe("refunded");
    expect(await told()).toMatchObject({ count: 2 });
  });

  it.for<[string, Record<string, unknown>]>([
    ["no event", { event: undefined }],
    ["a number as payload", { fulfillment: { status: "ready", payload: 5 } }],
    ["no timestamp", { timestamp: undefined }],
    ["a number as refunded amount", { refunded_amount: 1 }],
    ["a timestamp without offset", { timestamp: "2026-01-01 00:00:00" }],
    ["a text as sequence", { sequence: "5" }],
  ])("%s is 4001 and a refused row [C60]", async ([, changes], { main, sku }) => {
    const order = await aHeldOrder({ main, sku });
    const { status, json } = await callBack(credentials, message(order.order_no, changes));
    expect([status, json.status_code]).toEqual([400, 4001]);
    expect(await lastRow()).toMatchObject({ isSignatureValid: true, result: "refused", httpStatus: 400 });
  });
});
