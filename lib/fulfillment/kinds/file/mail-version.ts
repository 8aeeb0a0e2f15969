import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { getConfig } from "../../../config/config";
import { addSeconds, now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { inTransaction } from "../../../db/transaction";
import { hasMailServer } from "../../../notifications/server/mail-server";
import { countWaitingMails } from "../../sql/bulk-mails";
import { addVersionMails } from "../../sql/downloads";
import { findNewestOfFile } from "./find-newest";

/**
 * Tells everybody who may download a file of its newest version, once a version: one statement adds a job for each order, spread
 * over time as mails may leave. @throws AppError `not_found`, `state_conflict`
 */
export async function mailVersion(
  actor: AdminActor,
  client: ClientInfo,
  versionId: number,
): Promise<{ mails: number }> {
  if (!(await hasMailServer())) throw new AppError("state_conflict", "no_mail_server");
  const { bulkPerMinute: perMinute } = getConfig().mail;
  return inTransaction(async (tx) => {
    const version = await tx.fileVersion.findUnique({ where: { id: versionId }, include: { file: true } });
    if (!version) throw notFound("file");
    const { skuId, title } = version.file;
    if (skuId === null) throw notFound("file");
    const newest = await findNewestOfFile(tx, versionId);
    if (newest?.id !== versionId) throw new AppError("state_conflict", "not_newest_version");
    const at = now();
    const { count } = await tx.fileVersion.updateMany({
      where: { id: versionId, mailedAt: null },
      data: { mailedAt: at },
    });
    if (count === 0) throw new AppError("state_conflict", "version_mailed");
    const before = await countWaitingMails(tx, at, perMinute);
    const mails = await addVersionMails(tx, { versionId, skuId, at, before, perMinute });
    if (mails === 0) throw new AppError("state_conflict", "nobody_to_mail");
    const mailsUntil = addSeconds(at, Math.ceil(((before + mails) / perMinute) * 60));
    await tx.fileVersion.update({ where: { id: versionId }, data: { mailsUntil } });
    await recordAudit(tx, actor, client, {
      action: "file.mail",
      target: `sku:${skuId}`,
      data: { title, version: version.label, mails },
    });
    return { mails };
  });
}
