import type Stripe from "stripe";
import { readUtf8 } from "../../../core/formats/read-utf8";
import type { NotificationMessage, Verification } from "../../provider";
import { type StripeSettings, stripeWebhooks } from "./stripe-account";
import { readStripeDispute } from "./stripe-dispute";
import { readSession } from "./stripe-session";

const toleranceSeconds = 300;

/** The library refuses what is old; a time ahead of ours is as false. */
function isFresh(header: string, at: Date): boolean {
  const time = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1];
  return time !== undefined && Math.abs(at.getTime() / 1000 - Number(time)) <= toleranceSeconds;
}

/** After the signature held. */
function readEvent(event: Stripe.Event): Verification {
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired": {
      const reading = readSession(event.data.object) ?? { ok: true, notification: null, status: event.type };
      // Completed and not paid yet: the money is on its way, and another event tells when it is there.
      const isWaiting = reading.ok && reading.notification?.isPaid === false && !reading.notification.failure;
      return isWaiting ? { ok: true, notification: null, status: event.type } : reading;
    }
    case "checkout.session.async_payment_failed": {
      const reading = readSession(event.data.object);
      if (!reading?.ok || !reading.notification)
        return reading ?? { ok: true, notification: null, status: event.type };
      return { ok: true, notification: { ...reading.notification, isPaid: false, failure: "declined" } };
    }
    case "charge.dispute.created":
    case "charge.dispute.closed": {
      const dispute = readStripeDispute(event.data.object);
      return { ok: true, notification: null, status: event.type, ...(dispute ? { dispute } : {}) };
    }
    default:
      return { ok: true, notification: null, status: event.type };
  }
}

const isEvent = (value: unknown): value is Stripe.Event =>
  typeof value === "object" &&
  value !== null &&
  "type" in value &&
  typeof value.type === "string" &&
  "data" in value &&
  typeof value.data === "object" &&
  value.data !== null &&
  "object" in value.data &&
  typeof value.data.object === "object" &&
  value.data.object !== null;

export async function verifyEvent(
  { webhook_secret }: StripeSettings,
  { method, headers, rawBody, receivedAt }: NotificationMessage,
): Promise<Verification> {
  const header = headers.get("stripe-signature") ?? "";
  if (method !== "POST" || header === "") return { ok: false, reason: "signature" };
  const webhooks = await stripeWebhooks();
  const body = Buffer.from(rawBody);
  try {
    // The time is checked here, both ways: 0 switches off the library's own check.
    const isSigned = webhooks.signature?.verifyHeader(body, header, webhook_secret, 0);
    if (!isSigned) return { ok: false, reason: "signature" };
  } catch {
    return { ok: false, reason: "signature" };
  }
  if (!isFresh(header, receivedAt)) return { ok: false, reason: "timestamp" };
  try {
    const event: unknown = JSON.parse(readUtf8(body));
    return isEvent(event) ? readEvent(event) : { ok: false, reason: "malformed" };
  } catch {
    return { ok: false, reason: "malformed" };
  }
}
