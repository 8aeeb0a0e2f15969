import { describe, expect } from "vitest";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import {
  accepted,
  byPath,
  paymentEvents,
  refused,
  stateOf,
} from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";

describe("confirming by query", () => {
  it("asks the gateway before a notification is believed", async ({ gateway, notify }) => {
    const channelId = await aChannel(gateway.settings());
    const { payment, orderId } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    await notify(byPath(channelId), payment.paymentNo);
    expect(gateway.queries).toEqual([payment.paymentNo]);
    expect(await stateOf(orderId)).toBe("paid/ready");
  });

  it("refuses a well-signed notification that the gateway denies: a stolen MD5 key delivers nothing", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aChannel(gateway.settings());
    const { payment, orderId } = await anOrderToPay(channelId);
    const forged = { fields: { money: "9.90", trade_no: "FORGED", trade_status: "TRADE_SUCCESS" } };
    expect(await notify(byPath(channelId), payment.paymentNo, forged)).toEqual(refused);
    gateway.books.set(payment.paymentNo, { tradeNo: "FORGED", money: "9.90", status: "waiting" });
    expect(await notify(byPath(channelId), payment.paymentNo, forged)).toEqual(refused);
    gateway.pay(payment.paymentNo, "0.01", "FORGED");
    expect(await notify(byPath(channelId), payment.paymentNo, forged)).toEqual(refused);
    expect(await stateOf(orderId)).toBe("unpaid/pending");
    expect((await paymentEvents()).map((event) => event.reason)).toEqual([
      "query_unpaid",
      "query_unpaid",
      "query_differs",
    ]);
  });

  it("answers 500 with fail while the gateway cannot be asked, and delivers when it can", async ({
    gateway,
    notify,
  }) => {
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
