import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { note } from "../../core/refusals/noted";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { isReceiver, pingReceiver } from "./ping-receiver";
import type { PingReport } from "./ping-schema";
import { getSigningSecret } from "./site-secrets";

async function notePing(siteId: number, callbackUrl: string, report: PingReport): Promise<void> {
  const data = isReceiver(report)
    ? { callbackVerifiedAt: now(), callbackProblem: null }
    : { callbackProblem: note(report.message_rule) };
  // A ping says nothing of an address that was replaced meanwhile.
  await db().site.updateMany({ where: { id: siteId, callbackUrl }, data });
}

/** Asks the callback address of a site to answer, and keeps what came. @returns null for a site without one */
export async function pingSite(siteId: number): Promise<PingReport | null> {
  const site = await db().site.findUnique({
    where: { id: siteId },
    select: { id: true, apiKey: true, callbackUrl: true },
  });
  if (!site?.callbackUrl) return null;
  const secret = await getSigningSecret(db(), site);
  const report = await pingReceiver(site.callbackUrl, { key: site.apiKey, secret });
  await notePing(siteId, site.callbackUrl, report);
  return report;
}

/** The button. @throws AppError `not_found`, `state_conflict` without a callback address */
export async function sendTestCallback(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
): Promise<PingReport> {
  if (!(await db().site.findUnique({ where: { id: siteId }, select: { id: true } }))) throw notFound("site");
  const report = await pingSite(siteId);
  if (!report) throw new AppError("state_conflict", "no_callback_address");
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, {
      action: "site.ping",
      target: `site:${siteId}`,
      data: { verdict: report.verdict },
    }),
  );
  return report;
}
