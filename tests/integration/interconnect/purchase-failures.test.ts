import { describe, expect } from "vitest";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { retryPurchase } from "@/lib/interconnect/agent/purchases/operator";
import { pollPurchase } from "@/lib/interconnect/agent/purchases/poll";
import { giveUpAttempts } from "@/lib/interconnect/agent/purchases/schedule";
import { startPurchases } from "@/lib/interconnect/agent/purchases/start";
import { deliverAgain } from "@/lib/orders/staff/operate-order";
import {
  advance,
  alerts,
  buy,
  callBack,
  credentials,
  only,
  payFor,
  purchasesOf,
  read,
} from "../../support/builders/agent-shop";
import { refundByHand, reportDispute } from "../../support/builders/orders";
import { aClient, anAdmin } from "../../support/builders/products";
import type { FakeMain } from "../../support/fakes/fake-main";
import { it } from "../../support/harness/agent-shop-test";
import { saying } from "../../support/harness/saying";

describe("a purchase that does not go straight", () => {
  it("is tried again under its own number when it failed without a word, and so paid once [C63]", async ({
    main,
    sku,
  }) => {
    const { data } = await buy(sku);
    await payFor(data.order_no);
    main.state.lose.paid = 1;
    main.state.lose.get = 1;
    await db().purchase.updateMany({ data: { pollCount: giveUpAttempts } });
    await advance();
    expect((await read(data)).fulfillment.status).toBe("failed");
    await retryPurchase(await anAdmin(), aClient(), (await only(data.order_no)).id);
    await advance();
    expect((await read(data)).fulfillment.payload).toBe("CARD-U1");
    expect(main.orders.size).toBe(1);
  });

  it("refuses a late callback of the first purchase after a retry by the operator, and raises an alert [C63]", async ({
    main,
    sku,
  }) => {
    const { data } = await buy(sku);
    const orderId = await payFor(data.order_no);
    main.state.lose.paid = 1;
    main.state.lose.get = 1;
    await db().purchase.updateMany({ data: { pollCount: giveUpAttempts } });
    await advance();
    await deliverAgain({ actor: await anAdmin(), client: aClient(), orderNo: data.order_no });
    await startPurchases(orderId);
    expect(await purchasesOf(data.order_no)).toMatchObject([{ status: "paying", upstreamOrderNo: "U1" }]);
    // The operator has retried it in between.
    const [first] = await purchasesOf(data.order_no);
    await db().purchase.update({
      where: { id: first?.id ?? 0 },
      data: { status: "failed", paymentRef: null },
    });
    await startPurchases(orderId);
    const answer = await callBack(credentials, {
      event: "order.fulfilled",
      upstream_order_no: "U1",
      downstream_order_no: data.order_no,
      fulfillment: { status: "ready", payload: "FIRST" },
      timestamp: "2026-01-01T00:00:05Z",
    });
    expect(answer.status).toBe(200);
    expect(await alerts()).toContain("purchase.twice");
    expect((await purchasesOf(data.order_no)).map(({ status }) => status)).toEqual(["superseded", "paying"]);
  });

  it("never silent: a renewal that is not possible any more fails the order [C63]", async ({ main, sku }) => {
    const { data } = await buy(sku);
    await payFor(data.order_no);
    await db().connection.updateMany({ data: { status: "disabled" } });
    main.state.next.paid.push({ code: 4099 });
    await advance();
    expect((await read(data)).fulfillment.status).toBe("failed");
    expect(await alerts()).toContain("purchase.failed");
  });

  it("closes purchases of canceled orders, and looks for those that may have been paid", async ({
    main,
    sku,
  }) => {
    const refund = (orderNo: string) => refundByHand(orderNo, { amountCents: 900n });
    const { data: early } = await buy(sku);
    await payFor(early.order_no);
    await refund(early.order_no);
    await advance();
    expect(await only(early.order_no)).toMatchObject({ status: "superseded", nextPollAt: null });
    const { data: late } = await buy(sku);
    await payFor(late.order_no);
    main.state.lose.paid = 1;
    main.state.lose.get = 1;
    await advance();
    await refund(late.order_no);
    await advance();
    expect((await only(late.order_no)).status).toBe("delivered");
    expect(await alerts()).toContain("purchase.unused");
  });

  it("a price that was pulled already is no excuse to buy above what the buyer paid [C61]", async ({
    main,
    sku,
  }) => {
    main.state.next.create.push({ text: "away", http: 502 }, { text: "away", http: 502 });
    const { data } = await buy(sku);
    main.state.price = "20.00";
    await db().upstreamSku.updateMany({ data: { costCents: 2000n } });
    await db().sku.updateMany({ data: { priceCents: 2200n, costCents: 2000n } });
    await payFor(data.order_no);
    await advance();
    await advance();
    expect((await read(data)).fulfillment.status).toBe("failed");
    expect(await alerts()).toContain("upstream.below_cost");
    expect([...main.orders.values()].some(({ isPaid }) => isPaid)).toBe(false);
  });

  it("held after attempts that were lost, it is looked at on the schedule's beginning [C63]", async ({
    main,
    sku,
  }) => {
    main.state.fulfillment = "held";
    const { data } = await buy(sku);
    await payFor(data.order_no);
    await db().purchase.updateMany({ data: { pollCount: 4 } });
    testClock.set(now());
    await advance();
    const { status, pollCount, nextPollAt, paidAt } = await only(data.order_no);
    expect([status, pollCount]).toEqual(["awaiting_goods", 1]);
    expect((nextPollAt?.getTime() ?? 0) - (paidAt?.getTime() ?? 0)).toBe(10_000);
  });

  it.for([
    [400, 4001, "failed"],
    [500, 5000, "paying"],
  ] as const)(
    "keeps moving after HTTP %i with U+0000 in its message [C63, C68]",
    async ([http, code, status], { main, sku }) => {
      const { data } = await buy(sku);
      await payFor(data.order_no);
      main.state.next.paid.push({ code, http, msg: "no\u0000pe\ud800" });
      main.state.next.get.push({ code: 4290, http: 429, msg: "no\u0000" });
      await advance();
      const purchase = await only(data.order_no);
      expect(purchase.status).toBe(status);
      expect(purchase.lastError).toMatch(status === "failed" ? /no\ufffdpe\ufffd/ : /no\ufffd/);
      await advance();
      expect((await read(data)).fulfillment.status).toBe(status === "failed" ? "failed" : "ready");
    },
  );

  it("does not hand over a payload that cannot be stored as it is [C68]", async ({ main, sku }) => {
    const { data } = await buy(sku);
    await payFor(data.order_no);
    const fulfillment = { status: "ready", payload: "KEY-\ud800" };
    main.state.next.paid.push({ data: { fulfillment } });
    main.state.next.get.push({ data: { status: "delivered", fulfillment } });
    await advance();
    expect((await read(data)).fulfillment.status).toBe("processing");
    expect((await only(data.order_no)).lastError).toContain("payload: must not contain");
    await advance();
    expect((await read(data)).fulfillment.payload).toBe("CARD-U1");
  });

  it("does not hand over fewer keys than were bought, tells the operator, and delivers when all came [C62]", async ({
    main,
    sku,
  }) => {
    const { data } = await buy(sku, 3);
    await payFor(data.order_no);
    main.state.next.paid.push({ data: { fulfillment: { status: "ready", payload: "ONE\nTWO\n" } } });
    await advance();
    expect((await read(data)).fulfillment.status).toBe("processing");
    expect(await only(data.order_no)).toMatchObject({
      status: "awaiting_goods",
      lastError: saying("the main site says that it delivered, but sent 2 of 3 keys"),
    });
    expect(await alerts()).toContain("purchase.incomplete");
    main.release("U1", "ONE\nTWO\nTHREE");
    await advance();
    expect((await read(data)).fulfillment.payload).toBe("ONE\nTWO\nTHREE");
  });

  it("takes one text for any number of units where the offer is no key [C62]", async ({ main, sku }) => {
    await db().upstreamSku.updateMany({ data: { autoSecretKind: "text" } });
    const { data } = await buy(sku, 3);
    await payFor(data.order_no);
    main.state.next.paid.push({ data: { fulfillment: { status: "ready", payload: "One link for all" } } });
    await advance();
    expect((await read(data)).fulfillment.payload).toBe("One link for all");
  });

  it("keeps the time of payment while the purchase waits for its content", async ({ main, sku }) => {
    main.state.fulfillment = "held";
    const { data } = await buy(sku);
    await payFor(data.order_no);
    await advance();
    const { paidAt } = await only(data.order_no);
    testClock.advance(3600);
    await advance();
    expect(await only(data.order_no)).toMatchObject({ paidAt, pollCount: 2 });
  });

  it.for(["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00", "soon"])(
    "buys from a main site whose order expires at %s",
    async (expire_at, { main, sku }) => {
      main.state.createdExtra = { expire_at };
      const { data } = await buy(sku);
      await payFor(data.order_no);
      await advance();
      expect((await read(data)).fulfillment.payload).toBe("CARD-U1");
    },
  );

  const dispute = async (orderNo: string, state: "open" | "won" | "lost") =>
    reportDispute(await db().order.findUniqueOrThrow({ where: { orderNo } }), state);
  const paidCalls = (main: FakeMain) => main.calls.filter(({ path }) => path.endsWith("/paid")).length;

  it("keeps back what comes for a disputed order until the dispute is won", async ({ main, sku }) => {
    main.state.fulfillment = "held";
    const { data } = await buy(sku, 1);
    await payFor(data.order_no);
    await advance();
    await dispute(data.order_no, "open");
    const purchase = await only(data.order_no);
    main.release(purchase.upstreamOrderNo ?? "", "CARD-U1");
    await pollPurchase(purchase.id);
    expect(await only(data.order_no)).toMatchObject({ status: "awaiting_goods" });
    expect((await read(data)).fulfillment).toMatchObject({ status: "processing" });
    await dispute(data.order_no, "won");
    await pollPurchase(purchase.id);
    expect(await read(data)).toMatchObject({ fulfillment: { status: "ready", payload: "CARD-U1" } });
  });

  it("pays nothing for a disputed order until the dispute is won, and counts no attempt", async ({
    main,
    sku,
  }) => {
    const { data } = await buy(sku, 1);
    await payFor(data.order_no);
    await dispute(data.order_no, "open");
    await db().purchase.updateMany({ data: { pollCount: giveUpAttempts } });
    for (let look = 0; look < 2; look++) {
      await advance();
      testClock.advance(900);
    }
    expect(paidCalls(main)).toBe(0);
    expect(await only(data.order_no)).toMatchObject({
      status: "paying",
      pollCount: giveUpAttempts,
      lastError: saying("The order is disputed: nothing is paid"),
    });
    await dispute(data.order_no, "won");
    await advance();
    expect(paidCalls(main)).toBe(1);
    expect((await read(data)).fulfillment.payload).toBe("CARD-U1");
  });

  it("fails a purchase that a lost dispute left unpaid, and says so", async ({ main, sku }) => {
    const { data } = await buy(sku, 1);
    await payFor(data.order_no);
    await dispute(data.order_no, "lost");
    await advance();
    expect(paidCalls(main)).toBe(0);
    expect(await only(data.order_no)).toMatchObject({ status: "failed" });
    expect(await alerts()).toContain("purchase.failed");
  });
});
