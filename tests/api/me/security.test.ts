import { generateSync } from "otplib";
import { describe, expect, it } from "vitest";
import { POST as sendCode } from "@/app/api/v1/auth/email/send-code/route";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { POST as refresh } from "@/app/api/v1/auth/refresh/route";
import { PUT as changeEmail } from "@/app/api/v1/me/email/route";
import { PUT as changePassword } from "@/app/api/v1/me/password/route";
import { GET as me } from "@/app/api/v1/me/route";
import { POST as disable } from "@/app/api/v1/me/totp/disable/route";
import { POST as enable } from "@/app/api/v1/me/totp/enable/route";
import { POST as renewCodes } from "@/app/api/v1/me/totp/recovery-codes/route";
import { GET as totp } from "@/app/api/v1/me/totp/route";
import { POST as setUp } from "@/app/api/v1/me/totp/setup/route";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import {
  aLoggedInUser,
  aRegisteredUser,
  goodPassword,
  jobsOf,
  sentCode,
} from "../../support/builders/accounts";
import { anEmail } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const newPassword = "an entirely different one";

describe("PUT /api/v1/me/password", () => {
  it("changes the password, ends every other session and goes on with new tokens", async () => {
    const { user, token, session } = await aLoggedInUser();
    const body = { email: user.email, password: goodPassword };
    const other = await call<{ token: string; refresh_token: string }>(login, "POST", {
      body,
      headers: { "user-agent": "test" },
    });
    const change = { old_password: goodPassword, new_password: newPassword };
    const answer = await call<{ token: string; refresh_token: string }>(changePassword, "PUT", {
      token,
      body: change,
    });
    expect(answer.status).toBe(200);
    expect((await call(me, "GET", { token: answer.data.token })).status).toBe(200);
    expect((await call(me, "GET", { token })).status).toBe(200);
    expect((await call(me, "GET", { token: other.data.token })).status).toBe(401);
    expect((await call(refresh, "POST", { body: { refresh_token: other.data.refresh_token } })).status).toBe(
      401,
    );
    expect((await call(refresh, "POST", { body: { refresh_token: answer.data.refresh_token } })).status).toBe(
      200,
    );
    expect((await db().session.findUniqueOrThrow({ where: { id: session.id } })).revokedAt).toBeNull();
    expect(await jobsOf("account.security")).toMatchObject([{ event: "password_changed", userId: user.id }]);
  });

  it("refuses a wrong old password, and after ten an hour the right one too", async () => {
    const { token } = await aLoggedInUser();
    const put = (old_password: string) =>
      call(changePassword, "PUT", { token, body: { old_password, new_password: newPassword } });
    for (let i = 0; i < 10; i++)
      expect((await put("wrong password 1")).json.msg).toBe("old_password: is wrong");
    expect((await put(goodPassword)).status).toBe(429);
  });

  it("refuses weak passwords and names the field", async () => {
    const { token, user } = await aLoggedInUser();
    for (const new_password of [
      "short12",
      "password1",
      user.email,
      "keyshelf2026",
      "Key-Shelf_KEYSHELF-99",
    ]) {
      const body = { old_password: goodPassword, new_password };
      expect((await call(changePassword, "PUT", { token, body })).json.msg).toMatch(/^new_password: /);
    }
    expect((await call(changePassword, "PUT", { body: {} })).status).toBe(401);
  });
});

async function withTotp() {
  const mine = await aLoggedInUser();
  const { token } = mine;
  const { data } = await call<{ secret: string; otpauth_uri: string }>(setUp, "POST", {
    token,
    body: { password: goodPassword },
  });
  const codeNow = () => generateSync({ secret: data.secret, epoch: Math.floor(now().getTime() / 1000) });
  const { data: codes } = await call<{ recovery_codes: string[] }>(enable, "POST", {
    token,
    body: { code: codeNow() },
  });
  testClock.advance(60);
  return {
    ...mine,
    secret: data.secret,
    uri: data.otpauth_uri,
    codeNow,
    recoveryCodes: codes.recovery_codes,
  };
}

describe("/api/v1/me/totp", () => {
  it("is set up with the password, switched on with a code, and shows ten recovery codes once", async () => {
    const mine = await withTotp();
    expect(mine.uri).toMatch(/^otpauth:\/\/totp\//);
    expect(mine.recoveryCodes).toHaveLength(10);
    expect(mine.recoveryCodes[0]).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    const status = await call(totp, "GET", { token: mine.token });
    expect(status.data).toEqual({ enabled: true, enabled_at: expect.any(String), recovery_codes_left: 10 });
    expect(status.text).not.toContain(mine.secret);
  });

  it("stores neither the secret nor the recovery codes in clear [A22]", async () => {
    const mine = await withTotp();
    const [dump] = await db().$queryRaw<{ text: string }[]>`
      SELECT (SELECT string_agg(u::text, ' ') FROM users u) || (SELECT string_agg(r::text, ' ') FROM recovery_codes r) AS text`;
    const hex = (text: string) => Buffer.from(text).toString("hex");
    for (const secret of [mine.secret, mine.recoveryCodes[0] ?? ""]) {
      expect(dump?.text).not.toContain(secret);
      expect(dump?.text).not.toContain(hex(secret));
    }
  });

  it("needs the password to be set up, a right code to be switched on, and cannot be set up twice", async () => {
    const { token } = await aLoggedInUser();
    expect((await call(setUp, "POST", { token, body: { password: "wrong password 1" } })).json.msg).toBe(
      "password: is wrong",
    );
    expect((await call(enable, "POST", { token, body: { code: "123456" } })).status).toBe(409);
    await call(setUp, "POST", { token, body: { password: goodPassword } });
    expect((await call(enable, "POST", { token, body: { code: "abc" } })).json.msg).toMatch(/^code: /);
    const on = await withTotp();
    expect(
      (await call(setUp, "POST", { token: on.token, body: { password: goodPassword } })).json.status_code,
    ).toBe(40906);
  });

  it("nothing is on between set-up and the first code", async () => {
    const { user, token } = await aLoggedInUser();
    await call(setUp, "POST", { token, body: { password: goodPassword } });
    expect((await call(totp, "GET", { token })).data).toMatchObject({
      enabled: false,
      recovery_codes_left: 0,
    });
    const answer = await call(login, "POST", { body: { email: user.email, password: goodPassword } });
    expect(answer.data).not.toHaveProperty("requires_totp");
  });

  it("is switched off with password and code, never with one of them", async () => {
    const mine = await withTotp();
    const off = (body: unknown) => call(disable, "POST", { token: mine.token, body });
    expect((await off({ password: "wrong password 1", code: mine.codeNow() })).json.msg).toBe(
      "password: is wrong",
    );
    expect(
      (await off({ password: goodPassword, code: mine.codeNow() === "000000" ? "111111" : "000000" })).json
        .status_code,
    ).toBe(40103);
    expect((await off({ password: goodPassword })).status).toBe(400);
    expect((await off({ password: goodPassword, code: mine.codeNow() })).data).toEqual({ enabled: false });
    const row = await db().user.findUniqueOrThrow({
      where: { id: mine.user.id },
      select: { totpSecretSealed: true },
    });
    expect(row.totpSecretSealed).toBeNull();
    expect(await db().recoveryCode.count()).toBe(0);
    expect((await jobsOf("account.security")).map((job) => job.event)).toEqual([
      "totp_enabled",
      "totp_disabled",
    ]);
  });

  it("new recovery codes end the old ones", async () => {
    const mine = await withTotp();
    const recovery_code = mine.recoveryCodes[0];
    const body = { password: goodPassword, recovery_code };
    const answer = await call<{ recovery_codes: string[] }>(renewCodes, "POST", { token: mine.token, body });
    expect(answer.data.recovery_codes).toHaveLength(10);
    expect(answer.data.recovery_codes).not.toContain(mine.recoveryCodes[1]);
    const old = await call(renewCodes, "POST", {
      token: mine.token,
      body: { password: goodPassword, recovery_code: mine.recoveryCodes[1] },
    });
    expect(old.json.status_code).toBe(40103);
  });

  it("switches off by one of two equal codes in parallel [A9]", async () => {
    const mine = await withTotp();
    const body = { password: goodPassword, code: mine.codeNow() };
    const answers = await Promise.all([1, 2].map(() => call(disable, "POST", { token: mine.token, body })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it("wants a user", async () => {
    for (const handler of [setUp, enable, disable, renewCodes]) {
      expect((await call(handler, "POST", { body: {} })).status).toBe(401);
    }
    expect((await call(totp, "GET")).status).toBe(401);
  });
});

describe("PUT /api/v1/me/email", () => {
  it("takes the new address with its code and the password, and tells the old one", async () => {
    const { user, token } = await aLoggedInUser();
    const email = anEmail();
    await call(sendCode, "POST", { token, body: { email, purpose: "change_email" } });
    const code = await sentCode(email, "change_email");
    const put = (body: unknown) => call(changeEmail, "PUT", { token, body });
    expect((await put({ email, code, password: "wrong password 1" })).json.msg).toBe("password: is wrong");
    expect((await put({ email, code, password: goodPassword })).data).toMatchObject({ email });
    expect(await jobsOf("account.security")).toMatchObject([{ event: "email_changed", to: user.email }]);
    expect((await call(login, "POST", { body: { email: user.email, password: goodPassword } })).status).toBe(
      401,
    );
    expect((await call(login, "POST", { body: { email, password: goodPassword } })).status).toBe(200);
  });

  it("asks for the second factor where it is on, and spends it", async () => {
    const mine = await withTotp();
    const { token } = mine;
    const email = anEmail();
    await call(sendCode, "POST", { token, body: { email, purpose: "change_email" } });
    const body = { email, code: await sentCode(email, "change_email"), password: goodPassword };
    const put = (factor: object) => call(changeEmail, "PUT", { token, body: { ...body, ...factor } });
    expect((await put({})).json.msg).toMatch(/^totp_code: /);
    const recovery_code = mine.recoveryCodes[0] ?? "";
    expect((await put({ recovery_code: "AAAA-AAAA-AAAA-AAAA" })).json.msg).toMatch(/^totp_code: /);
    expect((await put({ recovery_code })).data).toMatchObject({ email });
    const next = anEmail();
    testClock.advance(60);
    await call(sendCode, "POST", { token, body: { email: next, purpose: "change_email" } });
    const again = { email: next, code: await sentCode(next, "change_email"), password: goodPassword };
    const answer = await call(changeEmail, "PUT", { token, body: { ...again, recovery_code } });
    expect(answer.json.msg).toMatch(/^totp_code: /);
    const withApp = { ...again, totp_code: mine.codeNow() };
    expect((await call(changeEmail, "PUT", { token, body: withApp })).data).toMatchObject({ email: next });
  });

  it("refuses an address of another account after its code, and a code of another purpose", async () => {
    const { token } = await aLoggedInUser();
    const { email } = await aRegisteredUser();
    await call(sendCode, "POST", { token, body: { email, purpose: "change_email" } });
    const body = { email, code: await sentCode(email, "change_email"), password: goodPassword };
    expect((await call(changeEmail, "PUT", { token, body })).json.status_code).toBe(40904);
    const fresh = anEmail();
    await call(sendCode, "POST", { body: { email: fresh, purpose: "register" } });
    const foreign = { email: fresh, code: await sentCode(fresh, "register"), password: goodPassword };
    expect((await call(changeEmail, "PUT", { token, body: foreign })).json.status_code).toBe(40002);
  });
});
