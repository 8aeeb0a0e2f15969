import { minutesFromNow } from "../../core/clock";
import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { hasMailServerNow } from "../server/mail-server";
import { lockWaitingMails, queueMails } from "../sql/mails";
import { moveMails } from "./move-mail";
import { mailAttempts } from "./queue-mail";

/** Age after which a mail is no news to anybody: staff send it by hand if they want to. */
const week = 7 * 24 * 60;
const maxAtOnce = 200;

/** As soon as a mail server is named, what waited in the outbox goes out, a part of it each minute. */
export async function sendWaitingMails(): Promise<void> {
  if (!(await hasMailServerNow(db()))) return;
  const sent = await inTransaction(async (tx) => {
    const ids = await lockWaitingMails(tx, minutesFromNow(-week), maxAtOnce);
    if (ids.length === 0) return 0;
    const queued = await moveMails(tx, ids, { to: "queued" });
    await queueMails(tx, ids, mailAttempts);
    return queued;
  });
  if (sent > 0) log.info({ mails: sent }, "mails that waited for a mail server are sent");
}
