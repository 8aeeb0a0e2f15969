import { FakeTokenpay } from "@/tools/gateways/tokenpay";
import { itFollowsTheRules } from "../../support/fakes/gateways/gateway-rules";

itFollowsTheRules("TokenPay", {
  code: "tokenpay",
  gateway: new FakeTokenpay(),
  accepted: { status: 200, body: "ok" },
  currency: "CNY",
  isTimed: false,
  namesMerchant: false,
  refundsByHand: true,
});
