import { beforeEach, describe, expect, it } from "vitest";
import { tellOfStock } from "@/lib/catalogue/stock-notices/tell-of-stock";
import { db } from "@/lib/db/client";
import { purgeExpired } from "@/lib/db/purge-expired";
import { openMail } from "@/lib/notifications/mails/mail-seal";
import { addKeys, anEmail, aProduct, aSku } from "../../support/builders/products";
import { overrideConfig } from "../../support/harness/test-config";

beforeEach(() => overrideConfig({ "mail.smtpUrl": "smtp://127.0.0.1:9" }));

/** Addresses in the order in which they asked. */
async function people(skuId: number, count: number, locale = "en"): Promise<string[]> {
  const emails = Array.from({ length: count }, () => anEmail());
  await db().stockNotice.createMany({ data: emails.map((email) => ({ skuId, email, locale })) });
  return emails;
}

const told = async () => {
  const rows = await db().mail.findMany({ where: { kind: "stock_back" }, orderBy: { id: "asc" } });
  return rows.map(({ recipient }) => recipient);
};
const waiting = async (skuId: number) => db().stockNotice.count({ where: { skuId } });

describe("telling people that an option has stock again", () => {
  it("sends no mail while there is no stock", async () => {
    const { sku } = await aProduct();
    await people(sku.id, 2);
    await tellOfStock();
    expect([await told(), await waiting(sku.id)]).toEqual([[], 2]);
  });

  it("tells in each run no more people than could buy, in the order in which they asked", async () => {
    const { sku } = await aProduct();
    const emails = await people(sku.id, 5);
    await addKeys(sku.id, 2);
    await tellOfStock();
    expect(await told()).toEqual(emails.slice(0, 2));
    await tellOfStock();
    expect(await told()).toEqual(emails.slice(0, 4));
    await tellOfStock();
    await tellOfStock();
    expect([await told(), await waiting(sku.id)]).toEqual([emails, 0]);
  });

  it("counts whole orders where a product has a smallest quantity", async () => {
    const { sku } = await aProduct({ product: { minQuantity: 3 } });
    const emails = await people(sku.id, 3);
    await addKeys(sku.id, 2);
    await tellOfStock();
    expect(await told()).toEqual([]);
    await addKeys(sku.id, 5, 101);
    await tellOfStock();
    expect(await told()).toEqual(emails.slice(0, 2));
  });

  it("tells everybody of what is unlimited, and passes by options without stock", async () => {
    const { product, sku } = await aProduct({ kind: "text", units: 0 });
    const none = await aSku(product.id, { kind: "text", units: 0 });
    const emails = await people(sku.id, 3);
    await people(none.id, 2);
    await db().skuStock.update({ where: { skuId: sku.id }, data: { isUnlimited: true } });
    await tellOfStock();
    expect([await told(), await waiting(none.id)]).toEqual([emails, 2]);
  });

  it("waits while the option, its product or its category is not shown", async () => {
    const { product, sku } = await aProduct({ keys: 3 });
    const emails = await people(sku.id, 1);
    const hidden = [
      () => db().sku.update({ where: { id: sku.id }, data: { isActive: false } }),
      () => db().product.update({ where: { id: product.id }, data: { status: "draft" } }),
      () => db().category.update({ where: { id: product.categoryId }, data: { isActive: false } }),
    ];
    const shown = [
      () => db().sku.update({ where: { id: sku.id }, data: { isActive: true } }),
      () => db().product.update({ where: { id: product.id }, data: { status: "active" } }),
      () => db().category.update({ where: { id: product.categoryId }, data: { isActive: true } }),
    ];
    for (const [index, hide] of hidden.entries()) {
      await hide();
      await tellOfStock();
      expect(await told()).toEqual([]);
      await shown[index]?.();
    }
    await tellOfStock();
    expect(await told()).toEqual(emails);
  });

  it("writes each person one mail, however many runs go at once", async () => {
    const { sku } = await aProduct({ keys: 60 });
    // More than one slice (lib/catalogue/stock-notices/tell-of-stock.ts).
    const emails = await people(sku.id, 55);
    await Promise.all(Array.from({ length: 4 }, () => tellOfStock()));
    await tellOfStock();
    expect((await told()).sort()).toEqual([...emails].sort());
    expect(await waiting(sku.id)).toBe(0);
  });

  it("forgets no request whose mail could not be written", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const emails = await people(sku.id, 2);
    await db().$executeRaw`ALTER TABLE mails RENAME TO mails_away`;
    try {
      await expect(tellOfStock()).rejects.toThrow();
    } finally {
      await db().$executeRaw`ALTER TABLE mails_away RENAME TO mails`;
    }
    expect(await waiting(sku.id)).toBe(2);
    await tellOfStock();
    expect([await told(), await waiting(sku.id)]).toEqual([emails, 0]);
  });

  it("keeps requests while the shop sends no mails", async () => {
    const { sku } = await aProduct({ keys: 1 });
    await people(sku.id, 1);
    overrideConfig({ "mail.smtpUrl": "" });
    await tellOfStock();
    expect([await told(), await waiting(sku.id)]).toEqual([[], 1]);
  });

  it("writes in the language of the request, with the option's link and a link that ends all requests", async () => {
    const { product, sku } = await aProduct({
      keys: 1,
      product: { slug: "atlas", title: "Atlas", translations: { zh: { title: "地图集" } } },
      sku: { code: "ONE YEAR", name: "1 year", translations: { zh: { name: "一年" } } },
    });
    await aSku(product.id);
    await people(sku.id, 1, "zh");
    await tellOfStock();
    const mail = await db().mail.findFirstOrThrow({
      where: { kind: "stock_back" },
      omit: { textSealed: false, htmlSealed: false },
    });
    expect([mail.subject, mail.status]).toEqual(["到货提醒：地图集 · 一年", "queued"]);
    const { text } = openMail(mail);
    expect(text).toContain("/products/atlas?sku=ONE%20YEAR");
    expect(text).toMatch(/\/stock-notices#[\w-]{60,}/);
  });
});

it("a request that waited half a year goes, and none a day earlier", async () => {
  const { product, sku } = await aProduct();
  const young = await aSku(product.id);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await db().stockNotice.createMany({
    data: [
      { skuId: sku.id, email: anEmail(), locale: "en", createdAt: daysAgo(181) },
      { skuId: young.id, email: anEmail(), locale: "en", createdAt: daysAgo(179) },
    ],
  });
  await purgeExpired();
  expect(await db().stockNotice.findMany()).toMatchObject([{ skuId: young.id }]);
});
