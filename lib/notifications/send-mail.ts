import { createTransport, type Transporter } from "nodemailer";
import { getConfig } from "../config/config";
import { AppError } from "../core/errors";
import { failpoint } from "../core/failpoint";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { getSettings } from "../settings/queries";
import { openMail } from "./mail-seal";
import { moveMail } from "./move-mail";
import { mailAttempts } from "./queue-mail";
import { alertOfFailedMail, endFailedMailAlert } from "./raise-alert";

let open: { url: string; transport: Transporter } | undefined;

const poolOptions = {
  pool: "true",
  maxConnections: "2",
  connectionTimeout: "10000",
  greetingTimeout: "10000",
  socketTimeout: "30000",
};

function transport(url: string): Transporter {
  if (open?.url === url) return open.transport;
  open?.transport.close();
  const server = new URL(url);
  for (const [name, value] of Object.entries(poolOptions)) server.searchParams.set(name, value);
  // What a template says is text: nothing in it may make nodemailer read a file or fetch an address.
  const made = createTransport(server.href, { disableFileAccess: true, disableUrlAccess: true });
  open = { url, transport: made };
  return made;
}

/** Lets the process end: pooled connections keep it alive. */
export function closeMailTransport(): void {
  open?.transport.close();
  open = undefined;
}

const alertFrom = 3;

const address = /<([^<>]+)>\s*$/;

async function sender(): Promise<{ name: string; address: string }> {
  const { from } = getConfig().mail;
  const { mailFromName, siteName } = await getSettings();
  return { name: mailFromName ?? siteName, address: address.exec(from)?.[1] ?? from };
}

/** One mail at once, past the queue, to the one who asks. The problem is in the server's own words. */
export async function sendTestMail(to: string): Promise<{ sent: boolean; problem: string | null }> {
  const { smtpUrl } = getConfig().mail;
  if (smtpUrl === null) throw new AppError("state_conflict", "no_mail_server");
  const from = await sender();
  try {
    await transport(smtpUrl).sendMail({
      from,
      to: { name: "", address: to },
      subject: `${from.name}: test`,
      text: "This shop can send mails. / 本店可以发送邮件。",
    });
    return { sent: true, problem: null };
  } catch (error) {
    return { sent: false, problem: (error instanceof Error ? error.message : String(error)).slice(0, 300) };
  }
}

async function noteFailure(mailId: number, error: unknown): Promise<boolean> {
  const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  return inTransaction(async (tx) => {
    const row = await tx.mail.update({
      where: { id: mailId },
      data: { attempts: { increment: 1 }, lastError },
      select: { attempts: true, kind: true },
    });
    // Alerts early: the last attempt may be half a day away, and buyers wait for their keys.
    if (row.attempts === alertFrom) await alertOfFailedMail(tx, mailId, lastError);
    if (row.attempts < mailAttempts) return false;
    await moveMail(tx, mailId, { to: "failed" });
    await alertOfFailedMail(tx, mailId, lastError);
    return true;
  });
}

/**
 * One try. The message id follows from the row, so that a mail which went out just before a crash and is sent again is
 * recognised by the receiving server. @throws while attempts are left, so that the job is retried
 */
export async function sendMail(mailId: number): Promise<void> {
  const { smtpUrl } = getConfig().mail;
  const row = await db().mail.findUnique({
    where: { id: mailId },
    omit: { textSealed: false, htmlSealed: false },
  });
  if (row?.status !== "queued") return;
  if (smtpUrl === null) {
    await moveMail(db(), mailId, { to: "outbox" });
    return;
  }
  try {
    const from = await sender();
    const { text, html } = openMail(row);
    await transport(smtpUrl).sendMail({
      from,
      to: { name: "", address: row.recipient },
      subject: row.subject,
      text,
      html,
      messageId: `<mail-${row.id}-${row.createdAt.getTime()}@${from.address.split("@")[1]}>`,
      headers: { "Auto-Submitted": "auto-generated" },
    });
  } catch (error) {
    if (await noteFailure(mailId, error)) return;
    throw error;
  }
  failpoint("mid-mail");
  await inTransaction(async (tx) => {
    await moveMail(tx, mailId, { to: "sent" });
    await endFailedMailAlert(tx);
  });
}
