import { createHmac, timingSafeEqual } from "node:crypto";
import { sha256Hex } from "../core/crypto";
import { newUuid } from "../core/ids";

/** One signer and one verifier for both directions: an agent's request and a main site's callback are signed alike. */
export const headerNames = {
  key: "x-site-key",
  timestamp: "x-site-timestamp",
  nonce: "x-site-nonce",
  signature: "x-site-signature",
} as const;

export interface SignedParts {
  key: string;
  /** As sent: ten digits of Unix seconds. */
  timestamp: string;
  nonce: string;
  /** The bytes as they are on the wire; an absent body is empty. */
  body: Uint8Array;
}

export interface SignedHeaders {
  key: string;
  timestamp: string;
  nonce: string;
  signature: string;
}

const patterns = {
  key: /^[A-Za-z0-9_-]{8,64}$/,
  timestamp: /^\d{10}$/,
  nonce: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
  signature: /^[0-9a-f]{64}$/,
} as const;

const parts = ["key", "timestamp", "nonce", "signature"] as const;

export const siteKeyPattern = patterns.key;

export const canonicalString = ({ key, timestamp, nonce, body }: SignedParts): string =>
  `${key}${timestamp}${nonce}${sha256Hex(body)}`;

const mac = (secret: string, text: string) => createHmac("sha256", secret).update(text, "utf8").digest();

export const sign = (secret: string, signed: SignedParts): string =>
  mac(secret, canonicalString(signed)).toString("hex");

/** Fresh timestamp and nonce with every call: a repeat of the same message is a new signature over the same body. */
export function signedHeaders(
  credentials: { key: string; secret: string },
  body: Uint8Array,
  at: Date,
): Record<(typeof headerNames)[keyof typeof headerNames], string> & { "x-site-nonce": string } {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const nonce = newUuid();
  const { key, secret } = credentials;
  return {
    "x-site-key": key,
    "x-site-timestamp": timestamp,
    "x-site-nonce": nonce,
    "x-site-signature": sign(secret, { key, timestamp, nonce, body }),
  };
}

/** A header sent twice arrives joined by a comma and fits no pattern. */
export function readSignedHeaders(headers: Headers): SignedHeaders | { malformed: keyof typeof headerNames } {
  const read = { key: "", timestamp: "", nonce: "", signature: "" };
  for (const part of parts) {
    const value = headers.get(headerNames[part]);
    if (value === null || !patterns[part].test(value)) return { malformed: part };
    read[part] = value;
  }
  return read;
}

/** Compares with every secret and never stops early, so that time tells nothing. @returns which one signed, or null. */
export function findSigningSecret(
  secrets: readonly string[],
  signed: SignedParts,
  signature: string,
): string | null {
  const given = Buffer.from(signature, "hex");
  const text = canonicalString(signed);
  let match: string | null = null;
  for (const secret of secrets) {
    const expected = mac(secret, text);
    if (given.length === expected.length && timingSafeEqual(given, expected)) match = secret;
  }
  return match;
}
