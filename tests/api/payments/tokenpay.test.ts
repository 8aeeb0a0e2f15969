import { itFollowsTheRules } from "../../support/gateways/gateway-rules";
import { FakeTokenpay } from "../../support/gateways/tokenpay";

itFollowsTheRules("TokenPay", {
  code: "tokenpay",
  gateway: new FakeTokenpay(),
  accepted: { status: 200, body: "ok" },
  currency: "CNY",
  isTimed: false,
  namesMerchant: false,
  refundsByHand: true,
});
