import { type KeyObject, X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { now } from "../../../core/clock";
import { problem } from "../../../core/refusals/refusal";
import { askGateway, GatewayError } from "../../gateway-request";
import type { PaypalSettings } from "./paypal-account";

/** Where PayPal keeps the certificates of each of its APIs. */
const certificateHosts: Readonly<Record<string, string>> = {
  "https://api-m.paypal.com": "api.paypal.com",
  "https://api.paypal.com": "api.paypal.com",
  "https://api-m.sandbox.paypal.com": "api.sandbox.paypal.com",
  "https://api.sandbox.paypal.com": "api.sandbox.paypal.com",
};

/** Null where the API is not PayPal's own, so that there is no certificate to trust. */
export const certificateHost = ({ api_url }: PaypalSettings): string | null =>
  certificateHosts[new URL(api_url).origin] ?? null;

/** A message names the address of its certificate: only addresses below PayPal's own path are accepted [P13]. */
export const isCertificateAddress = (address: string, host: string): boolean => {
  const prefix = `https://${host}/v1/notifications/certs/`;
  return address.startsWith(prefix) && /^[A-Za-z0-9_-]{1,100}$/.test(address.slice(prefix.length));
};

const pemBlock = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

function readCertificates(text: string): X509Certificate[] {
  try {
    return (text.match(pemBlock) ?? []).slice(0, 8).map((pem) => new X509Certificate(pem));
  } catch {
    return [];
  }
}

let systemRoots: X509Certificate[] | undefined;
const knownRoots = () => (systemRoots ??= rootCertificates.map((pem) => new X509Certificate(pem)));

const isIssuedBy = (child: X509Certificate, parent: X509Certificate): boolean =>
  parent.ca && child.checkIssued(parent) && child.verify(parent.publicKey);

const isValidAt = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo);

const maxDepth = 5;

/** The key of PayPal's certificate, when a chain leads from it to a known root; else null. */
export function trustedKey(text: string, at: Date, roots?: readonly X509Certificate[]): KeyObject | null {
  const [leaf, ...others] = readCertificates(text);
  if (!leaf || leaf.ca || !/^CN=[a-z0-9.-]+\.paypal\.com$/m.test(leaf.subject)) return null;
  let current = leaf;
  for (let depth = 0; depth < maxDepth; depth++) {
    const child = current;
    if (!isValidAt(child, at)) return null;
    if ((roots ?? knownRoots()).some((root) => isValidAt(root, at) && isIssuedBy(child, root)))
      return leaf.publicKey;
    const parent = others.find((other) => isIssuedBy(child, other));
    if (!parent) return null;
    current = parent;
  }
  return null;
}

interface Kept {
  key: KeyObject | null;
  until: number;
}
const kept = new Map<string, Kept>();
const maxKept = 20;
/** A certificate's end is looked at again once a day; what could not be trusted, and what is not there, after ten minutes. */
const keepMs = { trusted: 24 * 3_600_000, other: 600_000 };

/** @throws GatewayError when it cannot be fetched now */
export async function loadCertificateKey(address: string): Promise<KeyObject | null> {
  const at = now();
  const known = kept.get(address);
  if (known && known.until > at.getTime()) return known.key;
  const { status, text } = await askGateway({
    label: "paypal.certificate",
    url: address,
    method: "GET",
    headers: { accept: "*/*" },
  });
  if (status !== 200 && status !== 404) throw new GatewayError(problem("paypal_answered_http", { status }));
  const key = status === 200 ? trustedKey(text, at) : null;
  if (kept.size >= maxKept) kept.clear();
  kept.set(address, { key, until: at.getTime() + (key ? keepMs.trusted : keepMs.other) });
  return key;
}
