import { generateSync } from "otplib";
import { describe, expect, it } from "vitest";
import { POST as sendCode } from "@/app/api/v1/auth/email/send-code/route";
import { POST as registerIntroduced } from "@/app/api/v1/auth/introductions/route";
import { POST as logIn } from "@/app/api/v1/auth/login/route";
import { POST as logInTotp } from "@/app/api/v1/auth/login/totp/route";
import { GET as listProviders } from "@/app/api/v1/auth/providers/route";
import { POST as link } from "@/app/api/v1/me/identities/route";
import { arrive } from "@/lib/accounts/identities/arrive";
import { findIntroduction, hasOwner, introduce } from "@/lib/accounts/identities/introductions";
import { newTotpSecret, sealTotpSecret } from "@/lib/accounts/totp/totp";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aRegisteredUser, goodPassword, sentCode, wrongCode } from "../../support/builders/accounts";
import {
  aLinkedUser,
  aLoginProvider,
  aPerson,
  linkOf,
  stranger,
} from "../../support/builders/login-providers";
import { anEmail } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const closeRegistration = () =>
  db().setting.create({ data: { key: "features", value: { registration: false } } });

describe("somebody whom a log-in provider names", () => {
  it("gets an account with the proven address, and the same one the next time [C192]", async () => {
    const person = await aPerson();
    const first = await arrive(person, stranger);
    expect(first.kind).toBe("opened");
    const made = await linkOf(person);
    expect(made?.user).toMatchObject({ email: person.email, nickname: "Ann" });
    expect((await arrive({ ...person, email: anEmail() }, stranger)).kind).toBe("opened");
    expect(await db().session.count({ where: { userId: made?.userId ?? 0 } })).toBe(2);
    const log = await db().loginLog.findMany({ where: { userId: made?.userId ?? 0 } });
    expect(log.map(({ via, result }) => [via, result])).toEqual([
      [person.via, "success"],
      [person.via, "success"],
    ]);
  });

  it("is one account also when two windows come at once", async () => {
    const person = await aPerson();
    const arrivals = await Promise.all([
      arrive(person, stranger),
      arrive(person, stranger),
      arrive(person, stranger),
    ]);
    expect(arrivals.map(({ kind }) => kind)).toEqual(["opened", "opened", "opened"]);
    expect(await db().user.count({ where: { email: person.email ?? "" } })).toBe(1);
  });

  it("never opens an account by its address: the owner logs in first [C192]", async () => {
    const owner = await aRegisteredUser();
    const person = await aPerson({ email: owner.email });
    const arrival = await arrive(person, stranger);
    if (arrival.kind !== "introduced") throw new Error(arrival.kind);
    const introduction = await findIntroduction(arrival.token);
    expect(introduction && (await hasOwner(introduction))).toBe(true);
    expect(await linkOf(person)).toBeNull();
    const { token } = (
      await call<{ token: string }>(logIn, "POST", { body: { email: owner.email, password: goodPassword } })
    ).data;
    // The log-in since is proof enough.
    const linked = await call(link, "POST", { token, body: { introduction_token: arrival.token } });
    expect(linked.status).toBe(200);
    expect(await arrive(person, stranger)).toMatchObject({ kind: "opened" });
    expect((await linkOf(person))?.userId).toBe(owner.id);
  });

  it.each([
    ["has no address", { email: null, isProven: false }],
    ["has an address that the provider does not prove", { isProven: false }],
  ])("confirms an address by mail where the provider %s [C192]", async (_, change) => {
    const person = await aPerson(change);
    const arrival = await arrive(person, stranger);
    if (arrival.kind !== "introduced") throw new Error(arrival.kind);
    const email = person.email ?? anEmail();
    await call(sendCode, "POST", { body: { email, purpose: "register" } });
    const code = await sentCode(email, "register");
    const ask = (given: string | null) =>
      call(registerIntroduced, "POST", {
        body: { introduction_token: arrival.token, email, code: given },
      });
    expect((await ask(wrongCode(code))).json.status_code).toBe(40002);
    expect((await ask(code)).status).toBe(200);
    expect((await linkOf(person))?.user).toMatchObject({ email, nickname: "Ann" });
    expect((await arrive(person, stranger)).kind).toBe("opened");
    expect((await ask(code)).headers.get("x-error-rule")).toBe("introduction_over");
  });

  it("does not take an address that has an account, though its code was right [C192]", async () => {
    const owner = await aRegisteredUser();
    const person = await aPerson({ email: null, isProven: false });
    const token = await introduce(person);
    await call(sendCode, "POST", { body: { email: owner.email, purpose: "register" } });
    const code = await sentCode(owner.email, "register");
    const answer = await call(registerIntroduced, "POST", {
      body: { introduction_token: token, email: owner.email, code },
    });
    expect(answer.headers.get("x-error-rule")).toBe("email_taken_link");
    expect(await linkOf(person)).toBeNull();
    expect(await findIntroduction(token)).not.toBeNull();
  });

  it("is asked for the second factor that is on [C191]", async () => {
    const { user, person } = await aLinkedUser();
    const secret = newTotpSecret();
    const totpSecretSealed = sealTotpSecret({ table: "users", id: user.id }, secret);
    await db().user.update({ where: { id: user.id }, data: { totpSecretSealed, totpEnabledAt: now() } });
    const before = await db().session.count({ where: { userId: user.id } });
    const arrival = await arrive(person, stranger);
    if (arrival.kind !== "challenge") throw new Error(arrival.kind);
    expect(await db().session.count({ where: { userId: user.id } })).toBe(before);
    const code = generateSync({ secret, epoch: Math.floor(now().getTime() / 1000) });
    const answer = await call(logInTotp, "POST", { body: { challenge_token: arrival.token, code } });
    expect(answer.status).toBe(200);
    const log = await db().loginLog.findFirst({ where: { userId: user.id }, orderBy: { id: "desc" } });
    expect(log).toMatchObject({ result: "success", via: person.via });
  });

  it("is refused where the account is disabled, and the history says by which provider", async () => {
    const { user, person } = await aLinkedUser();
    await db().user.update({ where: { id: user.id }, data: { status: "disabled" } });
    await expect(arrive(person, stranger)).rejects.toMatchObject({ kind: "account_disabled" });
    const log = await db().loginLog.findFirst({ where: { userId: user.id }, orderBy: { id: "desc" } });
    expect(log).toMatchObject({ reason: "disabled", via: person.via });
  });

  it("gets no account while registration is off, but an owner may still link [C192]", async () => {
    await closeRegistration();
    const person = await aPerson();
    await expect(arrive(person, stranger)).rejects.toMatchObject({ rule: "registration_off" });
    const token = await introduce(person);
    const body = { introduction_token: token, email: anEmail(), code: "123456" };
    expect((await call(registerIntroduced, "POST", { body })).json.status_code).toBe(40303);
    const owner = await aRegisteredUser();
    expect((await arrive({ ...person, email: owner.email }, stranger)).kind).toBe("introduced");
  });

  it("is another person under another issuer, though the subject is the same [C191]", async () => {
    const { person } = await aLinkedUser();
    const other = await arrive({ ...person, issuer: "https://another.example", email: anEmail() }, stranger);
    expect(other.kind).toBe("opened");
    expect(await db().linkedIdentity.count({ where: { subject: person.subject } })).toBe(2);
  });
});

describe("GET /api/v1/auth/providers", () => {
  it("names those that are switched on, by the reader's names, and no secret", async () => {
    const shown = await aLoginProvider({ translations: { zh: { name: "谷歌" } } });
    const hidden = await aLoginProvider({ isEnabled: false });
    const answer = await call<{ login_providers: { key: string; name: string }[] }>(listProviders, "GET", {
      path: "/api/v1/auth/providers?lang=zh",
    });
    const keys = answer.data.login_providers.map(({ key }) => key);
    expect(keys).toContain(shown.key);
    expect(keys).not.toContain(hidden.key);
    expect(answer.data.login_providers.find(({ key }) => key === shown.key)?.name).toBe("谷歌");
    expect(answer.text).not.toMatch(/secret|client/);
  });
});
