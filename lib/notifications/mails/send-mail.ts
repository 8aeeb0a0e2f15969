import { languages } from "../../../messages/languages";
import { readIn } from "../../../messages/parts";
import { AppError } from "../../core/errors";
import type { Locale } from "../../core/locale";
import { failpoint } from "../../core/process/failpoint";
import { tracedCall } from "../../core/process/trace";
import { foreignWords, note, noteOrNull, ProblemError } from "../../core/refusals/noted";
import type { Problem } from "../../core/refusals/refusal";
import { toldOrNull } from "../../core/refusals/told";
import { memberOf } from "../../core/shapes/records";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { StoppedSend, untilStopped } from "../../outgoing/stop-sends";
import { alertOfFailedMail, endFailedMailAlert } from "../alerts/raise-alert";
import type { MailTested } from "../schema";
import { readMailServer } from "../server/mail-server";
import { unsubscribeHeaders } from "../stock-notice-link";
import { openMail } from "./mail-seal";
import { mailTransport } from "./mail-transport";
import { noteMailTrial } from "./mail-trials";
import { moveMail } from "./move-mail";
import { mailAttempts } from "./queue-mail";

const alertFrom = 3;

export interface TestMail {
  subject: string;
  text: string;
  html?: string;
}

/** One mail at once, past the queue, to the one who asks. @returns why it was not taken, in the server's own words */
export async function tryMail(
  to: string,
  given: TestMail | ((shop: string) => TestMail),
): Promise<Problem | null> {
  let problem: Problem | null = null;
  try {
    const found = await readMailServer(db());
    if (!found) throw new AppError("state_conflict", "no_mail_server");
    const { server, from } = found;
    const { subject, text, html } = typeof given === "function" ? given(from.name) : given;
    const message = { from, to: { name: "", address: to }, subject, text };
    await mailTransport(server).sendMail(html === undefined ? message : { ...message, html });
  } catch (error) {
    if (error instanceof AppError) throw error;
    problem = wordsOf(error);
  }
  await noteMailTrial({ tried: "test", problem });
  return problem;
}

/** @param given the mail, or the language in which a few words say that mails go out */
export async function sendTestMail(to: string, given: TestMail | Locale): Promise<MailTested> {
  const words = typeof given === "string" ? languages[readIn(given, "admin")].operatorEvents.testMail : given;
  const problem = await tryMail(to, words);
  return { sent: problem === null, ...toldOrNull("problem", noteOrNull(problem)) };
}

/** Longest answer of a mail server that is kept. */
const mostWords = 300;

const wordsOf = (error: unknown): Problem =>
  error instanceof ProblemError
    ? error.problem
    : foreignWords((error instanceof Error ? error.message : String(error)).slice(0, mostWords));

/** The address does not exist, or its server never takes this mail: asking again brings the shop onto block lists. */
function isFinal(error: unknown): boolean {
  const responseCode = memberOf(error, "responseCode");
  if (typeof responseCode !== "number" || responseCode < 500 || responseCode > 599) return false;
  // 530 asks for a log-in, which is the shop's own matter.
  if (memberOf(error, "command") === "RCPT TO") return responseCode !== 530;
  return responseCode === 552 || /^5\d\d[ -]5\.1\.[0-6]\b/.test(String(memberOf(error, "response") ?? ""));
}

async function noteFailure(mailId: number, error: unknown): Promise<boolean> {
  const reason = wordsOf(error);
  return inTransaction(async (tx) => {
    const row = await tx.mail.update({
      where: { id: mailId },
      data: { attempts: { increment: 1 }, lastError: note(reason) },
      select: { attempts: true, kind: true },
    });
    // Alerts early: the last attempt may be half a day away, and buyers wait for their keys.
    if (row.attempts === alertFrom && !isFinal(error)) await alertOfFailedMail(tx, mailId, reason);
    if (row.attempts < mailAttempts && !isFinal(error)) return false;
    await moveMail(tx, mailId, { to: "failed" });
    await alertOfFailedMail(tx, mailId, reason);
    return true;
  });
}

/**
 * One try. The message id follows from the row, so that a mail which went out just before a crash and is sent again is
 * recognised by the receiving server. @throws while attempts are left, so that the job is retried
 */
export async function sendMail(mailId: number): Promise<void> {
  const row = await db().mail.findUnique({
    where: { id: mailId },
    omit: { textSealed: false, htmlSealed: false },
  });
  if (row?.status !== "queued") return;
  try {
    const found = await readMailServer(db());
    if (!found) {
      await moveMail(db(), mailId, { to: "outbox" });
      return;
    }
    const { server, from } = found;
    const { text, html } = openMail(row);
    const message = {
      from,
      to: { name: "", address: row.recipient },
      subject: row.subject,
      text,
      html,
      messageId: `<mail-${row.id}-${row.createdAt.getTime()}@${from.address.split("@")[1]}>`,
      headers: { "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(row.kind, row.recipient) },
    };
    await tracedCall("SMTP", {}, () => untilStopped(mailTransport(server).sendMail(message)));
  } catch (error) {
    // No failure of the server, and no attempt of the mail: the job comes again, in this process's successor.
    if (error instanceof StoppedSend) throw error;
    // One refused address says nothing against the mail server.
    if (!isFinal(error)) await noteMailTrial({ tried: "mail", problem: wordsOf(error) });
    if (await noteFailure(mailId, error)) return;
    throw error;
  }
  await noteMailTrial({ tried: "mail", problem: null });
  failpoint("mid-mail");
  await inTransaction(async (tx) => {
    await moveMail(tx, mailId, { to: "sent" });
    await endFailedMailAlert(tx);
  });
}
