import { describe, expect, it } from "vitest";
import { operations as adminSamples } from "@/app/api/v1/admin/samples/[[...path]]/route";
import { operations as adminSettings } from "@/app/api/v1/admin/settings/[[...path]]/route";
import { db } from "@/lib/db/client";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { readFirstSteps } from "@/lib/operations/first-steps";
import { canRemoveSamples } from "@/lib/operations/remove-samples";
import { seedSampleShop } from "@/prisma/seed";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { order } from "../../support/builders/guest-orders";
import { addKeys, anAdmin, aProduct } from "../../support/builders/products";
import { expectStaffOnly, lastAudit } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { overrideConfig } from "../../support/harness/test-config";

const owner: Record<string, string> = {};

/** As `npm start` fills it: before anybody is hired. */
async function aSampleShop() {
  overrideConfig({ testGateway: "null", sampleShop: "true", "server.baseUrl": "http://localhost:8080" });
  await db().staff.deleteMany();
  expect(await seedSampleShop()).toBe(true);
  Object.assign(owner, (await aLoggedInAdmin({ role: "owner" })).headers);
}

const counts = async () =>
  Promise.all([
    db().product.count(),
    db().secret.count(),
    db().category.count(),
    db().post.count(),
    db().banner.count(),
    db().coupon.count(),
    db().memberLevel.count(),
  ]);

const remove = () => call(adminSamples.removeSamples, "DELETE", { headers: owner });

describe("the samples of a new shop", () => {
  it("leave name and currency open, and the first step can be done", async () => {
    await aSampleShop();
    const body = { site_name: "Mine", currency: "CNY" };
    expect((await call(adminSettings.updateSettings, "PATCH", { headers: owner, body })).status).toBe(200);
    expect((await readFirstSteps(await anAdmin())).name).toBe(true);
  });

  it("go in one act, once; settings, staff and levels stay", async () => {
    await aSampleShop();
    expect(await canRemoveSamples()).toBe(true);
    const both = await Promise.all([remove(), remove()]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both.map(({ data }) => data.deleted).sort()).toEqual([0, 12]);
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 3]);
    expect(await lastAudit()).toMatchObject({ action: "product.remove_samples" });
    expect(await canRemoveSamples()).toBe(false);
    expect((await checkShop()).filter(({ ok }) => !ok)).toEqual([]);
    expect(await seedSampleShop()).toBe(false);
  });

  it("are archived where somebody ordered, also an order that arrives at that moment", async () => {
    await aSampleShop();
    const [first, second] = await db().sku.findMany({
      where: {
        product: { autoSecretKind: "card_key", purchaseType: "guest" },
        stock: { available: { gt: 2 } },
      },
      distinct: ["productId"],
      orderBy: { id: "asc" },
      take: 2,
    });
    if (!first || !second) throw new Error("The sample has no goods of keys");
    await order(first);
    const [removed, late] = await Promise.all([remove(), order(second)]);
    expect(removed.status).toBe(200);
    expect(late.status).toBeLessThan(500);
    const kept = await db().product.findMany({ orderBy: { id: "asc" }, select: { id: true, status: true } });
    const ordered = [first.productId, ...(late.status < 300 ? [second.productId] : [])];
    expect(kept.map(({ id, status }) => [id, status])).toEqual(ordered.map((id) => [id, "archived"]));
    expect((await checkShop()).filter(({ ok }) => !ok)).toEqual([]);
  });

  it("go also beside goods of one's own, and one with keys of one's own stays whole", async () => {
    await aSampleShop();
    const sku = await db().sku.findFirstOrThrow({ where: { product: { autoSecretKind: "card_key" } } });
    await addKeys(sku.id, 1);
    const before = await db().secret.count({ where: { sku: { productId: sku.productId } } });
    const { product, sku: own } = await aProduct({ keys: 2 });
    expect(await canRemoveSamples()).toBe(true);
    expect((await remove()).data).toEqual({ deleted: 11, archived: 0 });
    const left = await db().product.findMany({ orderBy: { id: "asc" }, select: { id: true, status: true } });
    expect(left).toEqual([
      { id: sku.productId, status: "active" },
      { id: product.id, status: "active" },
    ]);
    expect(await db().secret.count({ where: { sku: { productId: sku.productId } } })).toBe(before);
    expect(await db().secret.count({ where: { skuId: own.id } })).toBe(2);
    expect(await canRemoveSamples()).toBe(false);
    expect((await checkShop()).filter(({ ok }) => !ok)).toEqual([]);
  });

  it("are removed by staff who may write the catalogue", async () => {
    await expectStaffOnly(adminSamples.removeSamples, "DELETE", {}, "viewer");
  });
});
