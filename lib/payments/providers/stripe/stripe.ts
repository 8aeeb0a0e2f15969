import { problem } from "../../../core/refusals/refusal";
import type { GatewayAccount, PaymentProvider } from "../../provider";
import { jsonAnswer, plainFail } from "../gateway-answers";
import { redactJson } from "../redact-json";
import { askStripe, type StripeSettings, stripeSettings } from "./stripe-account";
import { verifyEvent } from "./stripe-event";
import { findRefund, refundIntent } from "./stripe-refund";
import { createSession, querySession } from "./stripe-session";

const kept = new Set(
  "id type mode status payment_status amount_total currency client_reference_id payment_intent livemode".split(
    " ",
  ),
);

async function probe(settings: StripeSettings) {
  await askStripe(settings, "stripe.probe", ({ checkout }) => checkout.sessions.list({ limit: 1 }));
  const mode = settings.secret_key.includes("_test_") ? "test mode: no money moves" : "live mode";
  return { passed: true, told: problem("stripe_knows_key", { mode }) };
}

const ack = jsonAnswer(200, "{}");

function connect(given: unknown): GatewayAccount {
  const settings = stripeSettings.parse(given);
  return {
    currency: settings.currency,
    createsOffline: false,
    create: (request) => createSession(settings, request),
    verify: (message) => verifyEvent(settings, message),
    query: (payment) => querySession(settings, payment),
    refund: (order) => refundIntent(settings, order),
    queryRefund: (order) => findRefund(settings, order),
    probe: () => probe(settings),
    confirmsByQuery: false,
  };
}

/** Stripe Checkout: cards, wallets, Alipay and WeChat Pay on Stripe's own page. */
export const stripe: PaymentProvider = {
  code: "stripe",
  isAccountWide: true,
  name: "Stripe",
  isWeak: false,
  settings: stripeSettings,
  fields: [
    {
      key: "secret_key",
      label: "Secret key",
      kind: "secret",
      required: true,
      hint: "sk_live_… or rk_live_…",
    },
    {
      key: "webhook_secret",
      label: "Webhook signing secret",
      kind: "secret",
      required: true,
      hint: "whsec_…",
    },
    { key: "currency", label: "Currency", kind: "text", required: false, hint: "USD" },
    {
      key: "payment_methods",
      label: "Payment methods",
      kind: "text",
      required: false,
      hint: "card, alipay, wechat_pay … Empty: those of your Stripe dashboard",
    },
    {
      key: "api_url",
      label: "API address",
      kind: "url",
      required: false,
      hint: "https://api.stripe.com/",
    },
  ],
  connect,
  interaction: () => "redirect",
  ack,
  // Stripe repeats whatever is not 2xx for days: what is true and brings no money is acknowledged.
  nack: (fault) => (fault === "not_paid" ? ack : plainFail(fault)),
  redact: (message) => redactJson(message, kept),
};
