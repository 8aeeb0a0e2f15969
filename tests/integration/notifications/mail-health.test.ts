import { describe, expect } from "vitest";
import { operations as adminMails } from "@/app/api/v1/admin/mails/[[...path]]/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { mailAttempts, queueMail } from "@/lib/notifications/mails/queue-mail";
import { sendMail } from "@/lib/notifications/mails/send-mail";
import { sendWaitingMails } from "@/lib/notifications/mails/send-waiting-mails";
import { jobsOf } from "../../support/builders/accounts";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { it } from "../../support/harness/mail-test";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest("owner");

async function aMail(kind: "operator" | "code") {
  const data =
    kind === "code"
      ? { purpose: "reset", code: "042917", minutes: 10, hasAccount: true }
      : { title: "Sale", rows: [], url: "http://localhost:8080/admin" };
  await inTransaction((tx) => queueMail(tx, { kind, to: "ada@example.com", locale: "en", data } as never));
  return db().mail.findFirstOrThrow({ orderBy: { id: "desc" } });
}

async function giveUp(id: number): Promise<void> {
  for (let attempt = 1; attempt <= mailAttempts; attempt++) await sendMail(id).catch(() => undefined);
}

describe("the state of the mails", () => {
  it("says since when the server refuses and why, and forgets it with the first mail that it takes", async ({
    smtp,
  }) => {
    expect((await staff.call(adminMails.getMailHealth, "GET")).data).toMatchObject({
      has_server: true,
      refusing_since: null,
    });
    smtp.state.refuse = true;
    const mail = await aMail("operator");
    await sendMail(mail.id).catch(() => undefined);
    expect((await staff.call(adminMails.getMailHealth, "GET")).data).toMatchObject({
      refusing_since: mail.createdAt.toISOString(),
      last_error: expect.stringContaining("Mailbox busy"),
      waiting: 1,
      failed: 0,
    });
    smtp.state.refuse = false;
    await sendMail(mail.id);
    expect((await staff.call(adminMails.getMailHealth, "GET")).data).toMatchObject({
      refusing_since: null,
      last_error: null,
    });
  });

  it("sends everything again that was given up, but no code that has ended", async ({ smtp }) => {
    smtp.state.refuse = true;
    const [first, code, second] = [await aMail("operator"), await aMail("code"), await aMail("operator")];
    for (const mail of [first, code, second]) await giveUp(mail.id);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    expect((await staff.call(adminMails.getMailHealth, "GET")).data).toMatchObject({ failed: 2 });
    const both = await Promise.all(
      [1, 2].map(() => staff.call<{ queued: number }>(adminMails.resendFailedMails, "POST")),
    );
    expect(both.map(({ data }) => data.queued).sort()).toEqual([0, 2]);
    expect(await jobsOf("mail.send")).toEqual([{ mailId: first.id }, { mailId: second.id }]);
    expect(await lastAudit()).toMatchObject({ action: "mail.resend_failed" });
    smtp.state.refuse = false;
    for (const { id } of [first, second]) await sendMail(id);
    expect(smtp.mails).toHaveLength(2);
    expect(await db().mail.findUnique({ where: { id: code.id } })).toMatchObject({ status: "failed" });
  });

  it("sends again what is named or what a filter finds, but nothing newer than the page and no code", async ({
    smtp,
  }) => {
    type Answer = { changed: number; skipped: number; next: number | null };
    const send = async (body: object) =>
      (await staff.call<Answer>(adminMails.resendMails, "POST", { body })).data;
    const [first, code, second] = [await aMail("operator"), await aMail("code"), await aMail("operator")];
    for (const { id } of [first, second]) await sendMail(id);
    expect(await send({ ids: [first.id, code.id] })).toEqual({ changed: 1, skipped: 1, next: null });
    expect(await lastAudit()).toMatchObject({ action: "mail.resend_many", data: { mails: [first.id] } });
    const matched = { match: { status: "sent", search: "ada@example.com" } };
    const at = (time: number) => ({ ...matched, drawn_at: new Date(time).toISOString() });
    expect(await send(at(Date.now() - 3_600_000))).toMatchObject({ changed: 0, next: null });
    expect(await send({ ...at(Date.now()), after: second.id })).toMatchObject({ changed: 0 });
    expect(await send(at(Date.now()))).toEqual({ changed: 1, skipped: 0, next: null });
    for (const { id } of [first, second]) await sendMail(id);
    expect(smtp.mails).toHaveLength(4);
  });

  it("sends a test to the one who asks, and says in the server's words what was wrong", async ({ smtp }) => {
    expect((await staff.call(adminMails.sendTestMail, "POST")).data).toMatchObject({
      sent: true,
      problem: null,
    });
    expect(smtp.mails).toMatchObject([{ to: [expect.stringContaining("@")] }]);
    smtp.state.refuse = true;
    expect((await staff.call(adminMails.sendTestMail, "POST")).data).toMatchObject({
      sent: false,
      problem: expect.stringContaining("Mailbox busy"),
    });
    overrideConfig({ "mail.smtpUrl": "" });
    expect((await staff.call(adminMails.sendTestMail, "POST")).status).toBe(409);
  });

  it("is for staff who may see mails", async () => {
    await expectStaffOnly(adminMails.resendFailedMails, "POST", {}, "viewer");
    await expectStaffOnly(adminMails.resendMails, "POST", { body: { ids: [1] } }, "viewer");
    await expectStaffOnly(adminMails.sendTestMail, "POST", {}, "viewer");
  });

  it("sends what waited once a server is named, but no mail of before the last week and no expired code", async ({
    smtp,
  }) => {
    overrideConfig({ "mail.smtpUrl": "", "mail.from": "" });
    const old = await aMail("operator");
    testClock.advance(8 * 86_400);
    const code = await aMail("code");
    const mail = await aMail("operator");
    await sendWaitingMails();
    expect(await db().mail.count({ where: { status: "outbox" } })).toBe(3);
    expect(await jobsOf("mail.send")).toEqual([]);
    overrideConfig({ "mail.smtpUrl": smtp.url, "mail.from": "Shop <shop@keyshelf.example>" });
    await Promise.all([sendWaitingMails(), sendWaitingMails()]);
    expect(await jobsOf("mail.send")).toEqual([{ mailId: mail.id }]);
    await sendMail(mail.id);
    await sendWaitingMails();
    expect(smtp.mails).toHaveLength(1);
    const waiting = await db().mail.findMany({ where: { status: "outbox" }, orderBy: { id: "asc" } });
    expect(waiting.map(({ id }) => id)).toEqual([old.id, code.id]);
  });

  it("the first mail that the server takes after it was away wakes those that wait, and not one that it did not want", async ({
    smtp,
  }) => {
    const runAt = async (id: number) => {
      const [job] = await db().$queryRaw<{ run_at: Date }[]>`
        SELECT run_at FROM graphile_worker._private_jobs WHERE (payload ->> 'mailId')::int = ${id}`;
      return job?.run_at;
    };
    const later = new Date(Date.now() + 12 * 3_600_000);
    overrideConfig({ "mail.smtpUrl": "smtp://127.0.0.1:1", "mail.from": "Shop <shop@keyshelf.example>" });
    const [waits, refused, first] = [
      await aMail("operator"),
      await aMail("operator"),
      await aMail("operator"),
    ];
    await sendMail(waits.id).catch(() => undefined);
    await db().mail.update({
      where: { id: refused.id },
      data: { lastError: "Can't send mail - all recipients were rejected: 450 try later" },
    });
    await db().$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = ${later}, attempts = 1`;
    overrideConfig({ "mail.smtpUrl": smtp.url, "mail.from": "Shop <shop@keyshelf.example>" });
    await sendMail(first.id);
    expect((await runAt(waits.id))?.getTime()).toBeLessThan(Date.now() + 60_000);
    expect(await runAt(refused.id)).toEqual(later);
  });
});
