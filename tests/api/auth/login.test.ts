import { hash } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { GET as captchaImage } from "@/app/api/v1/public/captcha/image/route";
import { captchaAnswerHash } from "@/lib/accounts/captcha/require-captcha";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { peerHeader } from "@/lib/http/caller/client-info";
import { forgetSettings } from "@/lib/settings/queries";
import { aRegisteredUser, goodPassword, jobsOf } from "../../support/builders/accounts";
import { anEmail } from "../../support/builders/products";
import { type CallOptions, call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

interface LoggedIn {
  token: string;
  refresh_token: string;
  expires_at: string;
  refresh_expires_at: string;
  user: { email: string };
}

const attempt = (email: string, password: string, options: CallOptions = {}) =>
  call<LoggedIn>(login, "POST", { body: { email, password }, ...options });

async function useImageCaptcha(scenes: Record<string, boolean> = {}): Promise<void> {
  await db().setting.create({ data: { key: "captcha", value: { provider: "image", scenes } } });
  forgetSettings();
}

async function aSolvedCaptcha(scene = "login") {
  const answer = await call<{ captcha_id: string }>(captchaImage, "GET", { path: `/x?scene=${scene}` });
  const id = answer.data.captcha_id;
  await db().captcha.update({ where: { id }, data: { answerHash: captchaAnswerHash(id, "AEK39") } });
  return { captcha_id: id, captcha_code: "aek39" };
}

describe("POST /api/v1/auth/login", () => {
  it("gives tokens and the user for the e-mail address and the password", async () => {
    const { email } = await aRegisteredUser();
    testClock.set(new Date("2026-03-01T10:00:00.000Z"));
    const answer = await attempt(` ${email.toUpperCase()} `, goodPassword);
    expect(answer.json).toMatchObject({ status_code: 0, msg: "success", data: { user: { email } } });
    expect(answer.data.expires_at).toBe("2026-03-01T10:15:00.000Z");
    expect(answer.data.refresh_expires_at).toBe("2026-03-31T10:00:00.000Z");
    expect(answer.data.token.split(".")).toHaveLength(3);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.data).not.toHaveProperty("requires_totp");
  });

  it("answers unknown address and wrong password alike [A2]", async () => {
    const { email } = await aRegisteredUser();
    const wrong = await attempt(email, "wrong password 1");
    const unknown = await attempt(anEmail(), "wrong password 1");
    expect([wrong.status, wrong.json.status_code, wrong.json.msg]).toEqual([401, 401, unknown.json.msg]);
    expect([unknown.status, unknown.json.status_code]).toEqual([401, 401]);
    expect(wrong.text.length).toBe(unknown.text.length);
  });

  it("takes the same steps for an unknown address as for a known one [A2]", async () => {
    const { email } = await aRegisteredUser();
    await attempt(email, "wrong password 1", { ip: "192.0.2.1" });
    await attempt(anEmail(), "wrong password 1", { ip: "192.0.2.2" });
    expect(await db().loginLog.count({ where: { result: "failed" } })).toBe(2);
    expect(await db().rateLimit.count({ where: { key: { startsWith: "login" } } })).toBe(4);
    const dump = JSON.stringify(await db().rateLimit.findMany());
    expect(dump).not.toContain(email);
  });

  it("the sixth failure in 15 minutes is 429 with Retry-After, for known and unknown addresses [A3]", async () => {
    for (const email of [(await aRegisteredUser()).email, anEmail()]) {
      const statuses: number[] = [];
      for (let i = 0; i < 6; i++) statuses.push((await attempt(email, "wrong password 1")).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    }
    const { email } = await aRegisteredUser();
    for (let i = 0; i < 5; i++) await attempt(email, "wrong password 1");
    const locked = await attempt(email, goodPassword);
    expect(locked.json).toMatchObject({ status_code: 429, data: null });
    expect(Number(locked.headers.get("retry-after"))).toBeGreaterThan(800);
    testClock.advance(901);
    expect((await attempt(email, goodPassword)).status).toBe(200);
  });

  it("strangers cannot lock the owner out of an address the account was used from [A3]", async () => {
    const { email } = await aRegisteredUser();
    expect((await attempt(email, goodPassword, { ip: "192.0.2.10" })).status).toBe(200);
    for (let i = 0; i < 7; i++) await attempt(email, "wrong password 1", { ip: "198.51.100.9" });
    expect((await attempt(email, goodPassword, { ip: "198.51.100.9" })).status).toBe(429);
    expect((await attempt(email, goodPassword, { ip: "192.0.2.10" })).status).toBe(200);
  });

  it("parallel guesses do not slip past the limit [A3]", async () => {
    const { email } = await aRegisteredUser();
    const answers = await Promise.all(Array.from({ length: 15 }, () => attempt(email, "wrong password 1")));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
  });

  it("one IP gets twenty failures over all accounts [A3]", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 22; i++) statuses.push((await attempt(anEmail(), "wrong password 1")).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
  });

  it("lets more right log-ins in at once than failures are allowed [A3]", async () => {
    overrideConfig({ "limits.loginsPerIp": "2" });
    const users = await Promise.all([1, 2, 3, 4].map(() => aRegisteredUser()));
    const answers = await Promise.all(users.map(({ email }) => attempt(email, goodPassword)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it("lets one account log in eight times at once [A3]", async () => {
    const { email } = await aRegisteredUser();
    await attempt(email, "wrong password 1");
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(email, goodPassword)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it("refuses a right log-in as the sixth among wrong ones at once [A3]", async () => {
    const { email } = await aRegisteredUser();
    const wrong = Array.from({ length: 5 }, () => attempt(email, "wrong password 1"));
    const answers = await Promise.all(wrong);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(401));
    expect((await attempt(email, goodPassword)).status).toBe(429);
  });

  it("a forged X-Forwarded-For does not buy more attempts [A4]", async () => {
    const { email } = await aRegisteredUser();
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) {
      const headers = { "x-forwarded-for": `192.0.2.${i}` };
      statuses.push((await attempt(email, "wrong password 1", { headers })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect((await db().loginLog.findMany()).every((row) => row.ip === "203.0.113.7")).toBe(true);
  });

  it("behind a trusted proxy the address is the one the proxy saw [A4]", async () => {
    overrideConfig({ "server.trustedProxies": "10.0.0.0/8" });
    const { email } = await aRegisteredUser();
    const headers = { [peerHeader]: "10.1.2.3", "x-forwarded-for": "6.6.6.6, 192.0.2.77" };
    await attempt(email, goodPassword, { headers });
    expect(await db().loginLog.findFirst()).toMatchObject({ ip: "192.0.2.77", result: "success" });
  });

  it("asks for a captcha after three failures, when the operator chose one", async () => {
    await useImageCaptcha();
    const { email } = await aRegisteredUser();
    for (let i = 0; i < 3; i++) expect((await attempt(email, "wrong password 1")).status).toBe(401);
    const asked = await attempt(email, goodPassword);
    expect([asked.status, asked.json.status_code]).toEqual([400, 40001]);
    const captcha = await aSolvedCaptcha();
    const answer = await call(login, "POST", { body: { email, password: goodPassword, captcha } });
    expect(answer.status).toBe(200);
  });

  it("a captcha is spent by its first use, right or wrong, and good for its own scene [O23]", async () => {
    await useImageCaptcha({ login: true });
    const { email } = await aRegisteredUser();
    const body = { email, password: goodPassword };
    const right = await aSolvedCaptcha();
    expect((await call(login, "POST", { body: { ...body, captcha: right } })).status).toBe(200);
    expect((await call(login, "POST", { body: { ...body, captcha: right } })).json.status_code).toBe(40001);
    const guessed = await aSolvedCaptcha();
    const wrong = { ...guessed, captcha_code: "XXXXX" };
    expect((await call(login, "POST", { body: { ...body, captcha: wrong } })).json.status_code).toBe(40001);
    expect((await call(login, "POST", { body: { ...body, captcha: guessed } })).json.status_code).toBe(40001);
    const foreign = await aSolvedCaptcha("register");
    expect((await call(login, "POST", { body: { ...body, captcha: foreign } })).json.status_code).toBe(40001);
    const old = await aSolvedCaptcha();
    testClock.advance(301);
    expect((await call(login, "POST", { body: { ...body, captcha: old } })).json.status_code).toBe(40001);
  });

  it("tells a disabled account only to who knows its password [A15]", async () => {
    const { email } = await aRegisteredUser({ status: "disabled" });
    expect((await attempt(email, "wrong password 1")).status).toBe(401);
    const answer = await attempt(email, goodPassword);
    expect([answer.status, answer.json.status_code]).toEqual([403, 40301]);
  });

  it("stores a cheaper hash anew at log-in [A1]", async () => {
    const weak = await hash(goodPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    const { email } = await aRegisteredUser({ passwordHash: weak });
    expect((await attempt(email, goodPassword)).status).toBe(200);
    const row = await db().user.findUniqueOrThrow({ where: { email }, select: { passwordHash: true } });
    expect(row.passwordHash).toContain("m=19456,t=2");
    expect((await attempt(email, goodPassword)).status).toBe(200);
  });

  it("refuses an endless password without hashing it [A5]", async () => {
    const { email } = await aRegisteredUser();
    const long = await attempt(email, "x".repeat(10_000));
    expect(long.json).toMatchObject({ status_code: 400, msg: expect.stringMatching(/^password: /) });
    const huge = await attempt(email, "x".repeat(1_048_576));
    expect(huge.status).toBe(413);
  });

  it("writes a log line with address, device and reason for success and failure", async () => {
    const user = await aRegisteredUser();
    await attempt(user.email, "wrong password 1", { headers: { "user-agent": "Browser/1" } });
    await attempt(user.email, goodPassword, { headers: { "user-agent": "Browser/1" } });
    const rows = await db().loginLog.findMany({ orderBy: { id: "asc" } });
    expect(rows).toMatchObject([
      {
        userId: user.id,
        result: "failed",
        reason: "wrong_password",
        ip: "203.0.113.7",
        userAgent: "Browser/1",
      },
      { userId: user.id, result: "success", reason: null },
    ]);
  });

  it("tells the owner of a new device, but not of an update of a known one", async () => {
    const { email } = await aRegisteredUser();
    const from = (device: string) => attempt(email, goodPassword, { headers: { "user-agent": device } });
    await from("Browser/1.0 (Linux)");
    await from("Browser/2.1 (Linux)");
    expect(await jobsOf("account.security")).toEqual([]);
    await from("Phone/9 (Tablet)");
    expect(await jobsOf("account.security")).toMatchObject([
      { event: "new_device", userAgent: "Phone/9 (Tablet)" },
    ]);
  });

  it("takes JSON only", async () => {
    const raw = JSON.stringify({ email: "a@b.example", password: "x" });
    const answer = await call(login, "POST", { raw, headers: { "content-type": "text/plain" } });
    expect(answer.status).toBe(415);
  });
});
