import type { z } from "zod";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { nextAfter } from "../../core/paging";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { mailFilter } from "../admin-queries";
import type { mailsResent, ResendMails } from "../schema";
import { hasMailServerNow } from "../server/mail-server";
import { lockFailedMails, lockMails, queueMails } from "../sql/mails";
import { toMailRow } from "../view";
import { moveMail, moveMails } from "./move-mail";
import { mailAttempts } from "./queue-mail";

/** Sends a mail (again): one that failed, was lost, or waited in the outbox until SMTP was set up. */
export async function resendMail(actor: AdminActor, mailId: number, client: ClientInfo) {
  if (!(await hasMailServerNow(db()))) throw new AppError("state_conflict", "no_mail_server");
  return inTransaction(async (tx) => {
    if (!(await moveMail(tx, mailId, { to: "queued" }))) throw notFound("mail");
    await enqueue(tx, "mail.send", { mailId }, { maxAttempts: mailAttempts, jobKey: `mail.send:${mailId}` });
    await recordAudit(tx, actor, client, { action: "mail.resend", target: `mail:${mailId}` });
    return toMailRow(await tx.mail.findUniqueOrThrow({ where: { id: mailId } }));
  });
}

const maxAtOnce = 1000;

/** Everything that was given up, up to a thousand a call. @throws AppError `state_conflict` without a mail server */
export async function resendFailedMails(actor: AdminActor, client: ClientInfo): Promise<{ queued: number }> {
  if (!(await hasMailServerNow(db()))) throw new AppError("state_conflict", "no_mail_server");
  return inTransaction(async (tx) => {
    const ids = await lockFailedMails(tx, maxAtOnce);
    if (ids.length === 0) return { queued: 0 };
    const queued = await moveMails(tx, ids, { to: "queued" });
    await queueMails(tx, ids, mailAttempts);
    await recordAudit(tx, actor, client, { action: "mail.resend_failed", target: "mails", data: { queued } });
    return { queued };
  });
}

/** One transaction stays short. */
const pieceSize = 500;

/** Sends many again, oldest first, whatever became of them. @throws AppError `state_conflict` without a mail server */
export async function resendMails(
  actor: AdminActor,
  which: ResendMails,
  client: ClientInfo,
): Promise<z.infer<typeof mailsResent>> {
  if (!(await hasMailServerNow(db()))) throw new AppError("state_conflict", "no_mail_server");
  const rows = await db().mail.findMany({
    where:
      "ids" in which
        ? { id: { in: which.ids } }
        : {
            AND: [
              mailFilter(which.match),
              { createdAt: { lte: which.drawn_at } },
              { id: { gt: which.after } },
            ],
          },
    orderBy: { id: "asc" },
    take: pieceSize,
    select: { id: true },
  });
  const changed = await inTransaction(async (tx) => {
    const ids = await lockMails(
      tx,
      rows.map(({ id }) => id),
    );
    if (ids.length === 0) return 0;
    const queued = await moveMails(tx, ids, { to: "queued" });
    await queueMails(tx, ids, mailAttempts);
    await recordAudit(tx, actor, client, {
      action: "mail.resend_many",
      target: "mails",
      data: { mails: ids },
    });
    return queued;
  });
  return {
    changed,
    skipped: rows.length - changed,
    next: "match" in which ? nextAfter(rows, pieceSize) : null,
  };
}
