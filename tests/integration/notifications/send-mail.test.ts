import { describe, expect } from "vitest";
import { POST as sendCode } from "@/app/api/v1/auth/email/send-code/route";
import { POST as register } from "@/app/api/v1/auth/register/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { failLostMails } from "@/lib/notifications/mails/fail-lost-mails";
import { mailAttempts, queueMail } from "@/lib/notifications/mails/queue-mail";
import { sendMail } from "@/lib/notifications/mails/send-mail";
import { mailCode } from "@/lib/worker/handlers/account-mails";
import { goodPassword, jobsOf } from "../../support/builders/accounts";
import { sendQueuedMails } from "../../support/builders/jobs";
import { anEmail } from "../../support/builders/products";
import { startMailServer } from "../../support/fakes/mail-server";
import { call } from "../../support/harness/call";
import { it } from "../../support/harness/mail-test";
import { overrideConfig } from "../../support/harness/test-config";

const queue = (to = "ada@example.com", dedupeKey?: string) =>
  inTransaction((tx) =>
    queueMail(tx, {
      kind: "code",
      to,
      locale: "zh",
      data: { purpose: "reset", code: "042917", minutes: 10, hasAccount: true },
      ...(dedupeKey ? { dedupeKey } : {}),
    }),
  );

describe("sending mails over SMTP", () => {
  it("sends both parts, from the shop's name, once", async ({ smtp }) => {
    await queue();
    await sendQueuedMails();
    await sendQueuedMails();
    expect(smtp.mails).toHaveLength(1);
    const [mail] = smtp.mails;
    expect(mail).toMatchObject({
      from: "shop@keyshelf.example",
      to: ["ada@example.com"],
      subject: "您的 Keyshelf 验证码",
    });
    expect(mail?.text).toContain("042917");
    expect(mail?.html).toContain("042917");
    expect(mail?.raw).toMatch(/^From: Keyshelf <shop@keyshelf\.example>/m);
    expect(await db().mail.findFirst()).toMatchObject({ status: "sent", attempts: 1, lastError: null });
  });

  it("retries while the server is out of order, then gives up with an alert", async ({ smtp }) => {
    await queue();
    const { id } = await db().mail.findFirstOrThrow();
    smtp.state.refuse = true;
    for (let i = 1; i < mailAttempts; i++) {
      await expect(sendMail(id)).rejects.toThrow();
      expect(await db().alert.count({ where: { kind: "mail.failed" } })).toBe(i < 3 ? 0 : 1);
    }
    expect(await db().mail.findFirst()).toMatchObject({ status: "queued", attempts: mailAttempts - 1 });
    await sendMail(id);
    expect(await db().mail.findFirst()).toMatchObject({
      status: "failed",
      lastError: expect.stringContaining("Mailbox busy"),
    });
    expect(await db().alert.findFirst()).toMatchObject({ kind: "mail.failed" });
  });

  it.each([
    { answer: [550, "5.1.1 No such user"], status: "failed", alerts: 1 },
    { answer: [552, "5.2.2 Mailbox full"], status: "failed", alerts: 1 },
    { answer: [553, "5.6.7 Address needs SMTPUTF8"], status: "failed", alerts: 1 },
    { answer: [450, "4.7.1 Try again later"], status: "queued", alerts: 0 },
    { answer: [530, "5.7.0 Must authenticate"], status: "queued", alerts: 0 },
  ] as const)(
    "gives an address up at once when $answer is said of it: $status",
    async ({ answer, status, alerts }) => {
      const smtp = await startMailServer();
      overrideConfig({ "mail.smtpUrl": smtp.url, "mail.from": "Keyshelf <shop@keyshelf.example>" });
      try {
        smtp.state.recipientAnswer = [...answer];
        await queue();
        const { id } = await db().mail.findFirstOrThrow();
        await sendMail(id).catch(() => undefined);
        expect(await db().mail.findFirst()).toMatchObject({ status, attempts: 1 });
        expect(await db().alert.count({ where: { kind: "mail.failed" } })).toBe(alerts);
      } finally {
        await smtp.stop();
      }
    },
  );

  it("counts a try when the mail cannot even be opened, and gives up with an alert", async ({ smtp }) => {
    await queue();
    const { id } = await db().mail.findFirstOrThrow();
    await db().mail.update({ where: { id }, data: { textSealed: Buffer.from("of another key") } });
    for (let i = 1; i < mailAttempts; i++) await expect(sendMail(id)).rejects.toThrow();
    await sendMail(id);
    expect(await db().mail.findFirst()).toMatchObject({ status: "failed", attempts: mailAttempts });
    expect(await db().alert.findFirst()).toMatchObject({ kind: "mail.failed", reference: String(id) });
    expect(smtp.mails).toEqual([]);
  });

  it("a mail whose job is gone or gave up fails after a day, with one alert; one with a live job waits", async () => {
    const endings = {
      gone: "DELETE FROM graphile_worker._private_jobs",
      gaveUp: "UPDATE graphile_worker._private_jobs SET attempts = max_attempts",
      waits: "UPDATE graphile_worker._private_jobs SET attempts = max_attempts - 1",
      isRunning: "UPDATE graphile_worker._private_jobs SET attempts = max_attempts, locked_at = now()",
    };
    for (const [name, ending] of Object.entries(endings)) {
      await queue(`${name}@example.com`);
      await db().$executeRawUnsafe(
        `${ending} WHERE id = (SELECT max(id) FROM graphile_worker._private_jobs)`,
      );
    }
    await failLostMails();
    expect(await db().mail.count({ where: { status: "queued" } })).toBe(4);
    testClock.advance(86_401);
    await failLostMails();
    await failLostMails();
    const failed = await db().mail.findMany({ where: { status: "failed" }, orderBy: { id: "asc" } });
    expect(failed.map((mail) => mail.recipient)).toEqual(["gone@example.com", "gaveUp@example.com"]);
    expect(await db().alert.findMany()).toMatchObject([
      { kind: "mail.failed", reference: String(failed[0]?.id), count: 1 },
    ]);
  });

  it("a mail that is sent twice after a crash carries the same message id", async ({ smtp }) => {
    await queue();
    const { id } = await db().mail.findFirstOrThrow();
    await sendMail(id);
    await db().mail.update({ where: { id }, data: { status: "queued" } });
    await sendMail(id);
    expect(new Set(smtp.mails.map((mail) => mail.messageId)).size).toBe(1);
  });

  it("writes the same event once, also when two transactions add it at once", async () => {
    const written = await Promise.all([queue("a@example.com", "news:1"), queue("a@example.com", "news:1")]);
    expect(written.sort()).toEqual([false, true]);
    expect(await jobsOf("mail.send")).toHaveLength(1);
  });

  it("leaves the mail in the outbox while there is no server", async () => {
    overrideConfig({ "mail.smtpUrl": "null" });
    await queue();
    expect(await db().mail.findFirst()).toMatchObject({ status: "outbox" });
    expect(await jobsOf("mail.send")).toEqual([]);
  });

  it("a person registers with the code from the mail", async ({ smtp }) => {
    const email = anEmail();
    await call(sendCode, "POST", {
      body: { email, purpose: "register" },
      headers: { "accept-language": "en" },
    });
    for (const job of await jobsOf("account.code")) await mailCode(job as JobPayloads["account.code"]);
    await sendQueuedMails();
    const code = /^\s+(\d{6})$/m.exec(smtp.mails[0]?.text ?? "")?.[1];
    const answer = await call(register, "POST", { body: { email, code, password: goodPassword } });
    expect(answer.status).toBe(200);
  });
});
