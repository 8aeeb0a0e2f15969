import { describe, expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { moveDeposit } from "@/lib/interconnect/main/move-deposit";
import { releaseHeldOrders, sweepDeposits } from "@/lib/interconnect/main/release-held-orders";
import { closeOrder, sweepOrders } from "@/lib/orders/close-order";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { deliverByHand } from "@/lib/orders/staff/deliver-by-hand";
import { postTransfer } from "@/lib/wallet/post-transfer";
import { refundByHand, stockOf } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct, keyOf } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { agentOfTest, anOrderBody, aPaidBody, codeOf, mainSite } from "../../support/fakes/main-site";

const { agent, main } = agentOfTest();
const settle = (settlementMode: "trust" | "prepaid" | "hold") =>
  db().site.update({ where: { id: agent.site.id }, data: { settlementMode } });
const topUp = async (amount: bigint) =>
  moveDeposit(await anAdmin(), aClient(), agent.site.id, {
    direction: "in",
    amount,
    remark: "",
    request_key: crypto.randomUUID(),
  });

const anOrderOf = async (sku: { id: number; productId: number }, quantity = 1) =>
  (await main.create(anOrderBody(sku, { quantity }))).data;

describe("POST /upstream/orders/:no/paid", () => {
  it("no money has moved for a held order: a refund takes it back and gives nothing, by hand it is not delivered [C46]", async () => {
    await settle("prepaid");
    const { sku } = await aProduct({ keys: 3, priceCents: 990n });
    const { upstream_order_no: orderNo, amount } = await anOrderOf(sku);
    expect((await main.pay(orderNo, aPaidBody(amount))).data.fulfillment).toEqual({ status: "held" });
    const admin = await anAdmin();
    const byHand = deliverByHand({ actor: admin, client: aClient(), orderNo }, { item: 1, content: "X" });
    await expect(byHand).rejects.toThrow(/waits for settlement/);
    const refund = (amountCents: bigint) =>
      refundOrder(admin, aClient(), { orderNo, amountCents, method: "deposit", reason: null });
    await expect(refund(100n)).rejects.toThrow(/revoked as a whole/);
    await refund(990n);
    expect(await db().ledgerTransfer.count()).toBe(0);
    expect((await stockOf(sku.id)).counters).toEqual({ available: 3, reserved: 0, sold: 0 });
    expect((await main.get(orderNo)).data).toMatchObject({ status: "refunded", refunded_amount: "9.90" });
  });

  it("releases held orders when money reaches the deposit by another way than a top-up [C46]", async () => {
    await settle("prepaid");
    const { sku } = await aProduct({ keys: 3, priceCents: 990n });
    const order = await anOrderOf(sku);
    await main.pay(order.upstream_order_no, aPaidBody(order.amount));
    await inTransaction((tx) =>
      postTransfer(tx, {
        type: "admin_adjust",
        reasonKey: "refunded-into-it",
        reference: "",
        entries: [
          { account: { kind: "shop_clearing" }, amountCents: -990n },
          { account: { kind: "site_deposit", siteId: agent.site.id }, amountCents: 990n },
        ],
      }),
    );
    await sweepDeposits();
    expect((await main.get(order.upstream_order_no)).data.fulfillment.status).toBe("ready");
  });

  it("an order of nothing waits for its report like any other, and is held where orders are held [C44, C46]", async () => {
    const { sku } = await aProduct({ keys: 3, priceCents: 0n });
    const order = await anOrderOf(sku);
    expect(order).toMatchObject({ amount: "0.00", status: "pending_payment" });
    expect((await stockOf(sku.id)).counters).toEqual({ available: 2, reserved: 1, sold: 0 });
    const { data } = await main.pay(order.upstream_order_no, aPaidBody("0.00"));
    expect(data).toMatchObject({
      status: "delivered",
      fulfillment: { status: "ready", payload: keyOf(sku.id, 1) },
    });
    await settle("hold");
    const held = await anOrderOf(sku);
    const answer = await main.pay(held.upstream_order_no, aPaidBody("0.00"));
    expect(answer.data.fulfillment).toEqual({ status: "held" });
  });

  it("delivers at once on trust, byte for byte [C45, C46]", async () => {
    const { sku } = await aProduct({ keys: 3 });
    const order = await anOrderOf(sku, 2);
    const { status, data } = await main.pay(order.upstream_order_no, aPaidBody(order.amount));
    expect(status).toBe(200);
    expect(data.fulfillment).toEqual({
      status: "ready",
      payload: `${keyOf(sku.id, 1)}\n${keyOf(sku.id, 2)}`,
      secrets: [keyOf(sku.id, 1), keyOf(sku.id, 2)],
    });
    expect((await main.get(order.upstream_order_no)).data).toMatchObject({
      status: "delivered",
      refunded_amount: "0.00",
      quantity: 2,
      fulfillment: data.fulfillment,
    });
    expect((await stockOf(sku.id)).counters).toEqual({ available: 1, reserved: 0, sold: 2 });
  });

  it("delivers once when ten calls come at once, and answers the others with a conflict [N15]", async () => {
    const { sku } = await aProduct({ keys: 3 });
    const order = await anOrderOf(sku);
    const body = aPaidBody(order.amount);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => main.pay(order.upstream_order_no, body)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.status_code === 4090)).toHaveLength(9);
    expect((await main.get(order.upstream_order_no)).data.fulfillment.payload).toBe(keyOf(sku.id, 1));
    expect(await db().ledgerTransfer.count()).toBe(1);
    expect((await stockOf(sku.id)).rows.sold).toBe(1);
  });

  it("one cent less or more is 4001 and changes nothing; 9.9 is 9.90 [N16]", async () => {
    const { sku } = await aProduct({ keys: 1, priceCents: 990n });
    const order = await anOrderOf(sku);
    for (const amount of ["9.89", "9.91", "0", "99.00", "1e1", "-9.90", " 9.90"]) {
      expect(codeOf(await main.pay(order.upstream_order_no, aPaidBody(amount))), amount).toEqual([400, 4001]);
    }
    expect((await main.get(order.upstream_order_no)).data).toMatchObject({
      status: "pending_payment",
      paid_at: null,
    });
    expect((await main.pay(order.upstream_order_no, aPaidBody("9.9"))).status).toBe(200);
  });

  it("unknown, missing and doubled members are 4001 [N11, N21]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const order = await anOrderOf(sku);
    const good = aPaidBody(order.amount);
    for (const body of [
      anOrderBody(sku),
      { ...good, extra: 1 },
      { ...good, downstream_payment_id: undefined },
      { ...good, paid_amount: undefined },
      { ...good, paid_at: undefined },
      { ...good, paid_at: "today" },
      { ...good, paid_amount: 9.9 },
    ]) {
      expect(codeOf(await main.pay(order.upstream_order_no, body))).toEqual([400, 4001]);
    }
    const raw = `{"downstream_payment_id":"P","paid_amount":"0.01","paid_amount":"${order.amount}","paid_at":"2026-01-01T00:00:00Z"}`;
    expect(codeOf(await main.pay(order.upstream_order_no, undefined, { raw }))).toEqual([400, 4001]);
    expect((await main.get(order.upstream_order_no)).data.status).toBe("pending_payment");
  });

  it("another agent's order is the same 4004 as an unknown one, for reading and paying [C47, N13]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const order = await anOrderOf(sku);
    const stranger = mainSite(await aSite());
    const blank = ({ text, json }: { text: string; json: { request_id: string } }) =>
      text.replace(json.request_id, "");
    const foreign = await stranger.get(order.upstream_order_no);
    expect(codeOf(foreign)).toEqual([404, 4004]);
    for (const unknown of ["K0000000000000000", "nonsense", "'; DROP TABLE orders; --"]) {
      expect(blank(await stranger.get(unknown))).toBe(blank(foreign));
    }
    expect(codeOf(await stranger.pay(order.upstream_order_no, aPaidBody(order.amount)))).toEqual([404, 4004]);
  });

  it("one payment pays one order [C45]", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const [first, second] = [await anOrderOf(sku), await anOrderOf(sku)];
    const body = aPaidBody(first.amount);
    expect((await main.pay(first.upstream_order_no, body)).status).toBe(200);
    expect(codeOf(await main.pay(second.upstream_order_no, body))).toEqual([409, 4090]);
    expect((await main.get(second.upstream_order_no)).data.status).toBe("pending_payment");
  });

  it("reserves an expired order again, and answers 4099 without a change when the stock is gone [C45]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const order = await anOrderOf(sku);
    testClock.advance(31 * 60);
    await sweepOrders();
    const rival = await anOrderOf(sku);
    expect(codeOf(await main.pay(order.upstream_order_no, aPaidBody(order.amount)))).toEqual([409, 4099]);
    expect((await main.get(order.upstream_order_no)).data).toMatchObject({
      status: "expired",
      paid_at: null,
    });
    expect(await db().ledgerTransfer.count()).toBe(0);
    await inTransaction(async (tx) => {
      const { id } = await tx.order.findUniqueOrThrow({ where: { orderNo: rival.upstream_order_no } });
      await closeOrder(tx, id, "canceled", "test");
    });
    const answer = await main.pay(order.upstream_order_no, aPaidBody(order.amount));
    expect(answer.data.fulfillment).toMatchObject({ status: "ready", payload: keyOf(sku.id, 1) });
  });

  it("canceled and refunded orders are 4090 [C45]", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const canceled = await anOrderOf(sku);
    const row = await db().order.findUniqueOrThrow({ where: { orderNo: canceled.upstream_order_no } });
    await inTransaction((tx) => closeOrder(tx, row.id, "canceled", "test"));
    expect(codeOf(await main.pay(canceled.upstream_order_no, aPaidBody(canceled.amount)))).toEqual([
      409, 4090,
    ]);
    const refunded = await anOrderOf(sku);
    await main.pay(refunded.upstream_order_no, aPaidBody(refunded.amount));
    await refundByHand(refunded.upstream_order_no);
    expect(codeOf(await main.pay(refunded.upstream_order_no, aPaidBody(refunded.amount)))).toEqual([
      409, 4090,
    ]);
    const { data } = await main.get(refunded.upstream_order_no);
    expect(data).toMatchObject({
      status: "refunded",
      refunded_amount: "9.90",
      fulfillment: { status: "revoked" },
    });
    expect(data.fulfillment).not.toHaveProperty("payload");
  });

  it("hands over nothing on hold until the operator releases, in bulk and once [N17]", async () => {
    await settle("hold");
    const { sku } = await aProduct({ keys: 3 });
    const made = [await anOrderOf(sku), await anOrderOf(sku)];
    for (const order of made) {
      const body = aPaidBody(order.amount);
      const held = await main.pay(order.upstream_order_no, body);
      expect([held.status, held.data.fulfillment]).toEqual([200, { status: "held" }]);
      expect((await main.pay(order.upstream_order_no, body)).data).toEqual(held.data);
      expect(codeOf(await main.pay(order.upstream_order_no, aPaidBody(order.amount)))).toEqual([409, 4090]);
      expect((await main.get(order.upstream_order_no)).data).toMatchObject({
        status: "paid",
        fulfillment: { status: "held" },
      });
      expect((await main.get(order.upstream_order_no)).text).not.toContain("KEY-");
    }
    const admin = await anAdmin();
    const request = {
      orderNos: [...made.map((order) => order.upstream_order_no), "K0000000000000000"],
      fromDeposit: true,
    };
    const results = await releaseHeldOrders(admin, aClient(), request);
    expect(results.map(({ result }) => result)).toEqual(["released", "released", "not_held"]);
    expect((await releaseHeldOrders(admin, aClient(), request)).map(({ result }) => result)).toEqual(
      Array(3).fill("not_held"),
    );
    for (const [index, order] of made.entries()) {
      expect((await main.get(order.upstream_order_no)).data.fulfillment.payload).toBe(
        keyOf(sku.id, index + 1),
      );
    }
  });

  it("prepaid debits the deposit with the delivery, holds the order when it is short, and releases it after a top-up [C46]", async () => {
    await settle("prepaid");
    await topUp(1500n);
    const { sku } = await aProduct({ keys: 5, priceCents: 990n });
    const made = [await anOrderOf(sku), await anOrderOf(sku), await anOrderOf(sku)];
    const answers = [];
    for (const order of made)
      answers.push(
        (await main.pay(order.upstream_order_no, aPaidBody(order.amount))).data.fulfillment.status,
      );
    expect(answers).toEqual(["ready", "held", "held"]);
    const short = await releaseHeldOrders(await anAdmin(), aClient(), {
      orderNos: [made[1]?.upstream_order_no ?? ""],
      fromDeposit: true,
    });
    expect(short[0]?.result).toBe("deposit_short");
    expect(await topUp(500n)).toEqual({ balance: "0.20", released_orders: [made[1]?.upstream_order_no] });
    expect((await main.get(made[2]?.upstream_order_no ?? "")).data.fulfillment.status).toBe("held");
    const balance = await db().ledgerAccount.findFirst({ where: { kind: "site_deposit" } });
    expect(balance?.balanceCents).toBe(20n);
  });

  it("twenty prepaid payments at once never overdraw the deposit [C46]", async () => {
    await settle("prepaid");
    await topUp(990n * 7n);
    const { sku } = await aProduct({ keys: 20, priceCents: 990n });
    const made = await Promise.all(Array.from({ length: 20 }, () => anOrderOf(sku)));
    const answers = await Promise.all(
      made.map((order) => main.pay(order.upstream_order_no, aPaidBody(order.amount))),
    );
    const statuses = answers.map(({ data }) => data.fulfillment.status);
    expect(statuses.filter((status) => status === "ready")).toHaveLength(7);
    expect(statuses.filter((status) => status === "held")).toHaveLength(13);
    const balance = await db().ledgerAccount.findFirst({ where: { kind: "site_deposit" } });
    expect(balance?.balanceCents).toBe(0n);
  });
});
