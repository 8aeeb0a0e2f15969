import { db } from "@/lib/db/client";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { sendMail } from "@/lib/notifications/mails/send-mail";
import { jobsOf } from "./accounts";

/** A worker takes nobody for dead whose lock is younger than some seconds; a test does not wait for it. */
export const ageLocks = () =>
  db().$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute'`;

/** Sends what waits in the queue, as a worker would. */
export async function sendQueuedMails(): Promise<void> {
  for (const { mailId } of (await jobsOf("mail.send")) as JobPayloads["mail.send"][]) await sendMail(mailId);
}
