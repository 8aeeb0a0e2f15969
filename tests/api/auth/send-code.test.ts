import { describe, expect, it } from "vitest";
import { POST as sendCode } from "@/app/api/v1/auth/email/send-code/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { mailCode } from "@/lib/worker/handlers/account-mails";
import { aLoggedInUser, aRegisteredUser, jobsOf, sentCode } from "../../support/builders/accounts";
import { anEmail } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const ask = (body: unknown, ip?: string) => call(sendCode, "POST", { body, ...(ip ? { ip } : {}) });

async function runMailJobs(): Promise<void> {
  for (const job of await jobsOf("account.code")) await mailCode(job as JobPayloads["account.code"]);
}

describe("POST /api/v1/auth/email/send-code", () => {
  it("answers when the next may be asked for and how long it is valid", async () => {
    const answer = await ask({ email: anEmail(), purpose: "register" });
    expect(answer.json).toMatchObject({
      status_code: 0,
      data: { sent: true, resend_after: 60, expires_in: 600 },
    });
  });

  it("stores no code in clear, neither in its row nor in the job that mails it [A6]", async () => {
    const email = anEmail();
    await ask({ email, purpose: "register" });
    const code = (await sentCode(email, "register")) ?? "none";
    expect(code).toMatch(/^\d{6}$/);
    const dump = await db().$queryRaw<{ text: string }[]>`
      SELECT string_agg(t::text, ' ') AS text FROM (
        SELECT e::text AS t FROM email_codes e UNION ALL SELECT j.payload::text FROM graphile_worker._private_jobs j) x`;
    expect(dump[0]?.text).not.toContain(code);
  });

  it("does and answers the same for known and unknown addresses [A2]", async () => {
    const { email: known } = await aRegisteredUser();
    for (const purpose of ["register", "reset"]) {
      const one = await ask({ email: known, purpose }, "198.51.100.1");
      const two = await ask({ email: anEmail(), purpose }, "198.51.100.2");
      expect([one.status, one.data]).toEqual([two.status, two.data]);
      testClock.advance(61);
    }
    expect(await jobsOf("account.code")).toHaveLength(4);
  });

  it("mails a reset code only where there is an account, and tells a taken address so by mail alone [A2]", async () => {
    const { email: known } = await aRegisteredUser();
    const unknown = anEmail();
    await ask({ email: known, purpose: "reset" });
    await ask({ email: unknown, purpose: "reset" });
    await runMailJobs();
    const mails = await db().mail.findMany();
    expect(mails.map((mail) => [mail.kind, mail.recipient, mail.status])).toEqual([
      ["code", known, "outbox"],
    ]);
  });

  it("refuses nine of ten calls and sends one code [A7]", async () => {
    const email = anEmail();
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++) statuses.push((await ask({ email, purpose: "register" })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 429)).toHaveLength(9);
    const refused = await ask({ email, purpose: "register" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await jobsOf("account.code")).toHaveLength(1);
  });

  it("sends at most five an hour to an address, from wherever they are asked for [A7]", async () => {
    const email = anEmail();
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      statuses.push((await ask({ email, purpose: "register" }, `198.51.100.${i + 1}`)).status);
      testClock.advance(61);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it("serves at most twenty an hour to one IP [A7]", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) statuses.push((await ask({ email: anEmail(), purpose: "register" })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  });

  it("a second code replaces the first, and the mail of the first is not sent any more [A6]", async () => {
    const email = anEmail();
    await ask({ email, purpose: "register" });
    const first = await sentCode(email, "register");
    testClock.advance(61);
    await ask({ email, purpose: "register" });
    expect(await sentCode(email, "register")).not.toBe(first);
    await runMailJobs();
    expect(await db().mail.count()).toBe(1);
  });

  it("sends a code for a new address only to who is logged in", async () => {
    const anonymous = await ask({ email: anEmail(), purpose: "change_email" });
    expect([anonymous.status, anonymous.json.status_code]).toEqual([401, 401]);
    const { token } = await aLoggedInUser();
    const mine = await call(sendCode, "POST", { body: { email: anEmail(), purpose: "change_email" }, token });
    expect(mine.status).toBe(200);
  });

  it("names the field that is wrong", async () => {
    expect((await ask({ purpose: "register" })).json.msg).toMatch(/^email: /);
    expect((await ask({ email: anEmail(), purpose: "spam" })).json.msg).toMatch(/^purpose: /);
  });
});
