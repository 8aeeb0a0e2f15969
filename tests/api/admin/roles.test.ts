import { describe, expect, it } from "vitest";
import { operations as adminGiftCards } from "@/app/api/v1/admin/gift-cards/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { operations as adminSession } from "@/app/api/v1/admin/session/[[...path]]/route";
import { operations as adminStaff } from "@/app/api/v1/admin/staff/[[...path]]/route";
import { operations as adminStock } from "@/app/api/v1/admin/stock/[[...path]]/route";
import { operations as adminWallets } from "@/app/api/v1/admin/wallets/[[...path]]/route";
import type { OwnRoleView, RoleList } from "@/lib/accounts/staff/roles/role-schema";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { aProduct, aStaff, aUser } from "../../support/builders/products";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { type CallOptions, call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const owner = staffOfTest();

const night = { name: "Night shift", areas: { orders: "write", customers: "write", stock: "write" } };
const at = (id: number, body?: unknown): CallOptions => ({
  params: { role_id: String(id) },
  ...(body === undefined ? {} : { body }),
});

async function aRole(body: unknown = night): Promise<OwnRoleView> {
  const answer = await owner.call<OwnRoleView>(adminStaff.createOwnRole, "POST", { body });
  expect(answer.status).toBe(200);
  return answer.data;
}

async function aMemberWith(areas: Record<string, string>) {
  const { id } = await aRole({ name: `Role ${Object.keys(areas).join(" ")}`, areas });
  return { roleId: id, ...(await aLoggedInAdmin({ role: "viewer", ownRoleId: id })) };
}

describe("own roles of the staff", () => {
  it("are made, changed and deleted by owners only, and audited", async () => {
    await expectStaffOnly(adminStaff.createOwnRole, "POST", { body: night }, "manager");
    const made = await aRole();
    expect(made).toMatchObject({
      name: "Night shift",
      members: 0,
      areas: { orders: "write", money: "none" },
    });
    expect(await lastAudit()).toMatchObject({ action: "role.create", target: `role:${made.id}` });
    const changed = { name: "Day shift", areas: { orders: "read" } };
    await expectStaffOnly(adminStaff.updateOwnRole, "PUT", at(made.id, changed), "manager");
    expect((await owner.call(adminStaff.updateOwnRole, "PUT", at(made.id, changed))).data).toMatchObject({
      name: "Day shift",
      areas: { orders: "read", stock: "none" },
    });
    const late = { ...night, seen: { name: "Night shift", "areas.orders": "write" } };
    expectRefusal(
      await owner.call(adminStaff.updateOwnRole, "PUT", at(made.id, late)),
      409,
      /^name: has changed/,
      40906,
    );
    expect(await lastAudit()).toMatchObject({
      action: "role.update",
      data: { before: { name: "Night shift" }, after: { name: "Day shift", permissions: ["orders:read"] } },
    });
    await expectStaffOnly(adminStaff.deleteOwnRole, "DELETE", at(made.id), "manager");
    expect((await owner.call(adminStaff.deleteOwnRole, "DELETE", at(made.id))).status).toBe(200);
    expectRefusal(await owner.call(adminStaff.deleteOwnRole, "DELETE", at(made.id)), 404, "Role not found");
    expectRefusal(
      await owner.call(adminStaff.updateOwnRole, "PUT", at(made.id, changed)),
      404,
      "Role not found",
    );
  });

  it("refuse a taken name, unknown levels and the right to change the staff", async () => {
    await aRole();
    expectRefusal(
      await owner.call(adminStaff.createOwnRole, "POST", { body: night }),
      409,
      /^name: There is a role/,
      40906,
    );
    for (const areas of [
      { orders: "all" },
      { staff: "write" },
      { root: "write" },
      { orders: "read", order: "read" },
    ])
      expect(
        (await owner.call(adminStaff.createOwnRole, "POST", { body: { name: "X", areas } })).status,
      ).toBe(400);
    expect(await db().ownRole.count()).toBe(1);
  });

  it("are given to people, listed with them, and not deleted while somebody has them", async () => {
    const made = await aRole();
    const body = { email: "night@example.com", name: "Night", role: `own:${made.id}` };
    const created = await owner.call<{ id: number }>(adminStaff.createStaff, "POST", { body });
    expect(created.data).toMatchObject({ role: "viewer", own_role: { id: made.id, name: "Night shift" } });
    expectRefusal(
      await owner.call(adminStaff.deleteOwnRole, "DELETE", at(made.id)),
      409,
      /^Somebody has this role/,
      40906,
    );
    const { data } = await owner.call<RoleList>(adminStaff.listRoles, "GET");
    expect(data.own).toMatchObject([{ id: made.id, members: 1 }]);
    expect(data.fixed.find((each) => each.role === "viewer")).toMatchObject({ members: 0 });
    const params = { id: String(created.data.id) };
    const back = await owner.call(adminStaff.updateStaff, "PATCH", { params, body: { role: "support" } });
    expect(back.data).toMatchObject({ role: "support", own_role: null });
    expect((await owner.call(adminStaff.deleteOwnRole, "DELETE", at(made.id))).status).toBe(200);
    const gone = await owner.call(adminStaff.updateStaff, "PATCH", {
      params,
      body: { role: `own:${made.id}` },
    });
    expectRefusal(gone, 404, /Role not found/);
  });

  it("stay when they are given to somebody at the moment of their deletion", async () => {
    for (let round = 0; round < 5; round++) {
      const made = await aRole({ ...night, name: `Round ${round}` });
      const member = await aStaff({ role: "viewer" });
      const params = { id: String(member.id) };
      const [given, deleted] = await Promise.all([
        owner.call(adminStaff.updateStaff, "PATCH", { params, body: { role: `own:${made.id}` } }),
        owner.call(adminStaff.deleteOwnRole, "DELETE", at(made.id)),
      ]);
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([given.status, deleted.status]);
      const { ownRoleId } = await db().staff.findUniqueOrThrow({ where: { id: member.id } });
      expect(ownRoleId).toBe(given.status === 200 ? made.id : null);
    }
  });

  it("open only their areas, and a change counts at the next call", async () => {
    const { roleId, headers } = await aMemberWith({ orders: "read" });
    expect((await call(adminOrders.listOrders, "GET", { headers })).status).toBe(200);
    expectRefusal(await call(adminStaff.listStaff, "GET", { headers }), 403, /^Your role \(Role orders\)/);
    const session = await call<{ permissions: string[] }>(adminSession.getStaffSession, "GET", { headers });
    expect(session.data.permissions).toEqual(["orders:read"]);
    await owner.call(
      adminStaff.updateOwnRole,
      "PUT",
      at(roleId, { name: "Other", areas: { content: "write" } }),
    );
    expectRefusal(await call(adminOrders.listOrders, "GET", { headers }), 403, /^Your role \(Other\)/);
  });

  it("move no money and export nothing without the permission of its own", async () => {
    const open = {
      orders: "write",
      customers: "write",
      stock: "write",
      marketing: "write",
      payments: "write",
    };
    const { headers, roleId } = await aMemberWith(open);
    const { sku } = await aProduct({ keys: 1 });
    const user = await aUser();
    const card = { name: "Gifts", amount: "5.00", quantity: 1 };
    const keys = {
      headers,
      params: { sku_id: String(sku.id) },
      body: { status: "available", password: "x" },
    };
    const booking = {
      headers,
      params: { user_id: String(user.id) },
      body: { direction: "in", amount: "1.00", remark: "r", request_key: crypto.randomUUID() },
    };
    expectRefusal(await call(adminWallets.adjustBalance, "POST", booking), 403, /money:write/);
    expectRefusal(
      await call(adminGiftCards.createGiftCardBatch, "POST", { headers, body: card }),
      403,
      /money:write/,
    );
    expectRefusal(await call(adminStock.exportSecrets, "POST", keys), 403, /exports:write/);
    expectRefusal(await call(adminOrders.exportOrders, "GET", { headers }), 403, /exports:read/);
    const areas = { ...open, money: "write", exports: "write" };
    await owner.call(adminStaff.updateOwnRole, "PUT", at(roleId, { name: "All", areas }));
    expect((await call(adminWallets.adjustBalance, "POST", booking)).status).toBe(200);
    expect((await call(adminGiftCards.createGiftCardBatch, "POST", { headers, body: card })).status).toBe(
      200,
    );
    expect((await call(adminOrders.exportOrders, "GET", { headers })).status).toBe(200);
    expectRefusal(await call(adminStock.exportSecrets, "POST", keys), 400, /^password/);
  });

  it("leave a viewer without the export of buyers' addresses", async () => {
    await expectStaffOnly(adminOrders.exportOrders, "GET", {}, "viewer");
  });

  it("are held by the database to be no more than a viewer to an older version", async () => {
    const { id } = await aRole();
    await expect(aStaff({ role: "manager", ownRoleId: id })).rejects.toThrow(/staff_own_role_check/);
  });
});
