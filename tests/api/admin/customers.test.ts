import { describe, expect, it } from "vitest";
import { operations as adminUsers } from "@/app/api/v1/admin/users/[[...path]]/route";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { GET as me } from "@/app/api/v1/me/route";
import { permissionsIn } from "@/lib/acts/permissions";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { hasGuestOrders } from "@/lib/orders/staff/admin-queries";
import {
  aLoggedInAdmin,
  aLoggedInUser,
  aRegisteredUser,
  goodPassword,
  jobsOf,
} from "../../support/builders/accounts";
import { anOrder } from "../../support/builders/orders";
import { aProduct, aUser } from "../../support/builders/products";
import { lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";

const admin = staffOfTest();

const change = (userId: number, body: object) =>
  admin.call<{ new_password?: string }>(adminUsers.updateUser, "PATCH", {
    params: { id: String(userId) },
    body: { ...body },
  });

const withFactor = () => ({ totpEnabledAt: now(), totpSecretSealed: new Uint8Array([1]) });

const logIn = (email: string, password: string) => call(login, "POST", { body: { email, password } });

describe("a customer's account", () => {
  it("gets a new password from staff: the old one and all sessions end, a second factor stays, its owner is told [C110]", async () => {
    const { user, token } = await aLoggedInUser(withFactor());
    const { data } = await change(user.id, { reset_password: true });
    expect(data.new_password).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
    expect((await call(me, "GET", { token })).status).toBe(401);
    expect((await logIn(user.email, goodPassword)).status).toBe(401);
    // Right, and then the second factor is asked for.
    expect((await logIn(user.email, data.new_password ?? "")).text).toContain("challenge");
    expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).totpEnabledAt).not.toBeNull();
    expect(await jobsOf("account.security")).toMatchObject([
      { userId: user.id, event: "password_reset", ip: null, userAgent: null },
    ]);
    const audit = await lastAudit();
    expect(audit).toMatchObject({ action: "user.update", data: { reset_password: true } });
    expect(JSON.stringify(audit)).not.toContain(data.new_password);
  });

  it("is told by mail that staff took its second factor away, and not where they sit [C110]", async () => {
    const user = await aUser(withFactor());
    await change(user.id, { reset_totp: true });
    expect(await jobsOf("account.security")).toMatchObject([{ event: "totp_reset", ip: null }]);
  });

  it("loses its passkeys and sessions when staff remove them, and is told by mail [C110]", async () => {
    const { user, token } = await aLoggedInUser();
    await db().passkey.create({
      data: {
        userId: user.id,
        credentialId: new Uint8Array([1, 2, 3]),
        publicKey: new Uint8Array([4]),
        counter: 0n,
        rpId: "localhost",
        name: "Phone",
        isSynced: false,
        createdAt: now(),
      },
    });
    const { data } = await admin.call<{ passkeys: number }>(adminUsers.getUserDetail, "GET", {
      params: { id: String(user.id) },
    });
    expect(data.passkeys).toBe(1);
    await change(user.id, { remove_passkeys: true });
    expect(await db().passkey.count({ where: { userId: user.id } })).toBe(0);
    expect((await call(me, "GET", { token })).status).toBe(401);
    expect(await jobsOf("account.security")).toMatchObject([{ event: "passkeys_reset", ip: null }]);
  });

  it("opens its balance by its password: who may not move money makes none [C110]", async () => {
    const user = await aRegisteredUser();
    const role = await db().ownRole.create({
      data: {
        name: "Desk",
        permissions: permissionsIn({ customers: "write" }),
        createdAt: now(),
        updatedAt: now(),
      },
    });
    const desk = await aLoggedInAdmin({ role: "viewer", ownRoleId: role.id });
    const asDesk = (body: object) =>
      call(adminUsers.updateUser, "PATCH", {
        headers: desk.headers,
        params: { id: String(user.id) },
        body: { ...body },
      });
    expect((await asDesk({ reset_password: true })).status).toBe(403);
    expect((await logIn(user.email, goodPassword)).status).toBe(200);
    expect((await asDesk({ note: "called" })).status).toBe(200);
  });

  it("has a note of staff that no second writer overwrites unseen and no log keeps [C110]", async () => {
    const user = await aUser();
    expect((await change(user.id, { note: "Calls at night", seen: { note: "" } })).status).toBe(200);
    expect((await lastAudit())?.data).toEqual({ note: true });
    expect((await change(user.id, { note: "Pays late", seen: { note: "" } })).status).toBe(409);
    const { data } = await admin.call(adminUsers.getUserDetail, "GET", { params: { id: String(user.id) } });
    expect(data).toMatchObject({ note: "Calls at night" });
    const list = await admin.call(adminUsers.listUsers, "GET");
    expect(list.text).not.toContain("Calls at night");
  });

  it("is no account: a guest is found by the beginning of the address", async () => {
    const { sku } = await aProduct({ keys: 1 });
    await anOrder({ sku, email: "guest@corner.example" });
    expect(await hasGuestOrders(" Guest@corner")).toBe(true);
    expect(await hasGuestOrders("guest@_orner")).toBe(false);
  });
});
