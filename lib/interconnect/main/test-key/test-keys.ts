import { randomBytes } from "node:crypto";
import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { siteCallBucket } from "../../../config/limits";
import { now } from "../../../core/clock";
import { open, seal } from "../../../core/crypto";
import { AppError, notFound } from "../../../core/errors";
import { isIpInRanges } from "../../../core/formats/ip-ranges";
import { inTransaction, type Tx } from "../../../db/transaction";
import type { Signer } from "../../verify-call";
import type { SiteView } from "../admin/schema";
import { getSite } from "../admin-queries";
import { checkSite, newSiteSecret } from "../site-rules";
import { lockSite } from "../sql/sites";
import { findTestKey } from "../sql/test-keys";

const prefix = "sk_test_";

/** By its form alone, so that no table is asked about a key that it cannot have. */
export const isTestKey = (key: string): boolean => key.startsWith(prefix);

const aad = (apiKey: string) => `site_test_keys:secret_sealed:${apiKey}:v1`;
export const openTestSecret = (apiKey: string, sealed: Uint8Array) => open(sealed, aad(apiKey));

export interface NewTestKey {
  key: string;
  secret: string;
}

/** A fresh pair: the former one is void at once, and its callback address stays. */
export async function addTestKey(tx: Tx, siteId: number): Promise<NewTestKey> {
  const key = `${prefix}${randomBytes(16).toString("hex")}`;
  const secret = newSiteSecret();
  const pair = { apiKey: key, secretSealed: seal(secret, aad(key)), createdAt: now() };
  await tx.siteTestKey.upsert({
    where: { siteId },
    create: { siteId, ...pair },
    update: { ...pair, callbackProblem: null },
  });
  return { key, secret };
}

/** The button: shown in this answer and never again. */
export async function makeTestKey(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
): Promise<NewTestKey & { site: SiteView }> {
  const made = await inTransaction(async (tx) => {
    if (!(await lockSite(tx, siteId))) throw notFound("site");
    await recordAudit(tx, actor, client, { action: "site.test_key", target: `site:${siteId}`, data: {} });
    return addTestKey(tx, siteId);
  });
  return { site: await getSite(siteId), ...made };
}

/** @throws AppError `malformed`, `state_conflict` for a site without a test key */
export async function changeTestKey(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
  input: { callback_url: string | null },
): Promise<SiteView> {
  await inTransaction(async (tx) => {
    if (!(await lockSite(tx, siteId))) throw notFound("site");
    await checkSite(tx, input);
    const { count } = await tx.siteTestKey.updateMany({
      where: { siteId },
      data: { callbackUrl: input.callback_url, callbackProblem: null },
    });
    if (count === 0) throw new AppError("state_conflict", "no_test_key");
    await recordAudit(tx, actor, client, {
      action: "site.test_callback",
      target: `site:${siteId}`,
      data: { callback_url: input.callback_url },
    });
  });
  return getSite(siteId);
}

/** Proves a call with a test key: limits of its own, the address list and the standing of its site. */
export async function findTestSigner(key: string): Promise<Signer | null> {
  const row = await findTestKey(key);
  if (!row) return null;
  return {
    id: row.id,
    isKnown: row.is_known === true,
    secrets: [openTestSecret(row.api_key, row.secret_sealed)],
    isActive: row.status === "active",
    allowsIp: (ip) => isIpInRanges(ip, row.ip_allow_list),
    bucket: { name: `test:${row.id}`, ...siteCallBucket(row.rate_per_minute) },
    databaseSeconds: Number(row.database_seconds),
  };
}
