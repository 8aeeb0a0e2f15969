import type { AdminActor, ClientInfo, SiteActor, TestSiteActor } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { getConfig } from "../../config/config";
import { now, secondsFromNow } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { problem } from "../../core/refusals/refusal";
import { toldOf } from "../../core/refusals/told";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { checkTarget, targetRules } from "../../outgoing/public-address";
import { writePairingCode } from "../pairing-code";
import { getSiteAccount } from "./account";
import { isReceiver, pingReceiver } from "./ping-receiver";
import type { PingReport } from "./ping-schema";
import type { ClaimPairing, PairingClaimed } from "./schema";
import { newSiteSecret } from "./site-rules";
import { expireSecrets, openSiteSecret, sealSiteSecret } from "./site-secrets";
import { lockSite } from "./sql/sites";

const goodForSeconds = 3600;

export interface NewPairingCode {
  pairing_code: string;
  expires_at: string;
}

/** Another code for the same site makes the earlier one worthless. */
export async function addPairingCode(tx: Tx, site: { id: number; apiKey: string }): Promise<NewPairingCode> {
  // The second of two codes at the same moment sees the first.
  await lockSite(tx, site.id);
  const secret = newSiteSecret();
  const expiresAt = secondsFromNow(goodForSeconds);
  await tx.siteSigningSecret.deleteMany({ where: { siteId: site.id, isPairing: true } });
  await tx.siteSigningSecret.create({
    data: {
      siteId: site.id,
      secretSealed: sealSiteSecret(site.apiKey, secret),
      isPairing: true,
      expiresAt,
      createdAt: now(),
    },
  });
  const { baseUrl } = getConfig().server;
  return {
    pairing_code: writePairingCode({ baseUrl, key: site.apiKey, secret, expiresAt }),
    expires_at: expiresAt.toISOString(),
  };
}

/** For a site that is already there: its agent moved, or lost the secret. */
export async function makePairingCode(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
): Promise<NewPairingCode> {
  return inTransaction(async (tx) => {
    const site = await tx.site.findUnique({ where: { id: siteId }, select: { id: true, apiKey: true } });
    if (!site) throw notFound("site");
    const code = await addPairingCode(tx, site);
    await recordAudit(tx, actor, client, {
      action: "site.pairing_code",
      target: `site:${siteId}`,
      data: { expires_at: code.expires_at },
    });
    return code;
  });
}

const findLive = (siteId: number) =>
  db().siteSigningSecret.findFirst({
    where: { siteId, isPairing: true, expiresAt: { gt: now() } },
    select: { id: true, secretSealed: true, site: { select: { apiKey: true } } },
  });

const used = () => new AppError("state_conflict", "pairing_code_used");

/**
 * The agent's first signed call. Its callback address must answer a ping, signed with the pairing secret, before it counts;
 * the pairing secret is then spent, and the one that stays is in the answer alone.
 * @throws AppError `malformed`, `state_conflict`
 */
export async function claimPairing(
  { kind, siteId }: SiteActor | TestSiteActor,
  { callback_url: callbackUrl }: ClaimPairing,
): Promise<PairingClaimed> {
  const live = kind === "site" ? await findLive(siteId) : null;
  if (!live) throw used();
  const { apiKey } = live.site;
  const target = checkTarget(callbackUrl, getConfig().interconnect.allowPrivateNetworks, { needsTls: true });
  const ping: Pick<PingReport, "verdict" | "message"> =
    "refusal" in target
      ? {
          verdict: "unreachable",
          ...toldOf(
            "message",
            problem("callback_address_refused", { problem: problem(targetRules[target.refusal]) }),
          ),
        }
      : await pingReceiver(callbackUrl, { key: apiKey, secret: openSiteSecret(apiKey, live.secretSealed) });
  const isVerified = isReceiver(ping);
  const secret = newSiteSecret();
  await inTransaction(async (tx) => {
    const { count } = await tx.siteSigningSecret.deleteMany({ where: { id: live.id } });
    if (count === 0) throw used();
    await expireSecrets(tx, siteId);
    await tx.siteSigningSecret.create({
      data: {
        siteId,
        secretSealed: sealSiteSecret(apiKey, secret),
        // The agent has it from this answer: callbacks may use it from now on.
        firstUsedAt: now(),
        createdAt: now(),
      },
    });
    if (isVerified) {
      await tx.site.update({
        where: { id: siteId },
        data: {
          callbackUrl,
          callbackVerifiedAt: now(),
          callbackProblem: null,
          callbackDisabledAt: null,
          callbackFailingSince: null,
        },
      });
    }
  });
  return {
    key: apiKey,
    secret,
    callback_verified: isVerified,
    callback_message: ping.message,
    account: await getSiteAccount({ kind: "site", siteId }),
  };
}
