/** Key and secret of a site, as its main site showed them. */
export interface Credentials {
  key: string;
  secret: string;
}

export interface SignedParts {
  /** Unix time in whole seconds, ten digits. */
  timestamp: string;
  /** A fresh UUID v4 for every call. */
  nonce: string;
}

export type SignedHeaders = Record<
  "X-Site-Key" | "X-Site-Timestamp" | "X-Site-Nonce" | "X-Site-Signature",
  string
>;

const encoder = new TextEncoder();
type Bytes = Uint8Array<ArrayBuffer>;

/** The bytes as they travel. */
export const bytesOf = (body: string | Uint8Array): Bytes =>
  typeof body === "string" ? encoder.encode(body) : new Uint8Array(body);

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

const unhex = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const macKey = (secret: string) =>
  crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);

async function signedText(key: string, { timestamp, nonce }: SignedParts, body: Bytes): Promise<Bytes> {
  return encoder.encode(key + timestamp + nonce + hex(await crypto.subtle.digest("SHA-256", body)));
}

/** Signs the very bytes that are sent. A repeat is a new call: it is signed again. */
export async function sign(
  { key, secret }: Credentials,
  body: string | Uint8Array,
  parts: SignedParts = {
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: crypto.randomUUID(),
  },
): Promise<SignedHeaders> {
  const text = await signedText(key, parts, bytesOf(body));
  return {
    "X-Site-Key": key,
    "X-Site-Timestamp": parts.timestamp,
    "X-Site-Nonce": parts.nonce,
    "X-Site-Signature": hex(await crypto.subtle.sign("HMAC", await macKey(secret), text)),
  };
}

/** Reasons to answer 403, all alike to the caller. */
export type Refused = "malformed" | "unknown_key" | "wrong_signature" | "clock_skew" | "nonce_replayed";

export interface Proof {
  key: string;
  /** Both secrets during a rotation. */
  secrets: readonly string[];
  /**
   * Keeps a nonce until the time given (Unix seconds), in one step, and tells whether it is new. Without it a message that somebody recorded
   * can be sent again for ten minutes.
   */
  spendNonce?: (nonce: string, until: number) => boolean | Promise<boolean>;
  /** The clock, in Unix seconds. */
  now?: () => number;
}

const forms = {
  key: /^[A-Za-z0-9_-]{8,64}$/,
  timestamp: /^\d{10}$/,
  nonce: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i,
  signature: /^[0-9a-f]{64}$/,
} as const;

const mostSkewSeconds = 300;

function readHeaders(headers: Headers) {
  const read = (name: keyof typeof forms) => {
    const value = headers.get(`x-site-${name}`) ?? "";
    return forms[name].test(value) ? value : null;
  };
  const [key, timestamp, nonce, signature] = [
    read("key"),
    read("timestamp"),
    read("nonce"),
    read("signature"),
  ];
  return key && timestamp && nonce && signature ? { key, timestamp, nonce, signature } : null;
}

/** Proves the sender of a message over its raw bytes, before anything is parsed. @returns null when it is genuine and new */
export async function verify(
  headers: Headers,
  body: string | Uint8Array,
  { key, secrets, spendNonce, now = () => Math.floor(Date.now() / 1000) }: Proof,
): Promise<Refused | null> {
  const given = readHeaders(headers);
  if (!given) return "malformed";
  if (given.key !== key) return "unknown_key";
  const text = await signedText(key, given, bytesOf(body));
  const signature = unhex(given.signature);
  const proved = await Promise.all(
    secrets.map(async (secret) => crypto.subtle.verify("HMAC", await macKey(secret), signature, text)),
  );
  if (!proved.includes(true)) return "wrong_signature";
  const timestamp = Number(given.timestamp);
  if (Math.abs(now() - timestamp) > mostSkewSeconds) return "clock_skew";
  const until = Math.max(now(), timestamp) + mostSkewSeconds + 1;
  const isNew = (await spendNonce?.(given.nonce, until)) ?? true;
  return isNew ? null : "nonce_replayed";
}
