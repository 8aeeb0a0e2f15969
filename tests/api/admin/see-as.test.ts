import { describe, expect, it } from "vitest";
import { POST as seeAs } from "@/app/admin/see-as/route";
import { operations as orders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { operations as session } from "@/app/api/v1/admin/session/[[...path]]/route";
import { operations as settings } from "@/app/api/v1/admin/settings/[[...path]]/route";
import { operations as staffRoutes } from "@/app/api/v1/admin/staff/[[...path]]/route";
import type { StaffRoleName } from "@/lib/acts/actor";
import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { call } from "../../support/harness/call";

type Staff = { headers: Record<string, string> };

const form = { "content-type": "application/x-www-form-urlencoded" };

/** Sends the form of the page. @returns the address it leads to, and the browser with the cookie that it got */
async function choose(staff: Staff, role: string, more: Record<string, string> = {}) {
  const { status, headers } = await call(seeAs, "POST", {
    headers: { ...staff.headers, ...form, ...more },
    raw: new URLSearchParams({ role }).toString(),
  });
  expect(status).toBe(303);
  const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
  const browser = { headers: { ...staff.headers, cookie: `${staff.headers.cookie}; ${cookie}` } };
  return { leadsTo: headers.get("location"), cookie, browser };
}

const aMember = async (role: StaffRoleName = "owner"): Promise<Staff & { id: number }> => {
  const { headers, staff } = await aLoggedInAdmin({ role });
  return { headers, id: staff.id };
};

const statusOf = async (
  staff: Staff,
  handler: Parameters<typeof call>[0],
  method = "GET",
  body?: unknown,
) => {
  const { status, headers } = await call(handler, method, { headers: staff.headers, body });
  return [status, headers.get("x-error-rule")];
};

describe("an owner who sees the admin as another role", () => {
  it.for([
    ["manager", 200, 200, 403],
    ["support", 200, 403, 403],
    ["viewer", 200, 403, 403],
  ] as const)("reads what a %s reads, and changes nothing [C171]", async ([role, order, shop, people]) => {
    const owner = await aMember();
    const { browser, leadsTo } = await choose(owner, role);
    expect(leadsTo).toBe("/admin");
    expect((await statusOf(browser, orders.listOrders))[0]).toBe(order);
    expect((await statusOf(browser, settings.getAdminSettings))[0]).toBe(shop);
    expect((await statusOf(browser, staffRoutes.listStaff))[0]).toBe(people);
    expect(await statusOf(browser, settings.updateSettings, "PATCH", { site_name: "Another" })).toEqual([
      403,
      "looking_changes_nothing",
    ]);
    expect((await statusOf(owner, staffRoutes.listStaff))[0]).toBe(200);
  });

  it("sees one that the shop made itself by its id, and is an owner again where it was deleted [C171]", async () => {
    const owner = await aMember();
    const { id } = await db().ownRole.create({
      data: { name: "Keys", permissions: ["stock:read"], createdAt: now(), updatedAt: now() },
    });
    const { browser } = await choose(owner, String(id));
    expect((await statusOf(browser, orders.listOrders))[0]).toBe(403);
    await db().ownRole.delete({ where: { id } });
    expect((await statusOf(browser, orders.listOrders))[0]).toBe(200);
  });

  it("ends it by a click, by logging out or in another session [C171]", async () => {
    const owner = await aMember();
    const { browser, cookie } = await choose(owner, "viewer");
    const again = await aMember();
    const elsewhere = { headers: { ...again.headers, cookie: `${again.headers.cookie}; ${cookie}` } };
    expect((await statusOf(elsewhere, staffRoutes.listStaff))[0]).toBe(200);
    expect((await choose(browser, "")).cookie).toMatch(/see-as=$/);
    expect((await statusOf(browser, session.endStaffSession, "DELETE"))[0]).toBe(200);
  });

  it.for(["manager", "support", "viewer"] as const)(
    "gives a %s who names another role no right that they lack [C171]",
    async (role) => {
      const member = await aMember(role);
      const { browser } = await choose(member, "owner");
      expect((await statusOf(browser, staffRoutes.listStaff))[0]).toBe(403);
    },
  );

  it.for(["nobody", "0", "99999999999", "owner; Path=/x", ""])(
    "stays where it was for a role that does not exist: %j [C171]",
    async (role) => {
      const { leadsTo } = await choose(await aMember(), role);
      expect(leadsTo).toBe("/admin/staff/roles");
    },
  );

  it("takes no form of another site, and none of somebody who is not logged in [C171]", async () => {
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const { leadsTo, cookie } = await choose(await aMember(), "viewer", foreign);
    expect([leadsTo, cookie]).toEqual(["/admin/login", ""]);
    expect((await choose({ headers: {} }, "viewer")).leadsTo).toBe("/admin/login");
  });
});
