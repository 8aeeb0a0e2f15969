import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { operations as adminConnections } from "@/app/api/v1/admin/interconnect/connections/[[...path]]/route";
import { operations as adminPurchases } from "@/app/api/v1/admin/interconnect/purchases/[[...path]]/route";
import { db } from "@/lib/db/client";
import { giveUpAttempts } from "@/lib/interconnect/agent/purchases/schedule";
import {
  advance,
  anUpstreamProduct,
  buy,
  credentials,
  only,
  payFor,
  read as readAsBuyer,
} from "../../support/builders/agent-shop";
import { anOrder } from "../../support/builders/orders";
import { aBundleOf, aCategory, addKeys, aProduct } from "../../support/builders/products";
import { aConnection } from "../../support/builders/sites";
import { type FakeMain, startFakeMain } from "../../support/fakes/fake-main";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest("manager");
let main: FakeMain;

beforeEach(async () => {
  main = await startFakeMain(credentials);
});
afterEach(() => main.stop());

const to = (id: number | string) => ({ params: { connection_id: String(id) } });
const by = (row: object) => ({ actor: `staff:${staff.email()}`, ...row });

/** A connection, and two products offered there that nobody here sells. */
async function aFreshOffer() {
  const { id } = await aConnection({ ...credentials, baseUrl: main.url }, { markupBps: 1000 });
  const offer = { connectionId: id, slug: "Théir Game", category: "Games", autoSecretKind: "account" };
  const offers = await Promise.all(
    [1, 2].map((n) =>
      db().upstreamSku.create({
        data: {
          ...offer,
          upstreamProductId: n,
          upstreamSkuId: n * 10,
          title: `Their game ${n}`,
          costCents: 500n,
          stock: 7,
        },
      }),
    ),
  );
  return { id, offers };
}

describe("POST …/connections/:id/test", () => {
  const run = (id: number) =>
    staff.call<{ verdict: string; message: string; products: number | null }>(
      adminConnections.testConnection,
      "POST",
      to(id),
    );

  it("is for staff who may change connections, and knows only those there are", async () => {
    const { id } = await aConnection({ ...credentials, baseUrl: main.url });
    await expectStaffOnly(adminConnections.testConnection, "POST", to(id), "viewer");
    expectRefusal(await run(999_999), 404, "Connection not found");
    expectRefusal(
      await staff.call(adminConnections.testConnection, "POST", to("x")),
      400,
      /^connection_id: /,
    );
  });

  it("makes one signed call and says what it means", async () => {
    const { id } = await aConnection({ ...credentials, baseUrl: main.url });
    expect((await run(id)).data).toMatchObject({ verdict: "ok", message: "Connected.", products: 0 });
    expect(main.calls).toMatchObject([{ method: "GET", isSignatureValid: true }]);
    const other = await aConnection({ key: "agent_key_0002", secret: "another-secret", baseUrl: main.url });
    const refused = await run(other.id);
    expect(refused.data).toMatchObject({ verdict: "key_or_signature", products: null });
    expect(refused.text).not.toContain("another-secret");
    main.state.next.products.push({ text: "<html>", http: 200 });
    expect((await run(id)).data).toMatchObject({ verdict: "not_a_main_site" });
    await main.stop();
    expect((await run(id)).data).toMatchObject({ verdict: "network" });
    main = await startFakeMain(credentials);
  });
});

describe("POST …/connections/:id/import", () => {
  const take = (id: number, body: object) =>
    staff.call<{
      imported: { upstream_product_id: number; product_id: number; slug: string }[];
      skipped: object[];
    }>(adminConnections.importOffers, "POST", { ...to(id), body });

  it("makes drafts of what is offered, once, and says why it leaves something out [C61]", async () => {
    const { id, offers } = await aFreshOffer();
    const category = await aCategory();
    const body = { category_id: category.id, upstream_product_ids: [1, 1, 77] };
    await expectStaffOnly(adminConnections.importOffers, "POST", { ...to(id), body }, "viewer");
    const { data } = await take(id, body);
    expect(data).toMatchObject({
      imported: [{ upstream_product_id: 1, slug: "th-ir-game" }],
      skipped: [{ upstream_product_id: 77, reason: "is not offered" }],
    });
    const product = await db().product.findUniqueOrThrow({
      where: { id: data.imported[0]?.product_id ?? 0 },
      include: { skus: true },
    });
    expect(product).toMatchObject({ status: "draft", title: "Their game 1", autoSecretKind: "account" });
    expect(product.skus).toMatchObject([{ source: "upstream", priceCents: 550n, costCents: 500n }]);
    expect(await db().skuMapping.findMany()).toMatchObject([{ upstreamSkuId: offers[0]?.id }]);
    expect(await audits()).toEqual([
      by({
        action: "connection.import",
        target: `connection:${id}`,
        data: { products: [product.id] },
      }),
    ]);
    expect((await take(id, body)).data).toMatchObject({
      imported: [],
      skipped: [{ reason: "is mapped already" }, { reason: "is not offered" }],
    });
  });

  it("names what is wrong and imports nothing", async () => {
    const { id } = await aFreshOffer();
    const category_id = (await aCategory()).id;
    for (const [body, message] of [
      [{ category_id }, /^upstream_product_ids: /],
      [{ category_id, upstream_product_ids: [] }, "upstream_product_ids: must not be empty"],
      [{ category_id, upstream_product_ids: ["1"] }, /^upstream_product_ids/],
      [{ category_id: "1", upstream_product_ids: [1] }, /^category_id/],
      [{ category_id: 999_999, upstream_product_ids: [1] }, "category_id: is not known"],
    ] as const)
      expectRefusal(await take(id, body), 400, message);
    const body = { category_id, upstream_product_ids: [1] };
    expectRefusal(await take(999_999, body), 404, "Connection not found");
    expect([await db().product.count(), await audits()]).toEqual([0, []]);
  });
});

describe("PUT …/connections/:id/mappings", () => {
  const map = (id: number, body: object) => staff.call(adminConnections.mapOffer, "PUT", { ...to(id), body });

  it("refuses a bundle, whose parts are what is delivered", async () => {
    const { id, offers } = await aFreshOffer();
    const { sku } = await aProduct({ keys: 1 });
    const bundle = await aBundleOf([sku]);
    expectRefusal(
      await map(id, { offer_id: offers[0]?.id, sku_id: bundle.id }),
      409,
      /A bundle delivers its parts/,
      40906,
    );
    expect(await db().skuMapping.count()).toBe(0);
    expect(await db().sku.findUnique({ where: { id: bundle.id } })).toMatchObject({ source: "local" });
  });

  it("gives one of our SKUs an offer, changes its rule, and takes it away again [C61]", async () => {
    const { id, offers } = await aFreshOffer();
    const { sku } = await aProduct({ priceCents: 100n });
    const offer_id = offers[0]?.id;
    await expectStaffOnly(
      adminConnections.mapOffer,
      "PUT",
      { ...to(id), body: { offer_id, sku_id: sku.id } },
      "viewer",
    );
    expect((await map(id, { offer_id, sku_id: sku.id })).data).toEqual({});
    const now = () => db().sku.findUniqueOrThrow({ where: { id: sku.id }, include: { stock: true } });
    expect(await now()).toMatchObject({ source: "upstream", priceCents: 550n, stock: { available: 7 } });
    await map(id, { offer_id, sku_id: sku.id, markup_bps: 5000, fixed: "0.10" });
    expect(await now()).toMatchObject({ priceCents: 760n });
    await map(id, { offer_id, sku_id: null });
    expect(await now()).toMatchObject({ source: "local", stock: { available: 0 } });
    expect(await db().skuMapping.count()).toBe(0);
    const row = (action: string, skuId: number | null) =>
      by({ action, target: `connection:${id}`, data: { offer: offer_id, sku: skuId } });
    expect(await audits()).toEqual([
      row("connection.map", sku.id),
      row("connection.map", sku.id),
      row("connection.unmap", null),
    ]);
  });

  it("refuses a SKU that is sold from elsewhere, and names what is wrong", async () => {
    const { id, offers } = await aFreshOffer();
    const [offer_id, second] = offers.map((offer) => offer.id);
    const { sku } = await aProduct();
    await addKeys(sku.id, 1);
    const sku_id = sku.id;
    const refuse = async (body: object, msg: RegExp, http = 409, code = 40906) =>
      expectRefusal(await map(id, body), http, msg, code);
    await refuse({ offer_id, sku_id }, /has keys of its own/);
    const { sku: free } = await aProduct({ kind: "none" });
    await anOrder({ sku: free });
    await refuse({ offer_id, sku_id: free.id }, /hold units of this option/);
    const { sku: mapped } = await aProduct();
    await map(id, { offer_id, sku_id: mapped.id });
    await refuse({ offer_id: second, sku_id: mapped.id }, /is already mapped/);
    await refuse({ offer_id: second, sku_id: 999_999 }, /^sku_id: is not known/, 400, 400);
    await refuse({ offer_id: second }, /^sku_id: /, 400, 400);
    await refuse({ sku_id }, /^offer_id: /, 400, 400);
    await refuse({ offer_id: second, sku_id, markup_bps: -1 }, /^markup_bps: /, 400, 400);
    await refuse({ offer_id: second, sku_id, fixed: 1 }, /^fixed: /, 400, 400);
    await refuse({ offer_id: 999_999, sku_id }, /^Offer not found$/, 404, 404);
    const elsewhere = await aConnection({ ...credentials, key: "agent_key_0009", baseUrl: main.url });
    expectRefusal(await map(elsewhere.id, { offer_id: second, sku_id }), 404, "Offer not found");
    expect(await audits()).toHaveLength(1);
  });
});

describe("POST …/purchases/:id/retry", () => {
  const again = (id: number) =>
    staff.call(adminPurchases.retryPurchase, "POST", { params: { purchase_id: String(id) } });

  it("buys what failed once more, and its buyer gets the key [C63]", async () => {
    const { sku } = await anUpstreamProduct({ ...credentials, baseUrl: main.url });
    const { data } = await buy(sku);
    await payFor(data.order_no);
    Object.assign(main.state.lose, { paid: 1, get: 1 });
    await db().purchase.updateMany({ data: { pollCount: giveUpAttempts } });
    await advance();
    const { id } = await only(data.order_no);
    const options = { params: { purchase_id: String(id) } };
    await expectStaffOnly(adminPurchases.retryPurchase, "POST", options, "support");
    expect((await again(id)).data).toEqual({});
    await advance();
    expect((await readAsBuyer(data)).fulfillment.payload).toBe("CARD-U1");
    const row = { action: "purchase.retry", target: `purchase:${data.order_no}`, data: {} };
    expect(await audits()).toEqual([by(row)]);
    expectRefusal(await again(id), 409, /^A purchase that is delivered cannot be retried/, 40906);
    expectRefusal(await again(999_999), 404, "Purchase not found");
    expectRefusal(
      await staff.call(adminPurchases.retryPurchase, "POST", { params: { purchase_id: "1x" } }),
      400,
      /^purchase_id: /,
    );
    expect(await audits()).toHaveLength(1);
  });

  it("purchases are found by the beginning of their number, in which % and _ are themselves [O21]", async () => {
    const { sku } = await anUpstreamProduct({ ...credentials, baseUrl: main.url });
    const { data } = await buy(sku);
    const find = async (search: string) =>
      (
        await staff.call(adminPurchases.listPurchases, "GET", {
          path: `/x?search=${encodeURIComponent(search)}`,
        })
      ).data.total;
    expect(await find(data.order_no.slice(0, 6))).toBe(1);
    for (const search of ["%", "_", `${data.order_no.slice(0, 5)}_`]) expect(await find(search)).toBe(0);
  });
});
