import { now } from "../../core/clock";
import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { hastenJobs } from "../../jobs/sql/graphile-private";

/** Words of a server that was there and did not want this very mail: whether it takes others says nothing of it. */
const refusedItself = ["recipients were rejected", "command failed", "Message failed"];
const mostAtOnce = 1000;

/** Mails that found no mail server are sent now, and not when their next attempt is due, which may be hours away. */
export async function wakeMails(): Promise<void> {
  const waiting = await db().mail.findMany({
    where: {
      status: "queued",
      lastError: { not: null },
      NOT: refusedItself.map((words) => ({ lastError: { contains: words } })),
    },
    orderBy: { id: "asc" },
    take: mostAtOnce,
    select: { id: true },
  });
  if (waiting.length === 0) return;
  const ids = waiting.map(({ id }) => id);
  const mails = await hastenJobs(db(), { kind: "mail.send", member: "mailId", ids, at: now() });
  log.info({ mails }, "the mail server is back: mails that waited for it are sent");
}
