import { describe, expect, it } from "vitest";
import { POST as logIn } from "@/app/api/v1/auth/passkeys/route";
import { POST as startLogin } from "@/app/api/v1/auth/passkeys/start/route";
import { POST as remove } from "@/app/api/v1/me/passkeys/[id]/remove/route";
import { PUT as rename } from "@/app/api/v1/me/passkeys/[id]/route";
import { POST as add, GET as list } from "@/app/api/v1/me/passkeys/route";
import { POST as startAdding } from "@/app/api/v1/me/passkeys/start/route";
import { GET as me } from "@/app/api/v1/me/route";
import { passkeyChallengeSeconds } from "@/lib/accounts/passkeys/challenge";
import { newTotpSecret, sealTotpSecret } from "@/lib/accounts/totp/totp";
import { now, secondsFromNow, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aLoggedInUser, goodPassword, jobsOf } from "../../support/builders/accounts";
import { anAuthenticator, type Bent } from "../../support/fakes/authenticator";
import { call } from "../../support/harness/call";

const headers = { origin: "http://localhost:8080", host: "localhost:8080" };
interface Question {
  challenge: string;
  user: { id: string };
  rpId: string;
}

const startOf = (token: string) =>
  call<Question>(startAdding, "POST", { token, headers, body: { password: goodPassword } });
const question = async () => (await call<Question>(startLogin, "POST", { headers })).data;

const withSecondFactor = (id: number) =>
  db().user.update({
    where: { id },
    data: { totpEnabledAt: now(), totpSecretSealed: sealTotpSecret({ table: "users", id }, newTotpSecret()) },
  });

async function aPasskey() {
  const owner = await aLoggedInUser();
  const device = anAuthenticator();
  const { data } = await startOf(owner.token);
  const credential = device.create(data);
  const added = await call<{ id: number }>(add, "POST", {
    token: owner.token,
    headers,
    body: { name: "Phone", credential },
  });
  expect(added.status).toBe(200);
  return { ...owner, device, id: added.data.id, credential };
}
type Device = ReturnType<typeof anAuthenticator>;
const answerWith = (credential: ReturnType<Device["get"]>, sent: Record<string, string> = headers) =>
  call<{ token: string }>(logIn, "POST", { headers: sent, body: { credential } });

describe("a passkey logs in", () => {
  it("opens the same session as a password, also where the second factor is on, and is in the history", async () => {
    const { device, user } = await aPasskey();
    await withSecondFactor(user.id);
    const answer = await answerWith(device.get(await question(), { counter: 1 }));
    expect(answer.status).toBe(200);
    expect((await call(me, "GET", { token: answer.data.token })).data).toMatchObject({ id: user.id });
    const log = await db().loginLog.findFirstOrThrow({ where: { userId: user.id }, orderBy: { id: "desc" } });
    expect(log.result).toBe("success");
    expect(await db().passkey.findFirstOrThrow({ where: { userId: user.id } })).toMatchObject({
      counter: 1n,
      transports: ["internal"],
    });
  });

  it.each<[string, Bent]>([
    ["another origin", { origin: "https://evil.example" }],
    ["another host", { rpId: "evil.example" }],
    ["an unverified user", { isVerified: false }],
    ["another owner", { userHandle: Buffer.from("user:1000000").toString("base64url") }],
    ["an answer to another question", { type: "webauthn.create" }],
  ])("refuses %s", async (_, bent) => {
    const { device, user } = await aPasskey();
    expect((await answerWith(device.get(await question(), bent))).status).toBe(401);
    const log = await db().loginLog.findFirstOrThrow({ where: { userId: user.id }, orderBy: { id: "desc" } });
    expect(log.reason).toBe("passkey_refused");
    // The same device with nothing bent comes in: it was the bent member that was refused.
    expect((await answerWith(device.get(await question()))).status).toBe(200);
  });

  it("refuses a forged signature, a credential of nobody, and a challenge spent by a refused answer [C178]", async () => {
    const { device } = await aPasskey();
    const asked = await question();
    const right = device.get(asked);
    const forged = anAuthenticator().get(asked).response.signature;
    const answer = await answerWith({ ...right, response: { ...right.response, signature: forged } });
    expect(answer.headers.get("x-error-rule")).toBe("passkey_refused");
    expect((await answerWith(right)).status).toBe(401);
    const stranger = anAuthenticator();
    expect((await answerWith(stranger.get(await question(), { userHandle: "dXNlcjox" }))).status).toBe(401);
  });

  it("refuses a replay, also of two at once", async () => {
    const { device } = await aPasskey();
    const credential = device.get(await question());
    const statuses = await Promise.all([answerWith(credential), answerWith(credential)]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await answerWith(credential)).status).toBe(401);
  });

  it("refuses a challenge that is over, or that was asked for another purpose", async () => {
    const { device, token } = await aPasskey();
    const asked = await question();
    testClock.set(secondsFromNow(passkeyChallengeSeconds + 1));
    expect((await answerWith(device.get(asked))).status).toBe(401);
    const adding = await startOf(token);
    expect((await answerWith(device.get(adding.data))).status).toBe(401);
  });

  it("refuses a counter that goes back, and says that the passkey may be a copy", async () => {
    const { device } = await aPasskey();
    expect((await answerWith(device.get(await question(), { counter: 5 }))).status).toBe(200);
    const back = await answerWith(device.get(await question(), { counter: 5 }));
    expect(back.status).toBe(401);
    expect(back.headers.get("x-error-rule")).toBe("passkey_copied");
  });

  it("refuses a disabled account, and a page that is not the shop's", async () => {
    const { device, user } = await aPasskey();
    await db().user.update({ where: { id: user.id }, data: { status: "disabled" } });
    expect((await answerWith(device.get(await question()))).json.status_code).toBe(40301);
    for (const origin of ["https://evil.example", "http://192.0.2.1:8080"])
      expect((await call(startLogin, "POST", { headers: { ...headers, origin } })).status).toBe(403);
  });

  it("does not take the passkey of one host at another host of the shop [C177]", async () => {
    const { device } = await aPasskey();
    const other = { origin: "http://shop.localhost:8080", host: "shop.localhost:8080" };
    const asked = (await call<Question>(startLogin, "POST", { headers: other })).data;
    expect(asked.rpId).toBe("shop.localhost");
    const bent = { origin: other.origin, rpId: "shop.localhost" };
    expect((await answerWith(device.get(asked, bent), other)).status).toBe(401);
    expect((await answerWith(device.get(await question()), other)).status).toBe(401);
  });
});

describe("passkeys of an account", () => {
  it("are listed, renamed and removed by their owner alone, who hears of it by mail", async () => {
    const { id, token, device, user } = await aPasskey();
    const stranger = await aLoggedInUser();
    const params = { id: String(id) };
    expect(
      (await call(rename, "PUT", { token: stranger.token, params, body: { name: "Mine" } })).status,
    ).toBe(404);
    const named = await call(rename, "PUT", { token, params, body: { name: "Old phone" } });
    expect(named.data).toMatchObject({ id, name: "Old phone", host: "localhost", last_used_at: null });
    expect((await call(list, "GET", { token: stranger.token })).data).toEqual({ passkeys: [] });
    const body = { password: goodPassword };
    expect((await call(remove, "POST", { token, params, body: { password: "wrong one" } })).status).toBe(400);
    expect((await call(remove, "POST", { token: stranger.token, params, body })).status).toBe(404);
    expect((await call(remove, "POST", { token, params, body })).status).toBe(200);
    expect((await answerWith(device.get(await question()))).status).toBe(401);
    expect((await jobsOf("account.security")).filter((job) => job.userId === user.id)).toMatchObject([
      { event: "passkey_added" },
      { event: "passkey_removed" },
    ]);
  });

  it("are added after the password, once each, and with the second factor where it is on [C179]", async () => {
    const { token, user, device } = await aPasskey();
    const wrong = await call(startAdding, "POST", { token, headers, body: { password: "wrong one" } });
    expect(wrong.status).toBe(400);
    const again = await startOf(token);
    const twice = { name: "Twice", credential: device.create(again.data) };
    expect((await call(add, "POST", { token, headers, body: twice })).status).toBe(401);
    const stranger = await aLoggedInUser();
    const theirs = { name: "Theirs", credential: anAuthenticator().create((await startOf(token)).data) };
    expect((await call(add, "POST", { token: stranger.token, headers, body: theirs })).status).toBe(401);
    await withSecondFactor(user.id);
    expect((await startOf(token)).json.status_code).toBe(40103);
  });
});
