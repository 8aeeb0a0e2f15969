import { z } from "zod";
import { getConfig } from "../../../config/config";
import { isLocalShop } from "../../../config/local-shop";
import { keyedHash } from "../../../core/crypto";
import type { PaymentProvider } from "../../provider";
import { isTestGatewayOn } from "../../test-gateway/availability";
import { connectEpay, epayAnswers } from "../epay/epay";
import { currencyCode, gatewayFields } from "../setting-pieces";

/** The one merchant of the built-in gateway: this shop. */
export const testMerchant = "1000";

/** The key that shop and gateway share. Derived, so that there is none to leak, to lose or to leave blank. */
export const testMerchantKey = (): string =>
  Buffer.from(keyedHash("test-gateway-merchant", testMerchant)).toString("hex");

export const testGatewayUrl = (): string => `${getConfig().server.baseUrl}/test-gateway/`;

const settings = z.object({
  currency: currencyCode("USD"),
  confirm_by_query: z.boolean().default(true),
});

/** The gateway in app/test-gateway, reached by the EPay protocol like every other. No money moves. */
export const testGateway: PaymentProvider = {
  ...epayAnswers,
  isWeak: false,
  code: "test",
  name: "Test gateway (no money moves)",
  settings,
  fields: [
    { key: "currency", label: "Currency", kind: "text", required: false, hint: "The shop's own" },
    gatewayFields.confirm_by_query,
  ],
  isAvailable: isTestGatewayOn,
  // The shop of the samples becomes one in another currency, and trying it goes on.
  countsAsShop: true,
  // Balance stays when the gateway is switched off: on a public shop a wallet must not be filled without money.
  takesRecharges: isLocalShop,
  connect: (given) => {
    const { currency, confirm_by_query } = settings.parse(given);
    return connectEpay({
      gateway_url: testGatewayUrl(),
      pid: testMerchant,
      key: testMerchantKey(),
      type: "",
      mode: "page",
      currency,
      confirm_by_query,
    });
  },
  interaction: () => "redirect",
};
