import { foreignWords } from "../../../core/refusals/noted";
import { problem } from "../../../core/refusals/refusal";
import type { GatewayAccount, PaymentProvider } from "../../provider";
import { jsonAnswer, plainFail } from "../gateway-answers";
import { redactJson } from "../redact-json";
import { askPaypal, isDone, type PaypalSettings, paypalSettings, paypalStep } from "./paypal-account";
import { verifyPaypal } from "./paypal-event";
import {
  captureOrder,
  createPaypalOrder,
  findPaypalRefund,
  queryPaypalOrder,
  refundCapture,
} from "./paypal-order";

const kept = new Set(
  "id event_type resource_type status custom_id invoice_id value currency_code order_id".split(" "),
);

/** Client id and secret, and the webhook that the notifications are compared with. */
async function probe(settings: PaypalSettings) {
  const path = `v1/notifications/webhooks/${encodeURIComponent(settings.webhook_id)}`;
  const answer = await askPaypal(settings, "paypal.probe", { path });
  const mode = settings.api_url.includes("sandbox") ? "sandbox: no money moves" : "live";
  return isDone(answer)
    ? { passed: true, told: problem("paypal_knows_application", { mode }) }
    : { passed: false, told: problem("paypal_knows_no_webhook", { reason: foreignWords(answer.message) }) };
}

const ack = jsonAnswer(200, "{}");

function connect(given: unknown): GatewayAccount {
  const settings = paypalSettings.parse(given);
  return {
    currency: settings.currency,
    stepCents: paypalStep(settings.currency),
    createsOffline: false,
    create: (request) => createPaypalOrder(settings, request),
    verify: (message) => verifyPaypal(settings, message),
    query: (payment) => queryPaypalOrder(settings, payment),
    collect: (payment) => captureOrder(settings, payment),
    refund: (order) => refundCapture(settings, order),
    queryRefund: (order) => findPaypalRefund(settings, order),
    probe: () => probe(settings),
    // PayPal signs a CRC-32 of the body, for which another body can be made: its own books decide.
    confirmsByQuery: true,
  };
}

/** PayPal, Orders API version 2: the buyer approves at PayPal, and the shop takes the money. */
export const paypal: PaymentProvider = {
  code: "paypal",
  isAccountWide: true,
  name: "PayPal",
  isWeak: false,
  settings: paypalSettings,
  fields: [
    { key: "client_id", label: "Client id", kind: "text", required: true },
    { key: "client_secret", label: "Client secret", kind: "secret", required: true },
    { key: "webhook_id", label: "Webhook id", kind: "text", required: true, hint: "1JE4291016473214C" },
    { key: "currency", label: "Currency", kind: "text", required: false, hint: "USD" },
    {
      key: "api_url",
      label: "API address",
      kind: "url",
      required: false,
      hint: "https://api-m.paypal.com/ (sandbox: https://api-m.sandbox.paypal.com/)",
    },
  ],
  connect,
  interaction: () => "redirect",
  ack,
  // PayPal repeats whatever is not 2xx for three days: what is true and brings no money is acknowledged.
  nack: (fault) => (fault === "not_paid" ? ack : plainFail(fault)),
  redact: (message) => redactJson(message, kept),
};
