import { createHash } from "node:crypto";
import { describe, expect } from "vitest";
import { db } from "@/lib/db/client";
import { getOrderDetail } from "@/lib/orders/queries";
import { stockOf } from "../../support/builders/orders";
import { aChannel, anOrderToPay, ledgerOf } from "../../support/builders/payments";
import type { NotifyOptions } from "../../support/fakes/fake-gateway";
import {
  accepted,
  byPath,
  byQuery,
  deliver,
  paymentEvents,
  refused,
  stateOf,
} from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";

describe("GET or POST /api/v1/payments/callback", () => {
  it("both URL forms, by GET and by POST, pay the order and deliver it [C30]", async ({
    gateway,
    notify,
  }) => {
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

  it("a title in GBK pays the order, and stands in the log as it was meant", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    const fields = new URLSearchParams(
      gateway.signedQuery(payment.paymentNo, { fields: { name: "TITLE", money: "9.900" } }),
    );
    const text = [...fields]
      .filter(([name]) => !name.startsWith("sign"))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map((pair) => pair.join("="))
      .join("&")
      .replace("TITLE", "\u00b2\u00e2\u00ca\u00d4");
    const bytes = Buffer.from(text + gateway.settings().key, "latin1");
    fields.set("sign", createHash("md5").update(bytes).digest("hex"));
    const body = new TextEncoder().encode(String(fields).replace("TITLE", "%B2%E2%CA%D4"));
    // Bytes bring no Content-Type with them, as the client of some gateways.
    expect(await deliver(byPath(channelId), { method: "POST", body })).toEqual(accepted);
    expect(await stateOf(orderId)).toBe("paid/ready");
    expect((await paymentEvents()).map(({ redacted }) => redacted)).toEqual([
      expect.stringContaining("name=\u6d4b\u8bd5"),
    ]);
  });

  it("the payment, its money and what follows are there together [C22]", async ({ gateway, notify }) => {
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
    expect((await getOrderDetail(db(), orderId)).paid_through).toEqual({
      channel: "Test channel",
      amount: "9.90",
      fee_amount: "0.00",
    });
    const order = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
    const jobs = await db().$queryRaw<
      { kind: string }[]
    >`SELECT task_identifier AS kind FROM graphile_worker.jobs ORDER BY 1`;
    expect(jobs.map((job) => job.kind)).toEqual(expect.arrayContaining(["order.delivered", "order.paid"]));
    expect(await paymentEvents()).toMatchObject([
      { verdict: "accepted", source: "notification", paymentId: payment.id, ip: "198.51.100.9" },
    ]);
  });

  it("the same notification fifty times, one after the other, delivers once and is acknowledged each time [P1]", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { orderId, payment, sku } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    for (let time = 0; time < 50; time++)
      expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    const order = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
    expect((await stockOf(sku.id)).rows.sold).toBe(1);
    const verdicts = (await paymentEvents()).map((event) => event.verdict);
    expect(verdicts.filter((verdict) => verdict === "accepted")).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === "duplicate")).toHaveLength(49);
  });

  it("an amount that is not exactly the payment's changes nothing and alerts the operator [P2, C31]", async ({
    gateway,
    notify,
  }) => {
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

  it("a signed message of any other state pays nothing [P4]", async ({ gateway, notify }) => {
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
    expect((await paymentEvents()).map((event) => event.reason)).toEqual([
      "trade_over",
      ...Array(6).fill("not_paid"),
    ]);
  });

  it("another merchant's message, or one signed with another key, is refused and alerted [P5]", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    expect(await notify(byPath(channelId), payment.paymentNo, { fields: { pid: "1002" } })).toEqual(refused);
    expect(await notify(byPath(channelId), payment.paymentNo, { key: "the key of account B" })).toEqual(
      refused,
    );
    expect(await stateOf(orderId)).toBe("unpaid/pending");
    expect((await paymentEvents()).map((event) => event.reason)).toEqual(["merchant", "signature"]);
    expect(await db().alert.count({ where: { kind: "payment.refused", reference: payment.paymentNo } })).toBe(
      2,
    );
  });

  it("the address only picks the key: with another channel's id the payment is not found there [P6]", async ({
    gateway,
    notify,
  }) => {
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

  it("the way of signing cannot be chosen by the sender [P7]", async ({ gateway, notify }) => {
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

  it("the three ways in which gateways damage the address are understood [P8]", async ({
    gateway,
    notify,
  }) => {
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
});
