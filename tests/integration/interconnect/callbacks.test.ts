import { describe, expect } from "vitest";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { queueCallbacks } from "@/lib/interconnect/main/queue-callbacks";
import { resendCallback } from "@/lib/interconnect/main/resend-callback";
import { storeSecrets } from "@/lib/stock/store-secrets";
import { aDeliveredOrder, callbacksOf, sendDue } from "../../support/builders/callbacks";
import { refundByHand, replaceFirstKey } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct, keyOf } from "../../support/builders/products";
import type { ReceiverMode } from "../../support/fakes/fake-receiver";
import { it, onlyCallbackOf } from "../../support/harness/callback-shop-test";
import { saying } from "../../support/harness/saying";

const waitOf = ({ nextAttemptAt }: { nextAttemptAt: Date | null }) =>
  nextAttemptAt ? (nextAttemptAt.getTime() - now().getTime()) / 1000 : null;

describe("callbacks", () => {
  it("a delivery is one signed message with the specified members [C50, C51]", async ({
    agent,
    receiver,
    sku,
  }) => {
    const { order, downstreamOrderNo } = await aDeliveredOrder(agent, sku);
    await queueCallbacks(order.id);
    await sendDue();
    expect(receiver.calls).toHaveLength(1);
    const [call] = receiver.calls;
    expect(call?.isSignatureValid).toBe(true);
    const body = JSON.parse(call?.body ?? "") as Record<string, unknown>;
    expect(Object.keys(body)).toEqual([
      "event",
      "upstream_order_no",
      "downstream_order_no",
      "fulfillment",
      "timestamp",
      "event_id",
      "sequence",
    ]);
    expect(body).toMatchObject({
      event: "order.fulfilled",
      upstream_order_no: order.orderNo,
      downstream_order_no: downstreamOrderNo,
      fulfillment: { status: "ready", payload: keyOf(sku.id, 1) },
    });
    expect(await onlyCallbackOf(order.id)).toMatchObject({
      status: "delivered",
      attempts: [{ httpStatus: 200, attemptNo: 1 }],
    });
  });

  it("end, once one is accepted, what a ping had found wrong before the receiver knew the secret", async ({
    agent,
    sku,
  }) => {
    await db().site.updateMany({ data: { callbackProblem: "The receiver refuses the signature" } });
    const { order } = await aDeliveredOrder(agent, sku);
    await queueCallbacks(order.id);
    await sendDue();
    expect(await db().site.findFirstOrThrow()).toMatchObject({
      callbackProblem: null,
      callbackVerifiedAt: expect.any(Date),
    });
  });

  it("refunds and changed secrets are events of their own, in the order in which they happened [C50]", async ({
    agent,
    receiver,
    sku,
  }) => {
    receiver.state.mode = "broken";
    const { order } = await aDeliveredOrder(agent, sku);
    await replaceFirstKey(order.orderNo);
    await refundByHand(order.orderNo, { amountCents: 100n });
    await queueCallbacks(order.id);
    await refundByHand(order.orderNo, { amountCents: 890n });
    await queueCallbacks(order.id);
    expect((await callbacksOf(order.id)).map(({ event }) => event)).toEqual([
      "order.fulfilled",
      "order.secret_changed",
      "order.refunded",
      "order.refunded",
    ]);
    await sendDue();
    expect(receiver.calls).toHaveLength(1);
    receiver.state.mode = "ok";
    for (let step = 0; step < 4; step++) {
      testClock.advance(10);
      await sendDue();
    }
    const bodies = receiver.calls.slice(1).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(bodies).toMatchObject([
      { event: "order.fulfilled", fulfillment: { status: "ready" } },
      { event: "order.secret_changed", fulfillment: { status: "ready", payload: keyOf(sku.id, 2) } },
      { event: "order.refunded", fulfillment: { status: "ready" }, refunded_amount: "1.00" },
      { event: "order.refunded", fulfillment: { status: "revoked" }, refunded_amount: "9.90" },
    ]);
    expect(bodies[3]).not.toHaveProperty("fulfillment.payload");
  });

  it("names each event by an id that stays, and numbers those of an order upwards [C118]", async ({
    agent,
    receiver,
    sku,
  }) => {
    receiver.state.mode = "broken";
    const { order } = await aDeliveredOrder(agent, sku);
    // The clock of the shop goes back: the times of the events no longer rise.
    testClock.set(new Date(now().getTime() - 60_000));
    await replaceFirstKey(order.orderNo);
    await queueCallbacks(order.id);
    await refundByHand(order.orderNo, { amountCents: 100n });
    await queueCallbacks(order.id);
    testClock.advance(120);
    await sendDue();
    receiver.state.mode = "ok";
    for (let step = 0; step < 3; step++) {
      testClock.advance(10);
      await sendDue();
    }
    const sent = receiver.calls.map(({ body, headers }) => ({
      ...(JSON.parse(body) as { event: string; event_id: string; sequence: number }),
      header: headers.get("x-site-event-id"),
    }));
    expect(sent.map(({ event }) => event)).toEqual([
      "order.fulfilled",
      "order.fulfilled",
      "order.secret_changed",
      "order.refunded",
    ]);
    for (const { event_id, sequence, header } of sent)
      expect([event_id, header]).toEqual([`${order.orderNo}-${sequence}`, event_id]);
    const sequences = sent.map(({ sequence }) => sequence);
    expect(sequences[1]).toBe(sequences[0]);
    expect(sequences.slice(1)).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    expect((await callbacksOf(order.id)).map(({ sequence }) => Number(sequence))).toEqual(sequences.slice(1));
  });

  it("retries by the schedule with the same bytes and fresh signatures [W1, W8]", async ({
    agent,
    receiver,
    sku,
  }) => {
    receiver.state.mode = "broken";
    const { order } = await aDeliveredOrder(agent, sku);
    testClock.set(now());
    for (const [low, high] of [
      [4, 6],
      [24, 36],
      [96, 144],
    ] as const) {
      await sendDue();
      const wait = waitOf(await onlyCallbackOf(order.id));
      expect(wait).toBeGreaterThanOrEqual(low);
      expect(wait).toBeLessThanOrEqual(high);
      testClock.advance(high);
    }
    receiver.state.mode = "ok";
    await sendDue();
    expect(receiver.calls).toHaveLength(4);
    expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.calls.map(({ nonce }) => nonce)).size).toBe(4);
    expect(receiver.calls.every(({ isSignatureValid }) => isSignatureValid)).toBe(true);
    const { status, attempts } = await onlyCallbackOf(order.id);
    expect(status).toBe("delivered");
    expect(attempts.map(({ httpStatus, attemptNo }) => [attemptNo, httpStatus])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 200],
    ]);
  });

  it("fail with an alert after thirteen attempts, and can be resent [C52]", async ({
    agent,
    receiver,
    sku,
  }) => {
    receiver.state.mode = "not_found";
    const { order } = await aDeliveredOrder(agent, sku);
    for (let step = 0; step < 20; step++) {
      await sendDue();
      const { nextAttemptAt } = await onlyCallbackOf(order.id);
      if (!nextAttemptAt) break;
      testClock.set(nextAttemptAt);
    }
    expect(receiver.calls).toHaveLength(13);
    const given = await onlyCallbackOf(order.id);
    expect(given.status).toBe("failed");
    expect(given.attempts.at(-1)?.responseExcerpt).toBe("nobody here");
    expect(await db().alert.count({ where: { kind: "callback.failed" } })).toBe(1);
    receiver.state.mode = "ok";
    await resendCallback(await anAdmin(), aClient(), given.id);
    await sendDue();
    expect((await onlyCallbackOf(order.id)).status).toBe("delivered");
  });

  it.for<[ReceiverMode, string | null]>([
    ["no_content", null],
    ["endless", null],
    ["moved", "The receiver answered 302"],
    ["reset", "The connection was cut"],
    ["huge_header", "The answer is too large"],
    ["throttled", "The receiver answered 429"],
  ])("a receiver that is %s [W3, W4]", async ([mode, error], { agent, receiver, sku }) => {
    receiver.state.mode = mode;
    const { order } = await aDeliveredOrder(agent, sku);
    testClock.set(now());
    await sendDue();
    const callback = await onlyCallbackOf(order.id);
    expect(callback.lastError).toEqual(error === null ? null : saying(error));
    expect(callback.status).toBe(error === null ? "delivered" : "pending");
    expect(receiver.state.canaryHits).toBe(0);
    expect(callback.attempts[0]?.responseExcerpt?.length ?? 0).toBeLessThanOrEqual(2000);
    if (mode === "throttled") expect(waitOf(callback)).toBe(90);
  });

  it("a receiver that shows what it was sent leaves no key in our log [A21]", async ({ agent, receiver }) => {
    receiver.state.mode = "echo";
    const { sku: odd } = await aProduct();
    const keys = [{ content: 'say "friend" \\ 1\nand "friend" again' }];
    await inTransaction((tx) => storeSecrets(tx, { skuId: odd.id, keys, note: "", staffId: null }));
    const { order } = await aDeliveredOrder(agent, odd);
    await sendDue();
    const excerpt = (await onlyCallbackOf(order.id)).attempts[0]?.responseExcerpt ?? "";
    expect(excerpt).toContain(order.orderNo);
    expect(excerpt).toContain("***");
    expect(excerpt).not.toContain("friend");
  });

  it("read hardly anything of an endless answer [W4]", async ({ agent, receiver, sku }) => {
    receiver.state.mode = "endless";
    await aDeliveredOrder(agent, sku);
    await sendDue();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(receiver.state.bytesSent).toBeLessThan(8 * 1024 * 1024);
  });
});
