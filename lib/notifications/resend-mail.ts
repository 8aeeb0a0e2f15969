import { AppError, notFound } from "../core/errors";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { hasMailServerNow } from "./mail-server";
import { moveMail, moveMails } from "./move-mail";
import { mailAttempts } from "./queue-mail";
import { lockFailedMails, queueMails } from "./sql";
import type { WriteAudit } from "./types";
import { toMailRow } from "./view";

/** Sends a mail (again): one that failed, was lost, or waited in the outbox until SMTP was set up. */
export async function resendMail(mailId: number, audit: WriteAudit) {
  if (!(await hasMailServerNow(db()))) throw new AppError("state_conflict", "no_mail_server");
  return inTransaction(async (tx) => {
    if (!(await moveMail(tx, mailId, { to: "queued" }))) throw notFound("mail");
    await enqueue(tx, "mail.send", { mailId }, { maxAttempts: mailAttempts, jobKey: `mail.send:${mailId}` });
    await audit(tx, { action: "mail.resend", target: `mail:${mailId}` });
    return toMailRow(await tx.mail.findUniqueOrThrow({ where: { id: mailId } }));
  });
}

const maxAtOnce = 1000;

/** Everything that was given up, up to a thousand a call. @throws AppError `state_conflict` without a mail server */
export async function resendFailedMails(audit: WriteAudit): Promise<{ queued: number }> {
  if (!(await hasMailServerNow(db()))) throw new AppError("state_conflict", "no_mail_server");
  return inTransaction(async (tx) => {
    const ids = await lockFailedMails(tx, maxAtOnce);
    if (ids.length === 0) return { queued: 0 };
    const queued = await moveMails(tx, ids, { to: "queued" });
    await queueMails(tx, ids, mailAttempts);
    await audit(tx, { action: "mail.resend_failed", target: "mails", data: { queued } });
    return { queued };
  });
}
