import type Stripe from "stripe";
import { z } from "zod";
import { problem, refusal, rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { GatewayError, guardedFetch } from "../../gateway-request";
import { apiUrl, currencyCode, notBlank } from "../setting-pieces";

export const stripeSettings = z.object({
  secret_key: notBlank.check(
    ...shapedAs(/^(sk|rk)_/, rule(refusal("begins_with", { prefixes: "sk_, rk_" }))),
  ),
  webhook_secret: notBlank.check(
    ...shapedAs(/^whsec_/, rule(refusal("begins_with", { prefixes: "whsec_" }))),
  ),
  currency: currencyCode("USD"),
  /** card, alipay, wechat_pay …; empty: what the dashboard switches on. */
  payment_methods: z
    .string()
    .trim()
    .check(...shapedAs(/^[a-z_]*(\s*,\s*[a-z_]+)*$/, rule("comma_list")))
    .max(200)
    .default(""),
  api_url: apiUrl("https://api.stripe.com/"),
});

export type StripeSettings = z.output<typeof stripeSettings>;

/** The library is loaded when a shop first uses it: 20 MB that no other shop should pay for. */
const load = async () => (await import("stripe")).default;

export async function stripeClient(settings: StripeSettings, label: string): Promise<Stripe> {
  const Library = await load();
  const { protocol, hostname, port } = new URL(settings.api_url);
  return new Library(settings.secret_key, {
    host: hostname,
    port: port || (protocol === "https:" ? 443 : 80),
    protocol: protocol === "https:" ? "https" : "http",
    httpClient: Library.createFetchHttpClient(guardedFetch(label)),
    // The caller repeats a failed call with the same numbers.
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: "Keyshelf" },
  });
}

export const stripeWebhooks = async () => (await load()).webhooks;

/** Stripe's refusal in its own words, or null when it may have done what it was asked. */
export async function refusalOf(error: unknown): Promise<string | null> {
  const { errors } = await load();
  return error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeCardError
    ? error.message.slice(0, 300)
    : null;
}

/** Runs a call of the library. @throws GatewayError for everything that Stripe or the network refuses */
export async function askStripe<Answer>(
  settings: StripeSettings,
  label: string,
  ask: (client: Stripe) => Promise<Answer>,
): Promise<Answer> {
  const client = await stripeClient(settings, label);
  try {
    return await ask(client);
  } catch (error) {
    const { errors } = await load();
    if (!(error instanceof errors.StripeError)) throw error;
    if (error instanceof errors.StripeConnectionError)
      throw new GatewayError(problem("gateway_unreachable"), { cause: error });
    throw new GatewayError(
      problem("stripe_refused", { reason: `${error.type}${error.code ? ` (${error.code})` : ""}` }),
      {
        cause: error,
      },
    );
  }
}
