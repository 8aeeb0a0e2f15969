import type { SiteActor } from "../../accounts/actor";
import { siteCallBucket } from "../../config/limits";
import { now } from "../../core/clock";
import { isIpInRanges } from "../../core/ip-ranges";
import { db } from "../../db/client";
import { type CallCause, type SignedCall, type Signer, verifyCall } from "../verify-call";
import { openSiteSecret } from "./site-secrets";

export interface SiteVerdict {
  actor: SiteActor | null;
  siteId: number | null;
  claimedKey: string | null;
  isSignatureValid: boolean;
  cause: CallCause | null;
  /** The call is genuine and one too many: seconds until the next one may come. */
  retryAfter?: number;
}

interface SiteRow {
  id: number;
  is_known: boolean;
  status: "active" | "disabled";
  ip_allow_list: string[];
  rate_per_minute: number | null;
  api_key: string;
  secret_ids: number[];
  secrets: Uint8Array[];
  has_unused: boolean;
  database_seconds: bigint;
}

async function noteFirstUse(secretId: number | undefined): Promise<void> {
  if (secretId === undefined) return;
  await db().siteSigningSecret.updateMany({
    where: { id: secretId, firstUsedAt: null },
    data: { firstUsedAt: now() },
  });
}

/**
 * One query: the site, its secrets that are still good, and the clock that all processes share (N3). For an unknown key it
 * is some other site, so that this costs what a wrong signature costs (N18).
 */
async function findSite(key: string): Promise<Signer | null> {
  const [row] = await db().$queryRaw<SiteRow[]>`
    SELECT s.id, s.api_key = ${key} AS is_known, s.status::text AS status, s.ip_allow_list, s.rate_per_minute, s.api_key,
      floor(extract(epoch FROM clock_timestamp()))::bigint AS database_seconds, g.secret_ids, g.secrets, g.has_unused
    FROM sites s CROSS JOIN LATERAL (
      SELECT array_agg(id ORDER BY id DESC) AS secret_ids, array_agg(secret_sealed ORDER BY id DESC) AS secrets,
        bool_or(first_used_at IS NULL) AS has_unused
      FROM site_signing_secrets WHERE site_id = s.id AND (expires_at IS NULL OR expires_at > ${now()})) g
    WHERE s.id = COALESCE((SELECT id FROM sites WHERE api_key = ${key}), (SELECT min(id) FROM sites))`;
  if (!row) return null;
  const secrets = (row.secrets ?? []).map((sealed) => openSiteSecret(row.api_key, sealed));
  return {
    id: row.id,
    isKnown: row.is_known,
    secrets,
    isActive: row.status === "active",
    allowsIp: (ip) => isIpInRanges(ip, row.ip_allow_list),
    bucket: { name: String(row.id), ...siteCallBucket(row.rate_per_minute) },
    databaseSeconds: Number(row.database_seconds),
    ...(row.has_unused
      ? { noteSecret: (secret: string) => noteFirstUse(row.secret_ids[secrets.indexOf(secret)]) }
      : {}),
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
  return {
    actor,
    siteId,
    claimedKey,
    isSignatureValid,
    cause,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
