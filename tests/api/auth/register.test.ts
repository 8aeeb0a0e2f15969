import { describe, expect, it } from "vitest";
import { POST as sendCode } from "@/app/api/v1/auth/email/send-code/route";
import { POST as register } from "@/app/api/v1/auth/register/route";
import { GET as me } from "@/app/api/v1/me/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aRegisteredUser, goodPassword, jobsOf, sentCode, wrongCode } from "../../support/builders/accounts";
import { anEmail } from "../../support/builders/products";
import { call } from "../../support/harness/call";

interface LoggedIn {
  token: string;
  refresh_token: string;
  expires_at: string;
  user: { id: number; email: string; nickname: string };
}

async function codeFor(email: string): Promise<string> {
  await call(sendCode, "POST", { body: { email, purpose: "register" } });
  const code = await sentCode(email, "register");
  if (!code) throw new Error("No code was sent");
  return code;
}

describe("POST /api/v1/auth/register", () => {
  it("creates the account with the mailed code and logs in at once", async () => {
    const email = anEmail();
    const code = await codeFor(email);
    const answer = await call<LoggedIn>(register, "POST", {
      body: { email, code, password: goodPassword, nickname: "Ada" },
    });
    expect(answer.json).toMatchObject({
      status_code: 0,
      msg: "success",
      data: { user: { email, nickname: "Ada" } },
    });
    expect(Object.keys(answer.json)).toEqual(["status_code", "msg", "data", "request_id"]);
    const mine = await call<{ email: string; totp_enabled: boolean }>(me, "GET", {
      token: answer.data.token,
    });
    expect(mine.data).toMatchObject({ email, totp_enabled: false, member_level: null });
  });

  it("stores an argon2id string and nothing of the password [A1]", async () => {
    const email = anEmail();
    await call(register, "POST", { body: { email, code: await codeFor(email), password: goodPassword } });
    const [row] = await db().$queryRaw<
      { password_hash: string }[]
    >`SELECT password_hash FROM users WHERE email = ${email}`;
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("writes one address however it is spelled", async () => {
    const code = await codeFor("  GRÜN@Bücher.Example ");
    const body = { email: "gru\u0308n@BÜCHER.example", code, password: goodPassword };
    const answer = await call<LoggedIn>(register, "POST", { body });
    expect(answer.data.user.email).toBe("grün@xn--bcher-kva.example");
  });

  it("refuses a wrong code and after five attempts the right one too [A6]", async () => {
    const email = anEmail();
    const code = await codeFor(email);
    for (let attempt = 0; attempt < 5; attempt++) {
      const answer = await call(register, "POST", {
        body: { email, code: wrongCode(code), password: goodPassword },
      });
      expect(answer.json).toMatchObject({ status_code: 40002, data: null });
      expect(answer.status).toBe(400);
    }
    const sixth = await call(register, "POST", { body: { email, code, password: goodPassword } });
    expect(sixth.json.status_code).toBe(40002);
    expect(await db().user.count()).toBe(0);
  });

  it("lets one of two parallel uses of one code succeed [A6]", async () => {
    const email = anEmail();
    const code = await codeFor(email);
    const body = { email, code, password: goodPassword };
    const answers = await Promise.all([call(register, "POST", { body }), call(register, "POST", { body })]);
    expect(answers.map((answer) => answer.status).sort()).not.toEqual([200, 200]);
    expect(await db().user.count()).toBe(1);
  });

  it("refuses the code after ten minutes [A6]", async () => {
    const email = anEmail();
    const code = await codeFor(email);
    testClock.advance(601);
    const answer = await call(register, "POST", { body: { email, code, password: goodPassword } });
    expect(answer.json.status_code).toBe(40002);
  });

  it("tells only the reader of the mailbox that an address is taken", async () => {
    const { email } = await aRegisteredUser();
    const code = await codeFor(email);
    const guess = await call(register, "POST", {
      body: { email, code: wrongCode(code), password: goodPassword },
    });
    expect(guess.json.status_code).toBe(40002);
    const right = await call(register, "POST", { body: { email, code, password: goodPassword } });
    expect(right.status).toBe(409);
    expect(right.json).toMatchObject({ status_code: 40904, data: null });
  });

  it("refuses short, long and leaked passwords and names the field", async () => {
    const email = anEmail();
    const code = await codeFor(email);
    const refuse = async (password: string) => {
      const answer = await call(register, "POST", { body: { email, code, password } });
      expect(answer.status).toBe(400);
      expect(answer.json.msg).toMatch(/^password: /);
    };
    await refuse("short12");
    await refuse("x".repeat(129));
    await refuse("password1");
    await refuse("iloveyou1");
    await refuse(email);
    await refuse("aaaaaaaaaaaa");
    expect((await call(register, "POST", { body: { email, code, password: goodPassword } })).status).toBe(
      200,
    );
  });

  it("ignores members that are not its own [A26]", async () => {
    const email = anEmail();
    const body = {
      email,
      code: await codeFor(email),
      password: goodPassword,
      role: "owner",
      member_level_id: 1,
      spent_cents: 9,
    };
    await call(register, "POST", { body });
    const user = await db().user.findUniqueOrThrow({ where: { email } });
    expect(user).toMatchObject({ memberLevelId: null, spentCents: 0n, status: "active" });
  });

  it("gives the default member level", async () => {
    const level = await db().memberLevel.create({ data: { slug: "basic", name: "Basic", isDefault: true } });
    const email = anEmail();
    const body = { email, code: await codeFor(email), password: goodPassword };
    const answer = await call(register, "POST", { body });
    expect(answer.data).toMatchObject({ user: { member_level: { id: level.id, slug: "basic" } } });
  });

  it("is closed when the operator switches registration off", async () => {
    await db().setting.create({ data: { key: "features", value: { registration: false } } });
    const email = anEmail();
    const answer = await call(register, "POST", { body: { email, code: "123456", password: goodPassword } });
    expect(answer.status).toBe(403);
    expect(answer.json.status_code).toBe(40303);
    const code = await call(sendCode, "POST", { body: { email, purpose: "register" } });
    expect(code.json.status_code).toBe(40303);
    expect(await jobsOf("account.code")).toEqual([]);
  });

  it("answers malformed bodies in the envelope", async () => {
    const bodies = [
      {},
      { email: "a@b" },
      { email: "a@b.example\r\nBcc: x@y.example", code: "123456", password: goodPassword },
      { email: ["a@b.example"] },
    ];
    for (const body of bodies) {
      const answer = await call(register, "POST", { body });
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ status_code: 400, data: null });
    }
  });
});
