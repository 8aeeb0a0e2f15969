import { generateSync } from "otplib";
import { describe, expect, it } from "vitest";
import { POST as sendCode } from "@/app/api/v1/auth/email/send-code/route";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { POST as forgot } from "@/app/api/v1/auth/password/forgot/route";
import { POST as refresh } from "@/app/api/v1/auth/refresh/route";
import { newTotpSecret, sealTotpSecret } from "@/lib/accounts/totp/totp";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import {
  aLoggedInUser,
  aRegisteredUser,
  goodPassword,
  jobsOf,
  sentCode,
  wrongCode,
} from "../../support/builders/accounts";
import { anEmail } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const newPassword = "an entirely different one";

async function resetCode(email: string): Promise<string | null> {
  await call(forgot, "POST", { body: { email } });
  return sentCode(email, "reset");
}

const reset = (email: string, code: string | null, new_password = newPassword) =>
  call(forgot, "POST", { body: { email, code, new_password } });

describe("POST /api/v1/auth/password/forgot", () => {
  it("mails a code for the address alone, and resets with the code", async () => {
    const { email } = await aRegisteredUser();
    const first = await call(forgot, "POST", { body: { email } });
    expect(first.data).toEqual({ sent: true, resend_after: 60, expires_in: 600 });
    const answer = await reset(email, await sentCode(email, "reset"));
    expect(answer.data).toEqual({ reset: true });
    expect((await call(login, "POST", { body: { email, password: newPassword } })).status).toBe(200);
    expect((await call(login, "POST", { body: { email, password: goodPassword } })).status).toBe(401);
    expect(await jobsOf("account.security")).toMatchObject([{ event: "password_changed" }]);
  });

  it("does and answers the same for an unknown address [A2]", async () => {
    const { email } = await aRegisteredUser();
    const known = await call(forgot, "POST", { body: { email } });
    const unknown = await call(forgot, "POST", { body: { email: anEmail() } });
    expect([known.status, known.data]).toEqual([unknown.status, unknown.data]);
    const wrong = await reset(email, wrongCode(await sentCode(email, "reset")));
    const never = await reset(anEmail(), "123456");
    expect([wrong.status, wrong.json.status_code, wrong.json.msg]).toEqual([400, 40002, never.json.msg]);
    expect([never.status, never.json.status_code]).toEqual([400, 40002]);
  });

  it("a code for another purpose does not reset [A6]", async () => {
    const { email } = await aRegisteredUser();
    await call(sendCode, "POST", { body: { email, purpose: "register" } });
    expect((await reset(email, await sentCode(email, "register"))).json.status_code).toBe(40002);
  });

  it("the sixth attempt fails with the right code, and a code works once [A6]", async () => {
    const { email } = await aRegisteredUser();
    const code = await resetCode(email);
    for (let i = 0; i < 5; i++) await reset(email, wrongCode(code));
    expect((await reset(email, code)).json.status_code).toBe(40002);
    const other = await aRegisteredUser();
    const once = await resetCode(other.email);
    expect((await reset(other.email, once)).status).toBe(200);
    expect((await reset(other.email, once, "yet another long one")).json.status_code).toBe(40002);
  });

  it("ends every session and keeps the second factor on [A11]", async () => {
    const { user, token } = await aLoggedInUser();
    const { data: tokens } = await call<{ refresh_token: string }>(login, "POST", {
      body: { email: user.email, password: goodPassword },
    });
    const secret = newTotpSecret();
    const totpSecretSealed = sealTotpSecret({ table: "users", id: user.id }, secret);
    await db().user.update({ where: { id: user.id }, data: { totpSecretSealed, totpEnabledAt: now() } });
    await reset(user.email, await resetCode(user.email));
    expect(await db().session.count({ where: { revokedAt: null } })).toBe(0);
    expect(
      (await call(refresh, "POST", { body: { refresh_token: tokens.refresh_token } })).json.status_code,
    ).toBe(40102);
    const { GET: me } = await import("@/app/api/v1/me/route");
    expect((await call(me, "GET", { token })).status).toBe(401);
    const again = await call(login, "POST", { body: { email: user.email, password: newPassword } });
    expect(again.data).toMatchObject({ requires_totp: true });
    expect(generateSync({ secret })).toMatch(/^\d{6}$/);
  });

  it("admits the owner after strangers have used up the attempts", async () => {
    const { email } = await aRegisteredUser();
    for (let i = 0; i < 6; i++) await call(login, "POST", { body: { email, password: "wrong password 1" } });
    await reset(email, await resetCode(email));
    expect((await call(login, "POST", { body: { email, password: newPassword } })).status).toBe(200);
  });

  it("refuses weak new passwords before it spends the code", async () => {
    const { email } = await aRegisteredUser();
    const code = await resetCode(email);
    expect((await reset(email, code, "password1")).json.msg).toMatch(/^new_password: /);
    expect((await reset(email, code)).status).toBe(200);
  });

  it("wants code and new password together", async () => {
    const answer = await call(forgot, "POST", { body: { email: anEmail(), code: "123456" } });
    expect(answer.json.msg).toMatch(/^code: /);
  });
});
