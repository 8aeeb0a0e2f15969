import { FakeStripe } from "@/tools/gateways/stripe";
import { itFollowsTheRules } from "../../support/fakes/gateways/gateway-rules";

itFollowsTheRules("Stripe", {
  code: "stripe",
  isAccountWide: true,
  gateway: new FakeStripe(),
  accepted: { status: 200, body: "{}" },
  currency: "USD",
  isTimed: true,
  namesMerchant: false,
});
