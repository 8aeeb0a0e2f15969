import type { KeyObject } from "node:crypto";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { readUtf8 } from "../../../core/formats/read-utf8";
import { GatewayError } from "../../gateway-request";
import type { NotificationMessage, Verification } from "../../provider";
import { isPaymentNo } from "../number-formats";
import { isSignedRsaSha256 } from "../rsa";
import { askPaypal, isDone, type PaypalSettings } from "./paypal-account";
import { certificateHost, isCertificateAddress, loadCertificateKey } from "./paypal-certificate";
import { readPaypalDispute } from "./paypal-dispute";
import { readCapture } from "./paypal-order";

const eventSchema = z.object({ event_type: z.string().max(100), resource: z.looseObject({}) });
type PaypalEvent = z.output<typeof eventSchema>;

const approvedSchema = z.object({
  purchase_units: z.array(z.object({ custom_id: z.string().refine(isPaymentNo) })).length(1),
});

/** After the proof held. */
function readEvent({ event_type: status, resource }: PaypalEvent): Verification {
  const ignored = { ok: true, notification: null, status } as const;
  switch (status) {
    case "PAYMENT.CAPTURE.COMPLETED":
    case "PAYMENT.CAPTURE.DENIED":
    case "PAYMENT.CAPTURE.DECLINED": {
      const reading = readCapture(resource) ?? ignored;
      const isOdd = reading.ok && reading.notification?.isPaid && status !== "PAYMENT.CAPTURE.COMPLETED";
      return isOdd ? ignored : reading;
    }
    case "CHECKOUT.ORDER.APPROVED": {
      const approved = approvedSchema.safeParse(resource);
      const approvedPaymentNo = approved.data?.purchase_units[0]?.custom_id;
      return approvedPaymentNo ? { ...ignored, approvedPaymentNo } : ignored;
    }
    case "CUSTOMER.DISPUTE.CREATED":
    case "CUSTOMER.DISPUTE.RESOLVED": {
      const dispute = readPaypalDispute(resource);
      return dispute ? { ...ignored, dispute } : ignored;
    }
    default:
      return ignored;
  }
}

/** Facts that PayPal signs: they stand in five headers, with the body's checksum and our webhook's own id. */
interface Transmission {
  id: string;
  time: string;
  signature: string;
  certificate: string;
}

function readTransmission(headers: Headers): Transmission | "sign_type" | null {
  const value = (name: string) => headers.get(`paypal-${name}`) ?? "";
  const [id, time, signature, certificate] = [
    value("transmission-id"),
    value("transmission-time"),
    value("transmission-sig"),
    value("cert-url"),
  ];
  if (!/^[A-Za-z0-9-]{1,100}$/.test(id) || !/^[0-9TZ:.+-]{1,40}$/.test(time) || !signature || !certificate)
    return null;
  // The algorithm is our choice: the header may only agree.
  return value("auth-algo") === "SHA256withRSA" ? { id, time, signature, certificate } : "sign_type";
}

/** PayPal itself says whether it sent this, where no chain of certificates does. @throws GatewayError */
async function isProvedByPaypal(
  settings: PaypalSettings,
  transmission: Transmission,
  event: string,
): Promise<boolean> {
  const fields = JSON.stringify({
    auth_algo: "SHA256withRSA",
    cert_url: transmission.certificate,
    transmission_id: transmission.id,
    transmission_sig: transmission.signature,
    transmission_time: transmission.time,
    webhook_id: settings.webhook_id,
  });
  // The event's own text: written anew it would have another checksum.
  const body = `${fields.slice(0, -1)},"webhook_event":${event}}`;
  const answer = await askPaypal(settings, "paypal.verify", {
    path: "v1/notifications/verify-webhook-signature",
    body,
  });
  if (!isDone(answer)) return false;
  const verdict = z.object({ verification_status: z.string() }).safeParse(answer.value);
  return verdict.data?.verification_status === "SUCCESS";
}

/** How the key of a certificate's address is come by; another one stands in where a test has its own. */
export type KeyLoader = (address: string) => Promise<KeyObject | null>;

async function isProved(
  settings: PaypalSettings,
  transmission: Transmission,
  { bytes, text }: { bytes: Uint8Array; text: string },
  loadKey: KeyLoader,
): Promise<boolean> {
  const host = certificateHost(settings);
  // A test server is asked for nothing but its own word.
  if (host === null) return isProvedByPaypal(settings, transmission, text);
  if (!isCertificateAddress(transmission.certificate, host)) return false;
  const key = await loadKey(transmission.certificate);
  if (!key) return isProvedByPaypal(settings, transmission, text);
  const signed = `${transmission.id}|${transmission.time}|${settings.webhook_id}|${crc32(bytes)}`;
  return isSignedRsaSha256(signed, transmission.signature, key);
}

export async function verifyPaypal(
  settings: PaypalSettings,
  { method, headers, rawBody }: NotificationMessage,
  loadKey: KeyLoader = loadCertificateKey,
): Promise<Verification> {
  const transmission = method === "POST" ? readTransmission(headers) : null;
  if (!transmission) return { ok: false, reason: "signature" };
  if (transmission === "sign_type") return { ok: false, reason: "sign_type" };
  let text: string;
  let event: ReturnType<typeof eventSchema.safeParse>;
  try {
    text = readUtf8(rawBody);
    event = eventSchema.safeParse(JSON.parse(text));
  } catch {
    return { ok: false, reason: "malformed" };
  }
  if (!event.success) return { ok: false, reason: "malformed" };
  try {
    if (!(await isProved(settings, transmission, { bytes: rawBody, text }, loadKey)))
      return { ok: false, reason: "signature" };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { ok: false, reason: "proof_unavailable" };
  }
  return readEvent(event.data);
}
