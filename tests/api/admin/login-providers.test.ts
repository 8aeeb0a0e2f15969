import { describe, expect, it } from "vitest";
import { operations } from "@/app/api/v1/admin/login-providers/[[...path]]/route";
import { operations as users } from "@/app/api/v1/admin/users/[[...path]]/route";
import { findOpenProvider } from "@/lib/accounts/identities/providers";
import type { AdminLoginProvider } from "@/lib/accounts/identities/schema";
import { addSeconds, now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { useResolver } from "@/lib/outgoing/guarded-agent";
import { aLoggedInUser, jobsOf } from "../../support/builders/accounts";
import { aLoginProvider } from "../../support/builders/login-providers";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest("owner");
const secret = "the secret of the shop at Google";
const given = {
  key: "google",
  name: "Google",
  issuer: "https://accounts.google.com",
  client_id: "shop.apps.example",
  secret,
  translations: { zh: { name: "谷歌" } },
};
const create = (body: Record<string, unknown> = {}) =>
  staff.call<AdminLoginProvider>(operations.createLoginProvider, "POST", { body: { ...given, ...body } });
const change = (id: number, body: Record<string, unknown>) =>
  staff.call<AdminLoginProvider>(operations.updateLoginProvider, "PATCH", {
    params: { id: String(id) },
    body,
  });

describe("/api/v1/admin/login-providers", () => {
  it("is for staff who may change settings, after a proof", async () => {
    const { id } = await aLoginProvider();
    const params = { id: String(id) };
    await expectStaffOnly(operations.listAdminLoginProviders, "GET", {}, "support");
    await expectStaffOnly(operations.createLoginProvider, "POST", { body: given }, "viewer");
    await expectStaffOnly(operations.updateLoginProvider, "PATCH", { params, body: { name: "x" } }, "viewer");
    await expectStaffOnly(operations.deleteLoginProvider, "DELETE", { params }, "viewer");
    await db().staffSession.updateMany({ data: { provedAt: addSeconds(now(), -3600) } });
    expect((await create()).headers.get("x-error-rule")).toBe("prove_first");
    expect((await change(id, { name: "x" })).headers.get("x-error-rule")).toBe("prove_first");
  });

  it("keeps the secret sealed and shows it nowhere [A22]", async () => {
    const made = await create();
    expect(made.status).toBe(200);
    expect(made.data).toMatchObject({
      key: "google",
      secret_set: true,
      scopes: "openid email profile",
      callback_url: "http://localhost:8080/api/auth/callback/google",
      is_enabled: true,
      accounts: 0,
    });
    expect(await findOpenProvider("google")).toMatchObject({ secret });
    const shown = await staff.call(operations.listAdminLoginProviders, "GET");
    const row = await db().loginProvider.findFirstOrThrow({ omit: { secretSealed: false } });
    expect(Buffer.from(row.secretSealed).includes(secret)).toBe(false);
    for (const text of [made.text, shown.text, JSON.stringify(await lastAudit())])
      expect(text).not.toContain(secret);
    expect(await lastAudit()).toMatchObject({
      action: "login_provider.create",
      target: `login_provider:${made.data.id}`,
      data: { name: "Google", issuer: given.issuer },
    });
  });

  it("sends a stored secret to no other issuer than that it was entered for [C194]", async () => {
    const { id } = (await create()).data;
    const moved = await change(id, { issuer: "https://another.example" });
    expect(moved.headers.get("x-error-rule")).toBe("credentials_again");
    expect((await change(id, { name: "Google accounts" })).status).toBe(200);
    expect(await findOpenProvider("google")).toMatchObject({ secret, issuer: given.issuer });
    expect((await change(id, { issuer: "https://another.example", secret: "another" })).status).toBe(200);
    expect(await findOpenProvider("google")).toMatchObject({ secret: "another" });
  });

  it.each([
    ["key", { key: "user" }, "slug_taken"],
    ["key", { key: "Staff" }, "provider_key"],
    ["issuer", { issuer: "ftp://provider.example" }, "issuer_address"],
    ["issuer", { issuer: "https://provider.example/?x=1" }, "issuer_address"],
    ["scopes", { scopes: "email" }, "provider_scopes"],
  ])("refuses the %s of %j", async (_, body, rule) => {
    expect((await create(body)).headers.get("x-error-rule")).toBe(rule);
  });

  it("refuses a key that another has, and what somebody else changed meanwhile", async () => {
    const { id } = (await create()).data;
    expect((await create()).headers.get("x-error-rule")).toBe("slug_taken");
    const stale = await change(id, { name: "Mine", seen: { name: "Theirs" } });
    expect(stale.headers.get("x-error-rule")).toBe("changed_by_other");
  });

  it("deletes a provider with its links, and says how many accounts it opened", async () => {
    const { id } = (await create()).data;
    const { user } = await aLoggedInUser();
    await db().linkedIdentity.create({
      data: { userId: user.id, providerId: id, issuer: given.issuer, subject: "1", label: "ann" },
    });
    const params = { id: String(id) };
    expect((await staff.call(operations.deleteLoginProvider, "DELETE", { params })).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ data: { name: "Google", accounts: 1 } });
    expect(await db().linkedIdentity.count({ where: { userId: user.id } })).toBe(0);
    expect((await staff.call(operations.deleteLoginProvider, "DELETE", { params })).status).toBe(404);
  });

  it("says what is wrong with an address where no provider answers [C195]", async () => {
    overrideConfig({ "interconnect.allowPrivateNetworks": "false" });
    const test = async (issuer: string) => {
      const { id } = await aLoginProvider({ issuer });
      const params = { id: String(id) };
      return (
        await staff.call<{ answers: boolean; problem: string }>(operations.testLoginProvider, "POST", {
          params,
        })
      ).data;
    };
    expect(await test("https://127.0.0.1")).toMatchObject({ answers: false });
    useResolver((_, done) => done(null, [{ address: "10.0.0.7", family: 4 }]));
    expect((await test("https://provider.example")).problem).toContain("private address");
    useResolver(null);
  });
});

describe("a customer's linked log-ins", () => {
  it("are seen by staff, who unlink them after a proof, and the owner hears of it [C110]", async () => {
    const { user, session } = await aLoggedInUser();
    const { id, name } = await aLoginProvider();
    await db().linkedIdentity.create({
      data: {
        userId: user.id,
        providerId: id,
        issuer: "https://x.example",
        subject: "1",
        label: "ann@x.example",
      },
    });
    const params = { id: String(user.id) };
    const shown = await staff.call<{ identities: unknown[] }>(users.getUserDetail, "GET", { params });
    expect(shown.data.identities).toEqual([
      expect.objectContaining({ provider: name, label: "ann@x.example" }),
    ]);
    const body = { remove_identities: true };
    expect((await staff.call(users.updateUser, "PATCH", { params, body })).status).toBe(200);
    expect(await db().linkedIdentity.count({ where: { userId: user.id } })).toBe(0);
    expect((await db().session.findUniqueOrThrow({ where: { id: session.id } })).revokedAt).not.toBeNull();
    expect(await jobsOf("account.security")).toEqual([
      expect.objectContaining({ event: "identities_reset" }),
    ]);
  });
});
