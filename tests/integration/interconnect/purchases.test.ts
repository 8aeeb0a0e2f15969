import { describe, expect } from "vitest";
import * as guestOrders from "@/app/api/v1/guest/orders/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { retryPurchase } from "@/lib/interconnect/agent/purchases/operator";
import { payPurchase } from "@/lib/interconnect/agent/purchases/pay";
import { pollPurchase } from "@/lib/interconnect/agent/purchases/poll";
import { cancelPurchases } from "@/lib/interconnect/agent/purchases/reserve";
import { giveUpAttempts } from "@/lib/interconnect/agent/purchases/schedule";
import { startPurchases, sweepPurchases } from "@/lib/interconnect/agent/purchases/start";
import { sweepOrders } from "@/lib/orders/close-order";
import {
  advance,
  alerts,
  buy,
  callBack,
  credentials,
  type GuestOrder,
  only,
  payFor,
  purchasesOf,
  read,
} from "../../support/builders/agent-shop";
import { pay } from "../../support/builders/orders";
import { aClient, anAdmin, anEmail } from "../../support/builders/products";
import type { FakeMain } from "../../support/fakes/fake-main";
import { it } from "../../support/harness/agent-shop-test";
import { call } from "../../support/harness/call";
import { saying } from "../../support/harness/saying";

const paths = (main: FakeMain) =>
  main.calls.map(({ method, path }) => `${method} ${path.replace("/api/v1/upstream", "")}`);

describe("buying from a main site", () => {
  it("orders there when the buyer orders, pays there when the buyer has paid, and delivers what comes back [C62]", async ({
    main,
    sku,
  }) => {
    const { status, data } = await buy(sku, 2);
    expect(status).toBe(200);
    expect(paths(main)).toEqual(["POST /orders"]);
    expect(main.calls[0]).toMatchObject({
      isSignatureValid: true,
      body: { product_id: 12, sku_id: 34, quantity: 2, downstream_order_no: data.order_no },
    });
    expect(main.calls[0]?.body).not.toHaveProperty("customer_email");
    await payFor(data.order_no);
    await advance();
    expect(paths(main)).toEqual(["POST /orders", "POST /orders/U1/paid"]);
    expect(main.calls[1]?.body).toMatchObject({ paid_amount: "5.00", paid_at: expect.stringMatching(/Z$/) });
    expect(await read(data)).toMatchObject({
      status: "delivered",
      fulfillment: { status: "ready", payload: "CARD-U1\nCARD-U1-2" },
    });
    expect(await only(data.order_no)).toMatchObject({
      status: "delivered",
      upstreamOrderNo: "U1",
      amountCents: 500n,
      paidAt: expect.any(Date),
    });
  });

  it("passes on what the buyer answered, for a main site that asks the same", async ({ main, sku }) => {
    const formFields = [{ key: "account", type: "text", label: "Account", required: true }];
    await db().product.update({ where: { id: sku.productId }, data: { formFields } });
    const form = { account: "gamer", order_no: "X" };
    const { status, data } = await call<GuestOrder>(guestOrders.POST, "POST", {
      body: { email: anEmail(), product_id: sku.productId, quantity: 1, form },
      ip: "198.51.100.7",
    });
    expect(status).toBe(200);
    expect(main.calls[0]?.body.metadata).toEqual({ account: "gamer", order_no: data.order_no });
  });

  it("a lost answer is asked for again with the same number [C62]", async ({ main, sku }) => {
    main.state.lose.create = 1;
    const { data } = await buy(sku);
    expect(main.calls.map(({ body }) => body.downstream_order_no)).toEqual([data.order_no, data.order_no]);
    expect(main.orders.size).toBe(1);
    expect(await only(data.order_no)).toMatchObject({ upstreamOrderNo: "U1" });
  });

  it("keeps the order while the main site is away, and places and pays it when it is back [C62]", async ({
    main,
    sku,
  }) => {
    main.state.lose.create = 3;
    const { status, data } = await buy(sku);
    expect(status).toBe(200);
    await payFor(data.order_no);
    await advance();
    expect(await only(data.order_no)).toMatchObject({
      status: "paying",
      lastError: saying("The connection was cut"),
    });
    expect((await read(data)).status).toBe("delivering");
    await advance();
    expect((await read(data)).fulfillment.payload).toBe("CARD-U1");
  });

  it("a lost answer to the payment is no failure: the order is read and its payload taken [C62]", async ({
    main,
    sku,
  }) => {
    main.state.lose.paid = 1;
    const { data } = await buy(sku);
    await payFor(data.order_no);
    await advance();
    expect(paths(main)).toEqual(["POST /orders", "POST /orders/U1/paid", "GET /orders/U1"]);
    expect((await read(data)).fulfillment.payload).toBe("CARD-U1");
  });

  it("4090 is no failure: the order is read and its payload taken [C62]", async ({ main, sku }) => {
    const { data } = await buy(sku);
    main.release("U1", "LINE-1\nLINE-2");
    await payFor(data.order_no);
    await advance();
    expect((await read(data)).fulfillment.payload).toBe("LINE-1\nLINE-2");
  });

  it("a lost payment that never arrived is reported again, with the same payment [C62]", async ({
    main,
    sku,
  }) => {
    main.state.next.paid.push("reset");
    const { data } = await buy(sku);
    await payFor(data.order_no);
    await advance();
    expect(await only(data.order_no)).toMatchObject({ status: "paying" });
    await advance();
    const paid = main.calls.filter(({ path }) => path.endsWith("/paid"));
    expect(paid).toHaveLength(2);
    expect(paid[0]?.body).toEqual(paid[1]?.body);
    expect((await read(data)).status).toBe("delivered");
  });

  it.for(["expired", "canceled"])(
    "a reservation that is %s is made anew with the suffix -2 [C62]",
    async (status, { main, sku }) => {
      const { data } = await buy(sku);
      Object.assign(main.orders.get("U1") ?? {}, { status });
      main.state.next.paid.push({ code: 4090 });
      await payFor(data.order_no);
      await advance();
      await advance();
      expect((await purchasesOf(data.order_no)).map((row) => [row.downstreamOrderNo, row.status])).toEqual([
        [data.order_no, "superseded"],
        [`${data.order_no}-2`, "delivered"],
      ]);
      expect((await read(data)).fulfillment.payload).toBe("CARD-U2");
    },
  );

  it("fails the order with an alert when the main site's stock is gone [C63]", async ({ main, sku }) => {
    const { data } = await buy(sku);
    main.state.next.paid.push({ code: 4099 });
    main.state.next.create.push({ code: 4099 });
    await payFor(data.order_no);
    await advance();
    await advance();
    expect(await read(data)).toMatchObject({ status: "paid", fulfillment: { status: "failed" } });
    expect(await alerts()).toContain("purchase.failed");
  });

  it("a main site that is silent for a day fails the order; before, an alert is raised [C63]", async ({
    main,
    sku,
  }) => {
    const { data } = await buy(sku);
    await payFor(data.order_no);
    await main.stop();
    for (let turn = 0; turn < 6; turn++) await advance();
    expect(await alerts()).toEqual(["purchase.delayed"]);
    testClock.advance(30 * 3600);
    await advance();
    expect((await read(data)).fulfillment.status, "an old order gets its attempts as well").toBe(
      "processing",
    );
    await db().purchase.updateMany({ data: { pollCount: giveUpAttempts } });
    await advance();
    expect((await read(data)).fulfillment.status).toBe("failed");
  });

  it("looks at a held purchase after 10 s, 30 s, 1 m, 5 m and then every 15 min, and delivers it when it comes [C63]", async ({
    main,
    sku,
  }) => {
    main.state.fulfillment = "held";
    const { data } = await buy(sku);
    await payFor(data.order_no);
    const waits = [];
    for (let turn = 0; turn < 6; turn++) {
      await advance();
      const { nextPollAt, status } = await only(data.order_no);
      expect(status).toBe("awaiting_goods");
      waits.push(Math.round(((nextPollAt?.getTime() ?? 0) - Date.now()) / 1000));
    }
    expect(waits).toEqual([10, 30, 60, 300, 900, 900]);
    main.release("U1", "LATE-KEY");
    await advance();
    expect((await read(data)).fulfillment.payload).toBe("LATE-KEY");
  });

  it("an operator may try again what failed, while the buyer still waits [C63]", async ({ main, sku }) => {
    const { data } = await buy(sku);
    main.state.next.paid.push({ code: 4001 });
    await payFor(data.order_no);
    await advance();
    expect((await read(data)).fulfillment.status).toBe("failed");
    await retryPurchase(await anAdmin(), aClient(), (await only(data.order_no)).id);
    expect((await read(data)).fulfillment.status).toBe("processing");
    await advance();
    expect((await read(data)).fulfillment.payload).toBe("CARD-U2");
  });

  it("stops the sale and raises an alert when the main site's price rises above ours [C61]", async ({
    main,
    sku,
  }) => {
    main.state.price = "9.01";
    const { json } = await buy(sku);
    expect(json.status_code).toBe(4099);
    expect(json.msg).toContain("has just changed");
    expect(await alerts()).toContain("upstream.below_cost");
  });

  it("our expired order gives its purchase up, and late money takes it up again [C23]", async ({
    main,
    sku,
  }) => {
    const { data } = await buy(sku);
    testClock.advance(16 * 60);
    await sweepOrders();
    const { id } = await db().order.findUniqueOrThrow({ where: { orderNo: data.order_no } });
    await cancelPurchases(id);
    expect((await only(data.order_no)).status).toBe("canceled");
    await payFor(data.order_no);
    await advance();
    expect((await read(data)).fulfillment.payload).toBe("CARD-U1");
    expect(main.orders.size).toBe(1);
  });

  it("starts a purchase once, however often the event comes, and finds what a dead worker left", async ({
    sku,
  }) => {
    const { data } = await buy(sku);
    const { id } = await db().order.findUniqueOrThrow({ where: { orderNo: data.order_no } });
    await pay(id);
    await Promise.all([startPurchases(id), startPurchases(id), startPurchases(id)]);
    expect(await purchasesOf(data.order_no)).toHaveLength(1);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    testClock.advance(180);
    await sweepPurchases();
    const [{ count } = { count: 0n }] = await db().$queryRaw<{ count: bigint }[]>`
      SELECT count(*) AS count FROM graphile_worker.jobs WHERE task_identifier = 'purchase.pay'`;
    expect(count).toBe(1n);
  });

  it("delivers once when pay, poll and callback come together", async ({ main, sku }) => {
    for (let round = 0; round < 5; round++) {
      const { data } = await buy(sku);
      await payFor(data.order_no);
      const purchase = await only(data.order_no);
      const upstreamOrderNo = purchase.upstreamOrderNo ?? "";
      main.release(upstreamOrderNo, `KEY-${round}`);
      await Promise.all([
        payPurchase(purchase.id),
        pollPurchase(purchase.id),
        payPurchase(purchase.id),
        callBack(credentials, {
          event: "order.fulfilled",
          upstream_order_no: upstreamOrderNo,
          downstream_order_no: data.order_no,
          fulfillment: { status: "ready", payload: `KEY-${round}` },
          timestamp: new Date().toISOString(),
        }),
      ]);
      expect((await read(data)).fulfillment.payload).toBe(`KEY-${round}`);
      expect(
        await db().orderEvent.count({ where: { kind: "delivered", order: { orderNo: data.order_no } } }),
      ).toBe(1);
    }
  });
});
