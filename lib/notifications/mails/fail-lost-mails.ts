import { minutesFromNow } from "../../core/clock";
import { log } from "../../core/process/log";
import { note, readNotedOrNull } from "../../core/refusals/noted";
import { problem } from "../../core/refusals/refusal";
import { inTransaction } from "../../db/transaction";
import { alertOfFailedMail } from "../alerts/raise-alert";
import { lockMailsWithoutJob } from "../sql/mails";
import { moveMails } from "./move-mail";

const day = 24 * 60;
const reason = problem("mail_job_ended");

/**
 * A mail counts its own attempts, and a job that was killed, or whose database was away, could not count: such a mail would
 * be `queued` for ever. A job's attempts take less than a day, so the mail of one that gave up is not touched too early.
 */
export async function failLostMails(): Promise<void> {
  await inTransaction(async (tx) => {
    const lost = await lockMailsWithoutJob(tx, minutesFromNow(-day));
    const [first] = lost;
    if (!first) return;
    const ids = lost.map((mail) => mail.id);
    await moveMails(tx, ids, { to: "failed" });
    await tx.mail.updateMany({
      where: { id: { in: ids }, lastError: null },
      data: { lastError: note(reason) },
    });
    log.warn({ mails: ids }, "mails whose job is gone have failed");
    await alertOfFailedMail(tx, first.id, readNotedOrNull(first.lastError) ?? reason);
  });
}
