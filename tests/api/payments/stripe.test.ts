import { itFollowsTheRules } from "../../support/gateways/gateway-rules";
import { FakeStripe } from "../../support/gateways/stripe";

itFollowsTheRules("Stripe", {
  code: "stripe",
  gateway: new FakeStripe(),
  accepted: { status: 200, body: "{}" },
  currency: "USD",
  isTimed: true,
  namesMerchant: false,
});
