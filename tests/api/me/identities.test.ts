import { describe, expect, it } from "vitest";
import { POST as logIn } from "@/app/api/v1/auth/login/route";
import { POST as unlink } from "@/app/api/v1/me/identities/[id]/remove/route";
import { POST as link, GET as list } from "@/app/api/v1/me/identities/route";
import { arrive } from "@/lib/accounts/identities/arrive";
import { findIntroduction, introduce, introductionSeconds } from "@/lib/accounts/identities/introductions";
import { signAccessToken } from "@/lib/accounts/sessions/access-token";
import { secondsFromNow, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aLoggedInUser, goodPassword, jobsOf } from "../../support/builders/accounts";
import { aLinkedUser, aPerson, linkOf, stranger } from "../../support/builders/login-providers";
import { aClient } from "../../support/builders/products";
import { call } from "../../support/harness/call";

describe("links of an account", () => {
  it("are made by its owner alone: a session that is older proves nothing [C193]", async () => {
    const { token, user } = await aLoggedInUser();
    testClock.set(secondsFromNow(60));
    const person = await aPerson();
    const introduction = await introduce(person);
    const ask = (further: object) =>
      call(link, "POST", { token, body: { introduction_token: introduction, ...further } });
    expect((await ask({})).headers.get("x-error-rule")).toBe("required");
    expect((await ask({ password: "not this one" })).headers.get("x-error-rule")).toBe("wrong_password");
    expect(await linkOf(person)).toBeNull();
    expect((await ask({ password: goodPassword })).status).toBe(200);
    expect((await linkOf(person))?.userId).toBe(user.id);
    expect(await jobsOf("account.security")).toEqual([
      expect.objectContaining({ userId: user.id, event: "identity_linked" }),
    ]);
  });

  it("count once: an introduction is spent, over after half an hour, and void with its provider [C193]", async () => {
    const { token } = await aLoggedInUser();
    const person = await aPerson();
    const spent = await introduce(person);
    const body = { introduction_token: spent, password: goodPassword };
    const both = await Promise.all([
      call(link, "POST", { token, body }),
      call(link, "POST", { token, body }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await introduce(await aPerson());
    const off = await aPerson();
    const withoutProvider = await introduce(off);
    await db().loginProvider.update({ where: { id: off.providerId }, data: { isEnabled: false } });
    expect(await findIntroduction(withoutProvider)).toBeNull();
    testClock.set(secondsFromNow(introductionSeconds + 1));
    expect(await findIntroduction(late)).toBeNull();
  });

  it("join no second account to a person, by whichever way [C193]", async () => {
    const { person } = await aLinkedUser();
    const other = await aLoggedInUser();
    const actor = { kind: "user" as const, userId: other.user.id, sessionId: other.session.id };
    await expect(arrive(person, { actor, client: aClient() })).rejects.toMatchObject({
      rule: "identity_taken",
    });
    const body = { introduction_token: await introduce(person), password: goodPassword };
    const answer = await call(link, "POST", { token: other.token, body });
    expect(answer.headers.get("x-error-rule")).toBe("identity_taken");
  });

  it("are removed after the password, by their owner alone, and open nothing any more [C193]", async () => {
    const { token, id, person, user } = await aLinkedUser();
    const ask = (body: object, by = token) =>
      call(unlink, "POST", { token: by, params: { id: String(id) }, body });
    expect((await ask({})).headers.get("x-error-rule")).toBe("required");
    const other = await aLoggedInUser();
    expect((await ask({ password: goodPassword }, other.token)).status).toBe(404);
    expect((await ask({ password: goodPassword })).status).toBe(200);
    const arrival = await arrive({ ...person, email: user.email }, stranger);
    expect(arrival.kind).toBe("introduced");
  });

  it("stay where nothing else opens the account [C193]", async () => {
    const person = await aPerson();
    const arrival = await arrive(person, stranger);
    if (arrival.kind !== "opened") throw new Error(arrival.kind);
    const made = await linkOf(person);
    const { token } = await signAccessToken({ userId: made?.userId ?? 0, sessionId: arrival.sessionId });
    const shown = await call<{ has_password: boolean; identities: { id: number }[] }>(list, "GET", { token });
    expect(shown.data.has_password).toBe(false);
    const ask = () =>
      call(unlink, "POST", { token, params: { id: String(shown.data.identities[0]?.id) }, body: {} });
    expect((await ask()).headers.get("x-error-rule")).toBe("last_way_in");
    const second = await aPerson();
    // Nobody can prove a password that there is not.
    testClock.set(secondsFromNow(60));
    const refused = await call(link, "POST", {
      token,
      body: { introduction_token: await introduce(second), password: goodPassword },
    });
    expect(refused.headers.get("x-error-rule")).toBe("no_password_yet");
    await db().linkedIdentity.create({
      data: {
        userId: made?.userId ?? 0,
        providerId: second.providerId,
        issuer: second.issuer,
        subject: second.subject,
        label: second.label,
      },
    });
    expect((await ask()).status).toBe(200);
  });

  it("are no password: an account that has none is opened by no word, not even an empty one", async () => {
    const person = await aPerson();
    await arrive(person, stranger);
    for (const password of ["", "x", goodPassword]) {
      const answer = await call(logIn, "POST", { body: { email: person.email, password } });
      expect([400, 401]).toContain(answer.status);
    }
  });
});
