import { describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { POST as logout } from "@/app/api/v1/auth/logout/route";
import { POST as refresh } from "@/app/api/v1/auth/refresh/route";
import { GET as me } from "@/app/api/v1/me/route";
import { adoptSession } from "@/lib/accounts/sessions/refresh-session";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aRegisteredUser, goodPassword } from "../../support/builders/accounts";
import { aClient } from "../../support/builders/products";
import { call } from "../../support/harness/call";

interface Tokens {
  token: string;
  refresh_token: string;
  refresh_expires_at: string;
}

async function aLogin(): Promise<Tokens & { email: string }> {
  const { email } = await aRegisteredUser();
  const answer = await call<Tokens>(login, "POST", { body: { email, password: goodPassword } });
  return { ...answer.data, email };
}

const renew = (refresh_token: string) => call<Tokens>(refresh, "POST", { body: { refresh_token } });
const isAlive = async (token: string) => (await call(me, "GET", { token })).status === 200;

describe("POST /api/v1/auth/refresh", () => {
  it("gives new tokens whose session ends when it would have ended", async () => {
    const first = await aLogin();
    testClock.advance(3600);
    const second = await renew(first.refresh_token);
    expect(second.json).toMatchObject({ status_code: 0, msg: "success" });
    expect(second.data.refresh_token).not.toBe(first.refresh_token);
    expect(second.data.refresh_expires_at).toBe(first.refresh_expires_at);
    expect(await isAlive(second.data.token)).toBe(true);
  });

  it("an access token that has expired says so with a code of its own, and can be renewed [A14]", async () => {
    const first = await aLogin();
    testClock.advance(15 * 60 + 1);
    const expired = await call(me, "GET", { token: first.token });
    expect([expired.status, expired.json.status_code]).toEqual([401, 40101]);
    expect((await renew(first.refresh_token)).status).toBe(200);
  });

  it("ten parallel refreshes end in one successor and every client alive [A14]", async () => {
    const first = await aLogin();
    const answers = await Promise.all(Array.from({ length: 10 }, () => renew(first.refresh_token)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map((answer) => answer.data.refresh_token)).size).toBe(1);
    for (const answer of answers) expect(await isAlive(answer.data.token)).toBe(true);
    expect(await db().refreshToken.count()).toBe(2);
    expect((await renew(answers[0]?.data.refresh_token ?? "")).status).toBe(200);
  });

  it("the direct parent gets the same successor for ten seconds [A14]", async () => {
    const first = await aLogin();
    const second = await renew(first.refresh_token);
    testClock.advance(9);
    expect((await renew(first.refresh_token)).data.refresh_token).toBe(second.data.refresh_token);
  });

  it("a parent after the grace ends the session and is logged [A14]", async () => {
    const first = await aLogin();
    const second = await renew(first.refresh_token);
    testClock.advance(11);
    const reused = await renew(first.refresh_token);
    expect([reused.status, reused.json.status_code, reused.json.data]).toEqual([401, 40102, null]);
    expect((await renew(second.data.refresh_token)).json.status_code).toBe(40102);
    expect(await isAlive(second.data.token)).toBe(false);
    expect(await db().loginLog.findFirst({ where: { reason: "refresh_reuse" } })).toMatchObject({
      result: "failed",
    });
  });

  it("a grandparent within the grace ends the session too [A14]", async () => {
    const first = await aLogin();
    const second = await renew(first.refresh_token);
    const third = await renew(second.data.refresh_token);
    expect((await renew(first.refresh_token)).json.status_code).toBe(40102);
    expect(await isAlive(third.data.token)).toBe(false);
  });

  it("stores only hashes", async () => {
    const first = await aLogin();
    const second = await renew(first.refresh_token);
    const [dump] = await db().$queryRaw<{ text: string }[]>`
      SELECT string_agg(t::text, ' ') || (SELECT string_agg(s::text, ' ') FROM sessions s) AS text FROM refresh_tokens t`;
    for (const token of [first.refresh_token, second.data.refresh_token])
      expect(dump?.text).not.toContain(token);
  });

  it("ends after thirty days", async () => {
    const first = await aLogin();
    testClock.advance(30 * 24 * 3600 + 1);
    expect((await renew(first.refresh_token)).json.status_code).toBe(40102);
  });

  it("refuses the tokens of a disabled user [A15]", async () => {
    const first = await aLogin();
    await db().user.update({ where: { email: first.email }, data: { status: "disabled" } });
    expect(await isAlive(first.token)).toBe(false);
    expect((await renew(first.refresh_token)).json.status_code).toBe(40102);
  });

  it("refuses unknown and malformed tokens", async () => {
    for (const token of ["x", "A".repeat(43)]) expect((await renew(token)).json.status_code).toBe(40102);
    expect((await call(refresh, "POST", { body: {} })).json).toMatchObject({
      status_code: 400,
      msg: "refresh_token: is required",
    });
  });

  it("a token given up for the browser's cookie cannot be used again", async () => {
    const first = await aLogin();
    const adopted = await adoptSession(first.refresh_token, aClient());
    expect(await isAlive(first.token)).toBe(true);
    expect((await renew(first.refresh_token)).json.status_code).toBe(40102);
    expect(await isAlive(first.token)).toBe(true);
    testClock.advance(11);
    expect((await renew(first.refresh_token)).json.status_code).toBe(40102);
    const session = await db().session.findUniqueOrThrow({ where: { id: adopted.sessionId } });
    expect(session.revokedReason).toBe("refresh_reuse");
  });
});

describe("POST /api/v1/auth/logout", () => {
  it("ends the session at once: access token, refresh token and all", async () => {
    const first = await aLogin();
    const answer = await call(logout, "POST", { token: first.token });
    expect(answer.data).toEqual({ logged_out: true });
    expect(await isAlive(first.token)).toBe(false);
    expect((await renew(first.refresh_token)).json.status_code).toBe(40102);
  });

  it("takes the refresh token of a client whose access token has expired", async () => {
    const first = await aLogin();
    testClock.advance(3600);
    expect((await call(logout, "POST", { body: { refresh_token: first.refresh_token } })).status).toBe(200);
    expect((await renew(first.refresh_token)).json.status_code).toBe(40102);
  });

  it("refuses who is not logged in", async () => {
    expect((await call(logout, "POST", { body: {} })).status).toBe(401);
  });
});
