import type { SiteActor } from "../../accounts/actor";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { open } from "../../core/crypto";
import { db } from "../../db/client";
import { isIpInRanges } from "../ip-ranges";
import { type CallCause, type SignedCall, type Signer, verifyCall } from "../verify-call";

export interface SiteVerdict {
  actor: SiteActor | null;
  siteId: number | null;
  claimedKey: string | null;
  isSignatureValid: boolean;
  cause: CallCause | null;
  rejectedAs?: "rate_limited";
  retryAfter?: number;
}

interface SiteRow {
  id: number;
  status: "active" | "disabled";
  ip_allow_list: string[];
  rate_per_minute: number | null;
  api_key: string;
  secrets: Uint8Array[];
  database_seconds: bigint;
}

export const siteSecretAad = (apiKey: string) => `site_signing_secrets:secret_sealed:${apiKey}:v1`;

async function findSite(key: string): Promise<Signer | null> {
  const [row] = await db().$queryRaw<SiteRow[]>`
    SELECT s.id, s.status::text AS status, s.ip_allow_list, s.rate_per_minute, s.api_key,
      ARRAY(SELECT g.secret_sealed FROM site_signing_secrets g
            WHERE g.site_id = s.id AND (g.expires_at IS NULL OR g.expires_at > ${now()})
            ORDER BY g.id DESC) AS secrets,
      floor(extract(epoch FROM clock_timestamp()))::bigint AS database_seconds
    FROM sites s WHERE s.api_key = ${key}`;
  if (!row) return null;
  const { limits } = getConfig();
  const perMinute = row.rate_per_minute ?? limits.upstreamPerMinute;
  return {
    id: row.id,
    secrets: row.secrets.map((sealed) => open(sealed, siteSecretAad(row.api_key))),
    isActive: row.status === "active",
    allowsIp: (ip) => isIpInRanges(ip, row.ip_allow_list),
    bucket: {
      name: String(row.id),
      perMinute,
      burst: Math.max(1, Math.min(limits.upstreamBurst, perMinute)),
    },
    databaseSeconds: Number(row.database_seconds),
  };
}

/** Proves which agent site calls. A refusal is a verdict and no exception: its cause goes to the request log and nowhere else. */
export async function authenticateSite(call: SignedCall): Promise<SiteVerdict> {
  const { signer, claimedKey, isSignatureValid, cause, retryAfter } = await verifyCall(
    "site",
    call,
    findSite,
  );
  const siteId = signer?.id ?? null;
  const actor: SiteActor | null = signer && cause === null ? { kind: "site", siteId: signer.id } : null;
  const verdict: SiteVerdict = { actor, siteId, claimedKey, isSignatureValid, cause };
  if (cause !== "over_limit") return verdict;
  return { ...verdict, rejectedAs: "rate_limited", retryAfter: retryAfter ?? 1 };
}
