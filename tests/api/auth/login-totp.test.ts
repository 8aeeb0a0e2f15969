import { generateSync } from "otplib";
import { describe, expect, it } from "vitest";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { POST as loginTotp } from "@/app/api/v1/auth/login/totp/route";
import { GET as me } from "@/app/api/v1/me/route";
import { newTotpSecret, sealTotpSecret } from "@/lib/accounts/totp/totp";
import { replaceRecoveryCodes } from "@/lib/accounts/totp/use-second-factor";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { aRegisteredUser, goodPassword } from "../../support/builders/accounts";
import { call } from "../../support/harness/call";

async function aTotpUser() {
  const user = await aRegisteredUser();
  const secret = newTotpSecret();
  const totpSecretSealed = sealTotpSecret({ table: "users", id: user.id }, secret);
  await db().user.update({ where: { id: user.id }, data: { totpSecretSealed, totpEnabledAt: now() } });
  const recoveryCodes = await inTransaction((tx) => replaceRecoveryCodes(tx, user.id));
  const codeNow = () => generateSync({ secret, epoch: Math.floor(now().getTime() / 1000) });
  const wrong = () => (codeNow() === "000000" ? "111111" : "000000");
  return { user, secret, recoveryCodes, codeNow, wrong };
}

async function challengeFor(email: string): Promise<string> {
  const answer = await call<{ challenge_token: string }>(login, "POST", {
    body: { email, password: goodPassword },
  });
  return answer.data.challenge_token;
}

const prove = (body: unknown) => call<{ token: string; refresh_token: string }>(loginTotp, "POST", { body });

describe("POST /api/v1/auth/login/totp", () => {
  it("the log-in gives a challenge and no token, and the code turns it into tokens", async () => {
    const { user, codeNow } = await aTotpUser();
    const body = { email: user.email, password: goodPassword };
    const first = await call<Record<string, unknown>>(login, "POST", { body });
    expect(Object.keys(first.data).sort()).toEqual([
      "challenge_expires_at",
      "challenge_token",
      "requires_totp",
    ]);
    expect(first.data.requires_totp).toBe(true);
    const answer = await prove({ challenge_token: first.data.challenge_token, code: codeNow() });
    expect(answer.status).toBe(200);
    expect((await call(me, "GET", { token: answer.data.token })).data).toMatchObject({ totp_enabled: true });
  });

  it("the same code works once, one after the other and in parallel [A9]", async () => {
    const { user, codeNow } = await aTotpUser();
    const challenges = await Promise.all([
      challengeFor(user.email),
      challengeFor(user.email),
      challengeFor(user.email),
    ]);
    const code = codeNow();
    const [one, two] = await Promise.all(
      challenges.slice(0, 2).map((challenge_token) => prove({ challenge_token, code })),
    );
    expect([one?.status, two?.status].sort()).toEqual([200, 401]);
    const later = await prove({ challenge_token: challenges[2], code });
    expect(later.json).toMatchObject({ status_code: 40103, data: null });
  });

  it("a challenge takes five attempts, then asks for a new log-in even for the right code [A10]", async () => {
    const { user, codeNow, wrong } = await aTotpUser();
    const challenge_token = await challengeFor(user.email);
    for (let i = 0; i < 5; i++) expect((await prove({ challenge_token, code: wrong() })).status).toBe(401);
    expect((await prove({ challenge_token, code: codeNow() })).json.status_code).toBe(40103);
    const fresh = await challengeFor(user.email);
    expect((await prove({ challenge_token: fresh, code: codeNow() })).status).toBe(200);
  });

  it("new challenges do not buy endless attempts [A10]", async () => {
    const { user, wrong } = await aTotpUser();
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const challenge_token = await challengeFor(user.email);
      for (let i = 0; i < 5; i++) statuses.push((await prove({ challenge_token, code: wrong() })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429, 429]);
  });

  it("a challenge ends after five minutes and after its use [A10]", async () => {
    const { user, codeNow } = await aTotpUser();
    const old = await challengeFor(user.email);
    testClock.advance(301);
    expect((await prove({ challenge_token: old, code: codeNow() })).json.status_code).toBe(40103);
    const used = await challengeFor(user.email);
    expect((await prove({ challenge_token: used, code: codeNow() })).status).toBe(200);
    testClock.advance(31);
    expect((await prove({ challenge_token: used, code: codeNow() })).json.status_code).toBe(40103);
  });

  it("takes each recovery code once, in any spelling", async () => {
    const { user, recoveryCodes } = await aTotpUser();
    expect(new Set(recoveryCodes).size).toBe(10);
    const recovery_code = (recoveryCodes[3] ?? "").toLowerCase().replaceAll("-", " ");
    expect((await prove({ challenge_token: await challengeFor(user.email), recovery_code })).status).toBe(
      200,
    );
    expect((await prove({ challenge_token: await challengeFor(user.email), recovery_code })).status).toBe(
      401,
    );
    expect(await db().recoveryCode.count({ where: { usedAt: null } })).toBe(9);
  });

  it("refuses unknown and malformed challenges with the same code", async () => {
    for (const challenge_token of ["x", "A".repeat(43), "A".repeat(200)]) {
      expect((await prove({ challenge_token, code: "123456" })).json.status_code).toBe(40103);
    }
    expect((await prove({ challenge_token: "x" })).status).toBe(400);
    expect((await prove({ challenge_token: "x", code: "12345" })).json.msg).toMatch(/^code: /);
  });

  it("logs a wrong code as a failure of the account", async () => {
    const { user, wrong } = await aTotpUser();
    await prove({ challenge_token: await challengeFor(user.email), code: wrong() });
    expect(await db().loginLog.findMany()).toMatchObject([
      { userId: user.id, result: "failed", reason: "wrong_code" },
    ]);
  });
});
