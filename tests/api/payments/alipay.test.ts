import { expect, it } from "vitest";
import { queryPayment } from "@/lib/checkout/receive/query-payment";
import { FakeAlipay } from "@/tools/gateways/alipay";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { itFollowsTheRules } from "../../support/fakes/gateways/gateway-rules";
import { stateOf } from "../../support/harness/deliver-notification";

const gateway = new FakeAlipay();

itFollowsTheRules("Alipay", {
  code: "alipay",
  gateway,
  accepted: { status: 200, body: "success" },
  currency: "CNY",
  countsInOne: true,
  isTimed: false,
  namesMerchant: true,
});

it("sends a computer to Alipay's page by a link that Alipay's own library accepts", async () => {
  for (const mode of ["auto", "page", "wap"]) {
    const channelId = await aChannel(gateway.settings({ mode }), { provider: "alipay", rate: "1" });
    const { orderId, payment } = await anOrderToPay(channelId);
    expect(await queryPayment(payment.id)).toBe("pending");
    const answer = await fetch(payment.payUrl ?? "");
    expect(await answer.text()).toContain("Alipay");
    const method = new URL(payment.payUrl ?? "").searchParams.get("method");
    expect(method).toBe(mode === "wap" ? "alipay.trade.wap.pay" : "alipay.trade.page.pay");
    gateway.pay(payment.paymentNo);
    expect(await queryPayment(payment.id)).toBe("paid");
    expect(await stateOf(orderId)).toBe("paid/ready");
  }
}, 180_000);
