import { randomUUID } from "node:crypto";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sealConnectionSecret } from "@/lib/interconnect/agent/connection-secret";
import { newSiteKey, newSiteSecret } from "@/lib/interconnect/main/site-rules";
import { sealSiteSecret } from "@/lib/interconnect/main/site-secrets";
import { headerNames, sign } from "@/lib/interconnect/signature";
import { type CallOptions, call } from "../harness/call";

export interface Credentials {
  key: string;
  secret: string;
}

/** An agent site that is paired with us, and what it signs with. */
export async function aSite(data: Partial<Prisma.SiteUncheckedCreateInput> = {}) {
  const key = newSiteKey();
  const secret = newSiteSecret();
  const site = await db().site.create({
    data: {
      name: `Agent ${key.slice(-4)}`,
      apiKey: key,
      ratePerMinute: 100_000,
      pricesChangedAt: new Date(0),
      signingSecrets: { create: { secretSealed: sealSiteSecret(key, secret), firstUsedAt: now() } },
      ...data,
    },
  });
  return { site, key, secret };
}

/** A main site that we are connected to. */
export async function aConnection(
  credentials: Credentials & { baseUrl: string },
  data: Partial<Prisma.ConnectionUncheckedCreateInput> = {},
) {
  const { key, secret, baseUrl } = credentials;
  return db().connection.create({
    data: { name: "Main", baseUrl, apiKey: key, secretSealed: sealConnectionSecret(key, secret), ...data },
  });
}

export interface SignOptions {
  timestamp?: string;
  nonce?: string;
  /** Sent in place of what was signed. */
  signature?: string;
}

/** The four headers over exactly these bytes. */
export function signedFor(
  { key, secret }: Credentials,
  body: string | Uint8Array,
  options: SignOptions = {},
) {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const timestamp = options.timestamp ?? Math.floor(Date.now() / 1000).toString();
  const nonce = options.nonce ?? randomUUID();
  return {
    [headerNames.key]: key,
    [headerNames.timestamp]: timestamp,
    [headerNames.nonce]: nonce,
    [headerNames.signature]: options.signature ?? sign(secret, { key, timestamp, nonce, body: bytes }),
  };
}

type Handler = Parameters<typeof call>[0];

/** Calls a handler of the interconnect as a paired site does. */
export function callSigned<T = Record<string, unknown>>(
  credentials: Credentials,
  handler: Handler,
  method: string,
  options: CallOptions & SignOptions = {},
) {
  const raw = options.raw ?? (options.body === undefined ? "" : JSON.stringify(options.body));
  const headers = { ...signedFor(credentials, raw, options), ...options.headers };
  return call<T>(handler, method, { ...options, headers, ...(raw.length === 0 ? {} : { raw }) });
}
