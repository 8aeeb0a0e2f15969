import { describe, expect, it } from "vitest";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import { operations as adminReports } from "@/app/api/v1/admin/reports/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import { operations as adminStaff } from "@/app/api/v1/admin/staff/[[...path]]/route";
import type { OwnRoleView } from "@/lib/accounts/staff/roles/role-schema";
import { staffRoles } from "@/lib/accounts/staff/schema";
import type { AdminProduct } from "@/lib/catalogue/admin/schema";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { productsOfTest } from "../../support/builders/admin-products";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const { admin, create } = productsOfTest();
const seeCosts = { owner: true, manager: true, support: false, viewer: false } as const;

async function aClerk(areas: Record<string, string>) {
  const role = await admin.call<OwnRoleView>(adminStaff.createOwnRole, "POST", {
    body: { name: "Clerk", areas },
  });
  return aLoggedInAdmin({ role: "viewer", ownRoleId: role.data.id });
}

const costOf = async (code: string) => (await db().sku.findFirstOrThrow({ where: { code } })).costCents;

describe("costs and profit", () => {
  it.each(staffRoles)("are shown to a %s by a right of their own [C155]", async (role) => {
    const { id } = (await create()).data;
    const { headers } = await aLoggedInAdmin({ role });
    const as = { headers, params: { id: String(id) } };
    const { data } = await call<AdminProduct>(adminProducts.getAdminProduct, "GET", as);
    expect(data.skus[0]?.cost_price).toBe(seeCosts[role] ? "5.00" : undefined);
    const file = await call(adminProducts.exportProducts, "GET", { headers });
    expect(file.text.split("\n")[0]?.includes("cost_price")).toBe(seeCosts[role]);
    for (const report of [adminReports.getProfitReport, adminReports.exportOrderLines])
      expect((await call(report, "GET", { headers })).status).toBe(seeCosts[role] ? 200 : 403);
  });

  it("stay as they are when somebody who may not see them changes the goods", async () => {
    const { id } = (await create()).data;
    const { headers } = await aClerk({ catalogue: "write" });
    const params = { id: String(id) };
    const read = await call<AdminProduct>(adminProducts.getAdminProduct, "GET", { headers, params });
    const [first] = read.data.skus;
    const option = { id: first?.id, code: "STD", name: "Standard", price: "8.00" };
    for (const cost of [{}, { cost_price: null }, { cost_price: "1.00" }]) {
      const body = { skus: [{ ...option, ...cost }] };
      expect((await call(adminProducts.updateProduct, "PATCH", { headers, params, body })).status).toBe(200);
      expect(await costOf("STD")).toBe(500n);
    }
    const quick = { headers, params: { id: String(first?.id) }, body: { price: "7.00", cost_price: null } };
    expect((await call(adminSkus.updateSku, "PATCH", quick)).status).toBe(200);
    const csv = "slug,code,price,cost_price\na-game,STD,6.50,";
    const sent = await call(adminProducts.importProducts, "POST", { headers, body: { csv, mode: "all" } });
    expect(sent.status).toBe(200);
    expect(await db().sku.findFirstOrThrow({ where: { code: "STD" } })).toMatchObject({
      priceCents: 650n,
      costCents: 500n,
    });
    // A new option costs what its author says.
    const added = { skus: [option, { code: "NEW", name: "New", price: "3.00", cost_price: "1.00" }] };
    await call(adminProducts.updateProduct, "PATCH", { headers, params, body: added });
    expect(await costOf("NEW")).toBe(100n);
  });

  it("are opened to a role for reading alone", async () => {
    const { headers } = await aClerk({ catalogue: "read", profit: "read" });
    expect((await call(adminReports.getProfitReport, "GET", { headers })).status).toBe(200);
    const body = { name: "Other", areas: { profit: "write" } };
    expectRefusal(await admin.call(adminStaff.createOwnRole, "POST", { body }), 400, /profit/);
  });
});
