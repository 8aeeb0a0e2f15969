import { describe, expect, it } from "vitest";
import { operations as customers } from "@/app/api/v1/admin/customers/[[...path]]/route";
import { operations as adminUsers } from "@/app/api/v1/admin/users/[[...path]]/route";
import { POST as login } from "@/app/api/v1/auth/login/route";
import { GET as me } from "@/app/api/v1/me/route";
import { permissionsIn } from "@/lib/acts/permissions";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import {
  aLoggedInAdmin,
  aLoggedInUser,
  aRegisteredUser,
  goodPassword,
  jobsOf,
} from "../../support/builders/accounts";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aProduct, aUser } from "../../support/builders/products";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
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
});

const guest = "guest@corner.example";

async function aGuestOrder() {
  const { sku } = await aProduct({ keys: 2 });
  const { orderId } = await anOrder({ sku, email: guest });
  await pay(orderId);
  return getOrder(orderId);
}

describe("a customer, with or without an account", () => {
  it("is found by the whole address, an order's number or an account's number [C201]", async () => {
    const { orderNo } = await aGuestOrder();
    const { sku } = await aProduct({ keys: 1 });
    const member = await aUser();
    const own = await getOrder((await anOrder({ sku, userId: member.id, email: member.email })).orderId);
    const find = async (search: string) =>
      (await admin.call(customers.findCustomer, "GET", { path: `/?search=${encodeURIComponent(search)}` }))
        .json.data;
    const asGuest = { user_id: null, email: guest };
    const asMember = { user_id: member.id, email: member.email };
    expect(await find(" Guest@Corner.example ")).toEqual(asGuest);
    expect(await find(orderNo.toLowerCase())).toEqual(asGuest);
    for (const search of [member.email, String(member.id), own.orderNo])
      expect(await find(search)).toEqual(asMember);
    for (const search of ["guest@corner.exampl", "999999", "K0000000000000000"])
      expect(await find(search)).toBeNull();
  });

  it("shows a guest's orders, words, payments and mails, each to whom may read it [C201]", async () => {
    const order = await aGuestOrder();
    await db().orderEvent.create({
      data: { orderId: order.id, kind: "problem", actor: "guest", data: { note: "The key is dead" } },
    });
    await db().mail.create({
      data: {
        kind: "order_delivered",
        recipient: guest,
        subject: "Your key",
        textSealed: new Uint8Array([1]),
        htmlSealed: new Uint8Array([1]),
        dedupeKey: "customers-test",
      },
    });
    const read = (headers: Record<string, string>) =>
      call(customers.readCustomer, "GET", { headers, path: `/?email=${guest}` });
    const { headers } = await aLoggedInAdmin();
    expect((await read(headers)).data).toMatchObject({
      totals: [{ currency: "USD", orders: 1, refunded: "0.00" }],
      recent: [{ order_no: order.orderNo }],
      messages: [{ order_no: order.orderNo, by: "buyer", text: "The key is dead", is_open: false }],
      payments: [],
      licenses: [],
      mails: [{ subject: "Your key", recipient: guest }],
    });
    const role = await db().ownRole.create({
      data: {
        name: "Mail desk",
        permissions: permissionsIn({ customers: "read" }),
        createdAt: now(),
        updatedAt: now(),
      },
    });
    const desk = await aLoggedInAdmin({ role: "viewer", ownRoleId: role.id });
    expect((await read(desk.headers)).data).toMatchObject({
      totals: null,
      recent: null,
      messages: null,
      payments: null,
      licenses: null,
      mails: [{ subject: "Your key" }],
    });
    await expectStaffOnly(customers.mergeCustomers, "POST", { body: { email: guest, into: "1" } }, "viewer");
    await expectStaffOnly(customers.previewMerge, "GET", { path: `/?email=${guest}&into=1` }, "viewer");
  });

  it("has a note and tags also as a guest, which no second writer overwrites unseen [C201]", async () => {
    await aGuestOrder();
    const write = (body: object) =>
      admin.call(customers.writeGuestCard, "PATCH", { body: { email: guest, ...body } });
    const seen = { note: "", tags: [] };
    expect((await write({ note: "Wants invoices", tags: ["company"], seen })).status).toBe(200);
    expect((await write({ note: "Pays late", seen })).status).toBe(409);
    const { data } = await admin.call(customers.getGuestCard, "GET", { path: `/?email=${guest}` });
    expect(data).toEqual({ email: guest, note: "Wants invoices", tags: ["company"], orders: 1 });
    expect(JSON.stringify(await lastAudit())).not.toMatch(/invoices|corner/);
  });

  it("is listed by a tag, once it has an account [C201]", async () => {
    const [vip] = [await aUser({ tags: ["vip"] }), await aUser()];
    const { data } = await admin.call<{ users: { id: number }[] }>(adminUsers.listUsers, "GET", {
      path: "/?tag=vip",
    });
    expect(data.users.map(({ id }) => id)).toEqual([vip.id]);
  });
});
