import type { SiteActor, TestSiteActor } from "../../acts/actor";
import { siteCallBucket } from "../../config/limits";
import { addSeconds, now } from "../../core/clock";
import { isIpInRanges } from "../../core/formats/ip-ranges";
import { batchReads } from "../../db/batches";
import { db } from "../../db/client";
import { type CallCause, type SignedCall, type Signer, type TooMany, verifyCall } from "../verify-call";
import { openSiteSecret } from "./site-secrets";
import { findSiteSigner } from "./sql/sites";
import { findTestSigner, isTestKey } from "./test-key/test-keys";
import { isReceiverAway, tryOldestCallback } from "./wake-callbacks";

export interface SiteVerdict {
  actor: SiteActor | TestSiteActor | null;
  siteId: number | null;
  claimedKey: string | null;
  isSignatureValid: boolean;
  cause: CallCause | null;
  tooMany?: TooMany;
}

async function noteFirstUse(secretId: number | undefined): Promise<void> {
  if (secretId === undefined) return;
  await db().siteSigningSecret.updateMany({
    where: { id: secretId, firstUsedAt: null },
    data: { firstUsedAt: now() },
  });
}

const noteEverySeconds = 60;

/** For the operator of a rotation: which of two good secrets the agent signs with. */
async function noteLastUse(secretId: number | undefined): Promise<void> {
  if (secretId === undefined) return;
  const at = now();
  await db().siteSigningSecret.updateMany({
    where: {
      id: secretId,
      OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: addSeconds(at, -noteEverySeconds) } }],
    },
    data: { lastUsedAt: at },
  });
}

/** The one call that the secret of a pairing code is good for (C67). */
const claimPath = "/api/v1/upstream/account/pair";

type FoundSite = Signer & { claims: readonly string[] };

async function findSignerFor(key: string, { path }: SignedCall): Promise<Signer | null> {
  if (isTestKey(key)) return findTestSigner(key);
  const found = await findSite(key);
  if (!found || path === claimPath) return found;
  return { ...found, secrets: found.secrets.filter((secret) => !found.claims.includes(secret)) };
}

/** Calls of one agent that come together are proved by one row. */
const findSite = batchReads(
  async ([key]: readonly [string, ...string[]]): Promise<FoundSite | null> => {
    const row = await findSiteSigner(key);
    if (!row) return null;
    const secrets = (row.secrets ?? []).map((sealed) => openSiteSecret(row.api_key, sealed));
    const claims = secrets.filter((_, place) => row.pairings?.[place]);
    const isAway = isReceiverAway(row.callback_failing_since);
    return {
      claims,
      id: row.id,
      isKnown: row.is_known === true,
      secrets,
      isActive: row.status === "active",
      allowsIp: (ip) => isIpInRanges(ip, row.ip_allow_list),
      bucket: { name: String(row.id), ...siteCallBucket(row.rate_per_minute) },
      databaseSeconds: Number(row.database_seconds),
      ...(row.has_unused || secrets.length > 1 || isAway
        ? {
            noteGoodCall: async (secret: string) => {
              const id = row.secret_ids?.[secrets.indexOf(secret)];
              if (row.has_unused) await noteFirstUse(id);
              if (secrets.length > 1) await noteLastUse(id);
              if (isAway) await tryOldestCallback(row.id);
            },
          }
        : {}),
    };
  },
  (key) => key,
);

/** Proves which agent site calls. A refusal is a verdict and no exception: its cause goes to the request log and nowhere else. */
export async function authenticateSite(call: SignedCall): Promise<SiteVerdict> {
  const { signer, claimedKey, isSignatureValid, cause, tooMany } = await verifyCall("site", call, (key) =>
    findSignerFor(key, call),
  );
  const siteId = signer?.id ?? null;
  const kind = claimedKey !== null && isTestKey(claimedKey) ? "site_test" : "site";
  const actor = signer && cause === null ? ({ kind, siteId: signer.id } as const) : null;
  return {
    actor,
    siteId,
    claimedKey,
    isSignatureValid,
    cause,
    ...(tooMany ? { tooMany } : {}),
  };
}
