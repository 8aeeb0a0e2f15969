import { describe, expect, it } from "vitest";
import { countBundles, partsOfBundles } from "@/lib/catalogue/bundles/bundle-stock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { offerList } from "@/lib/interconnect/agent/admin/schema";
import { listOffers } from "@/lib/interconnect/agent/admin-queries";
import { importOffers } from "@/lib/interconnect/agent/import-offers";
import { mapOffer } from "@/lib/interconnect/agent/map-offer";
import { syncConnection } from "@/lib/interconnect/agent/sync-connection";
import { updateConnection } from "@/lib/interconnect/agent/update-connection";
import { completeItemDelivery } from "@/lib/orders/deliver/complete-item";
import { order } from "../../support/builders/guest-orders";
import {
  alertKinds,
  connectionId,
  main,
  offered,
  offers,
  prepareConnection,
} from "../../support/builders/offered-products";
import { anOrder, pay } from "../../support/builders/orders";
import { aBundleOf, aCategory, aClient, anAdmin, aProduct } from "../../support/builders/products";
import { expectRefusal } from "../../support/harness/public-suite";

prepareConnection();

/** Pulled, and imported as a draft of ours. */
async function imported(ids: number[]) {
  await syncConnection(connectionId, "button");
  const category = await aCategory();
  return importOffers(await anAdmin(), aClient(), connectionId, {
    category_id: category.id,
    upstream_product_ids: ids,
  });
}
const skuOf = (upstreamSkuId: number) =>
  db().sku.findFirstOrThrow({
    where: { mapping: { upstreamSku: { upstreamSkuId } } },
    include: { stock: true, product: true, mapping: true },
  });

describe("selling what is pulled", () => {
  it("is imported as a draft, priced by the rule, with the stock mirrored [C61]", async () => {
    main.state.products = [
      offered(1, {
        skus: [
          { id: 10, name: "A", price: "10.00", stock: 7 },
          { id: 11, name: "B", price: "20.01", stock: 2 },
        ],
      }),
    ];
    const report = await imported([1, 99]);
    expect(report).toMatchObject({
      imported: [{ upstream_product_id: 1, slug: "game-1" }],
      skipped: [{ upstream_product_id: 99 }],
    });
    expect(await skuOf(10)).toMatchObject({
      source: "upstream",
      priceCents: 1100n,
      costCents: 1000n,
      product: { status: "draft", title: "Game 1", priceCents: 1100n },
      stock: { available: 7 },
    });
    expect(await skuOf(11)).toMatchObject({ priceCents: 2202n, costCents: 2001n, stock: { available: 2 } });
    expect((await imported([1])).skipped).toEqual([{ upstream_product_id: 1, reason: "is mapped already" }]);
  });

  it("cost and stock follow; unchanged rows are not written again [C61]", async () => {
    main.state.products = [offered(1)];
    await imported([1]);
    const before = await skuOf(10);
    await syncConnection(connectionId, "button");
    expect((await skuOf(10)).updatedAt).toEqual(before.updatedAt);
    main.state.products = [offered(1, { skus: [{ id: 10, price: "15.00", stock: 0 }] })];
    await syncConnection(connectionId, "button");
    expect(await skuOf(10)).toMatchObject({
      priceCents: 1650n,
      costCents: 1500n,
      stock: { available: 0 },
      product: { priceCents: 1650n },
    });
    main.state.products = [];
    await syncConnection(connectionId, "button");
    expect((await skuOf(10)).stock?.available).toBe(0);
  });

  it("stops with an alert while the cost is above a price by hand [C61]", async () => {
    main.state.products = [offered(1)];
    await imported([1]);
    const { id: skuId } = await skuOf(10);
    const [offer] = await offers();
    const map = {
      offer_id: offer?.id ?? 0,
      sku_id: skuId,
      is_price_auto: false,
      markup_bps: null,
      fixed: null,
    };
    await mapOffer(await anAdmin(), aClient(), connectionId, map);
    const cost = async (price: string) => {
      main.state.products = [offered(1, { skus: [{ id: 10, price, stock: 5 }] })];
      await syncConnection(connectionId, "button");
      const { isActive, priceCents, mapping } = await skuOf(10);
      return [isActive, priceCents, mapping?.pausedAt !== null];
    };
    expect(await cost("11.00")).toEqual([true, 1100n, false]);
    expect(await cost("11.01")).toEqual([false, 1100n, true]);
    expect(await alertKinds()).toEqual(["upstream.below_cost"]);
    expect(await cost("10.50")).toEqual([true, 1100n, false]);
    await db().sku.update({ where: { id: skuId }, data: { isActive: false } });
    expect(await cost("10.00")).toEqual([false, 1100n, false]);
  });

  it("a bundle is off sale, with an alert, while its price is below the cost of its parts [C61]", async () => {
    main.state.products = [offered(1)];
    await imported([1]);
    const part = await skuOf(10);
    const { sku: own } = await aProduct({ keys: 1, priceCents: 100n });
    const bundle = await aBundleOf([part, own], 1200n);
    const available = async () => {
      const sold = await db().sku.findMany({ where: { id: bundle.id }, include: { stock: true } });
      return countBundles(sold, await partsOfBundles(db(), sold))[0]?.stock?.available;
    };
    const cost = async (price: string) => {
      main.state.products = [offered(1, { skus: [{ id: 10, price, stock: 5 }] })];
      await syncConnection(connectionId, "button");
      return [await available(), await alertKinds()];
    };
    expect(await cost("12.00")).toEqual([1, []]);
    // The part's own price follows its cost; the bundle's does not.
    expect(await cost("12.01")).toEqual([0, ["upstream.below_cost"]]);
    expect(await skuOf(10)).toMatchObject({ isActive: true, costCents: 1201n });
    expect(await db().alert.findFirst()).toMatchObject({
      reference: `sku:${bundle.id}`,
      data: { cost: "12.01", price: "12.00" },
    });
    expectRefusal(await order(bundle), 409, /sold out/, 4099);
    expect(await db().purchase.count()).toBe(0);
    expect((await cost("11.00"))[0]).toBe(1);
  });

  it("another rule prices everything anew, and switching off takes the stock off sale [C61]", async () => {
    main.state.products = [offered(1)];
    await imported([1]);
    const admin = await anAdmin();
    await updateConnection(admin, aClient(), connectionId, {
      rate: "7.2",
      markup_bps: 0,
      fixed: 100n,
      round_to: 50n,
    });
    expect(await skuOf(10)).toMatchObject({ priceCents: 7300n, costCents: 7200n });
    await updateConnection(admin, aClient(), connectionId, { status: "disabled" });
    expect((await skuOf(10)).stock?.available).toBe(0);
    await updateConnection(admin, aClient(), connectionId, { status: "active" });
    expect((await skuOf(10)).stock?.available).toBe(7);
  });

  it("a SKU of ours is mapped only when it has no keys, and is ours again afterwards [C61]", async () => {
    main.state.products = [offered(1)];
    await syncConnection(connectionId, "button");
    const [offer] = await offers();
    const stocked = await aProduct({ keys: 1 });
    const empty = await aProduct();
    const admin = await anAdmin();
    const map = (skuId: number | null) =>
      mapOffer(admin, aClient(), connectionId, {
        offer_id: offer?.id ?? 0,
        sku_id: skuId,
        is_price_auto: true,
        markup_bps: 0,
        fixed: null,
      });
    await expect(map(stocked.sku.id)).rejects.toMatchObject({ kind: "state_conflict" });
    await expect(map(99_999)).rejects.toMatchObject({ kind: "malformed", field: "sku_id" });
    await map(empty.sku.id);
    expect(await skuOf(10)).toMatchObject({
      id: empty.sku.id,
      source: "upstream",
      priceCents: 1000n,
      stock: { available: 7 },
    });
    await map(null);
    expect(
      await db().sku.findUnique({ where: { id: empty.sku.id }, include: { stock: true } }),
    ).toMatchObject({ source: "local", stock: { available: 0 } });
  });

  it("a SKU of ours that is mapped delivers what the main site says, and asks our own server for nothing [C61]", async () => {
    main.state.products = [offered(1)];
    await syncConnection(connectionId, "button");
    const [offer] = await offers();
    const dynamic = { url: "http://127.0.0.1:9", stock: "question" };
    const { sku } = await aProduct({
      kind: "text",
      sku: {
        fulfillers: ["dynamic", "license"],
        fulfillerSettings: { dynamic, license: { product: "atlas" } },
      },
    });
    await db().askedStock.create({ data: { skuId: sku.id, nextAskAt: new Date(), keptUntil: new Date() } });
    await db().skuStock.updateMany({ where: { skuId: sku.id }, data: { isAsked: true, isUnlimited: false } });
    const rule = { is_price_auto: true, markup_bps: 0, fixed: null };
    await mapOffer(await anAdmin(), aClient(), connectionId, {
      offer_id: offer?.id ?? 0,
      sku_id: sku.id,
      ...rule,
    });
    expect(await skuOf(10)).toMatchObject({
      id: sku.id,
      fulfillers: [],
      stock: { available: 7, isAsked: false },
    });
    expect(await db().askedStock.count()).toBe(0);
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    expect([await db().deliveryRequest.count(), await db().license.count()]).toEqual([0, 0]);
  });

  it("a SKU of ours that open orders hold is not taken over before they are done [C61]", async () => {
    main.state.products = [offered(1)];
    await syncConnection(connectionId, "button");
    const [offer] = await offers();
    const admin = await anAdmin();
    const map = (skuId: number) =>
      mapOffer(admin, aClient(), connectionId, {
        offer_id: offer?.id ?? 0,
        sku_id: skuId,
        is_price_auto: true,
        markup_bps: 0,
        fixed: null,
      });
    const { sku } = await aProduct({ kind: "none" });
    const { orderId } = await anOrder({ sku });
    const refusal = { kind: "state_conflict", message: expect.stringContaining("Open orders hold units") };
    await expect(map(sku.id)).rejects.toMatchObject(refusal);
    await pay(orderId);
    await expect(map(sku.id)).rejects.toMatchObject(refusal);
    const item = await db().orderItem.findFirstOrThrow({ where: { orderId } });
    await inTransaction((tx) =>
      completeItemDelivery(tx, { orderItemId: item.id, content: "BY-HAND", actor: "test" }),
    );
    await map(sku.id);
    expect(await skuOf(10)).toMatchObject({ id: sku.id, stock: { available: 7, reserved: 0, sold: 1 } });
  });

  it.each([
    [
      "the main site's price",
      { skus: [{ id: 10, name: "Standard", price: "999999999999.99", stock: 7 }] },
      {},
    ],
    ["the operator's rounding", {}, { roundToCents: 99_999_999_999_999n, fixedCents: 99_999_999_999_999n }],
  ])(
    "pauses a SKU whose price gets too long by %s, and the shop's lists go on [C61]",
    async (_, odd, rule) => {
      main.state.products = [offered(1)];
      await imported([1]);
      const { priceCents } = await skuOf(10);
      await db().connection.update({ where: { id: connectionId }, data: rule });
      main.state.products = [offered(1, odd)];
      await syncConnection(connectionId, "button");
      const paused = await skuOf(10);
      expect(paused).toMatchObject({ isActive: false, priceCents, mapping: { pausedAt: expect.any(Date) } });
      expect(await alertKinds()).toEqual(["upstream.price_out_of_range"]);
      const page = await listOffers(connectionId, { page: 1, per_page: 50 });
      expect(offerList.parse(page).offers).toMatchObject([{ suggested_price: null }]);
      await db().connection.update({
        where: { id: connectionId },
        data: { roundToCents: 1n, fixedCents: 0n },
      });
      main.state.products = [offered(1)];
      await syncConnection(connectionId, "button");
      expect(await skuOf(10)).toMatchObject({ isActive: true, mapping: { pausedAt: null } });
    },
  );
});
