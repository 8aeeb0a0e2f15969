import { minutesFromNow } from "../core/clock";
import { log } from "../core/log";
import { inTransaction } from "../db/transaction";
import { moveMails } from "./move-mail";
import { alertOfFailedMail } from "./raise-alert";

const day = 24 * 60;
const reason = "Its job ended without a word";

/**
 * A mail counts its own attempts, and a job that was killed, or whose database was away, could not count: such a mail would
 * be `queued` for ever. A job's attempts take less than a day, so the mail of one that gave up is not touched too early.
 */
export async function failLostMails(): Promise<void> {
  await inTransaction(async (tx) => {
    const lost = await tx.$queryRaw<{ id: number; lastError: string | null }[]>`
      SELECT id, last_error AS "lastError" FROM mails
      WHERE status = 'queued' AND created_at < ${minutesFromNow(-day)} AND NOT EXISTS (
        SELECT FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = 'mail.send' AND (j.payload ->> 'mailId')::int = mails.id
          AND (j.attempts < j.max_attempts OR j.locked_at IS NOT NULL))
      ORDER BY id FOR UPDATE OF mails SKIP LOCKED`;
    const [first] = lost;
    if (!first) return;
    const ids = lost.map((mail) => mail.id);
    await moveMails(tx, ids, { to: "failed" });
    await tx.mail.updateMany({ where: { id: { in: ids }, lastError: null }, data: { lastError: reason } });
    log.warn({ mails: ids }, "mails whose job is gone have failed");
    await alertOfFailedMail(tx, first.id, first.lastError ?? reason);
  });
}
