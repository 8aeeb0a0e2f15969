import { describe, expect } from "vitest";
import * as guestOrders from "@/app/api/v1/guest/orders/route";
import * as orders from "@/app/api/v1/orders/route";
import { db } from "@/lib/db/client";
import { startPurchases } from "@/lib/interconnect/agent/purchases/start";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { deliverAgain } from "@/lib/orders/staff/operate-order";
import { aLoggedInUser } from "../../support/builders/accounts";
import { advance, alerts, buy, type GuestOrder, payFor } from "../../support/builders/agent-shop";
import { aBundleOf, aClient, anAdmin, anEmail, aProduct } from "../../support/builders/products";
import { giveBalance } from "../../support/builders/wallet";
import { it } from "../../support/harness/agent-shop-test";
import { call } from "../../support/harness/call";

/** Another option of ours from the same connection, and both in a bundle. */
async function aBundleWith(sku: { id: number }) {
  const { sku: other } = await aProduct({ priceCents: 900n, sku: { source: "upstream" }, units: 50 });
  const { connectionId } = await db().upstreamSku.findFirstOrThrow();
  const { id: upstreamSkuId } = await db().upstreamSku.create({
    data: {
      connectionId,
      upstreamProductId: 13,
      upstreamSkuId: 35,
      slug: "their-other",
      title: "Their other",
      category: "Games",
      autoSecretKind: "card_key",
      costCents: 500n,
      stock: 50,
    },
  });
  await db().skuMapping.create({ data: { skuId: other.id, connectionId, upstreamSkuId } });
  return aBundleOf([sku, other], 1800n);
}

describe("what a main site does not have", () => {
  it("is not ordered again for an item that was paid back when the one beside it is delivered again [C63]", async ({
    main,
    sku,
  }) => {
    const { data } = await buy(await aBundleWith(sku));
    const orderId = await payFor(data.order_no);
    await db().connection.updateMany({ data: { status: "disabled" } });
    main.state.next.paid.push({ code: 4099 }, { code: 4099 });
    await advance();
    const items = () =>
      db().orderItem.findMany({
        where: { orderId },
        orderBy: { position: "asc" },
        select: { fulfillment: { select: { status: true } }, _count: { select: { purchases: true } } },
      });
    const [failed, revoked] = [{ status: "failed" }, { status: "revoked" }];
    expect(await items()).toMatchObject([{ fulfillment: failed }, { fulfillment: failed }]);
    const before = (await items())[0]?._count.purchases;
    await db().connection.updateMany({ data: { status: "active" } });
    const staff = await anAdmin();
    const refund = {
      orderNo: data.order_no,
      item: 1,
      amountCents: 900n,
      method: "manual",
      reason: null,
    } as const;
    await refundOrder(staff, aClient(), refund);
    await deliverAgain({ actor: staff, client: aClient(), orderNo: data.order_no });
    await startPurchases(orderId);
    await advance();
    expect(await items()).toMatchObject([
      { fulfillment: revoked, _count: { purchases: before } },
      { fulfillment: { status: "ready" } },
    ]);
  });

  it("answers a shortage at the main site as a shortage, before the buyer pays [C62]", async ({
    main,
    sku,
  }) => {
    main.state.next.create.push({ code: 4099 });
    const answer = await buy(sku);
    expect([answer.status, answer.json.status_code, answer.json.data]).toEqual([409, 4099, null]);
    expect(await db().order.findFirst()).toMatchObject({ status: "canceled" });
    expect(await db().purchase.findFirst()).toMatchObject({ status: "failed" });
  });

  it("a shortage there uses up no Idempotency-Key: the next press is a new order [C62]", async ({
    main,
    sku,
  }) => {
    const body = { email: anEmail(), product_id: sku.productId, sku_id: sku.id, quantity: 1 };
    const press = () =>
      call<GuestOrder>(guestOrders.POST, "POST", {
        body,
        headers: { "Idempotency-Key": "one-form-of-a-guest" },
      });
    main.state.next.create.push({ code: 4099 }, { code: 4099 });
    for (let n = 0; n < 2; n++) expect((await press()).json.status_code).toBe(4099);
    const bought = await press();
    expect([bought.status, bought.data.status]).toEqual([200, "pending_payment"]);
    expect((await press()).data).toEqual(bought.data);
    expect(await db().order.groupBy({ by: ["status"], _count: true, orderBy: { status: "asc" } })).toEqual([
      { status: "pending_payment", _count: 1 },
      { status: "canceled", _count: 2 },
    ]);
  });

  it("a repeat that was paid from the balance in between is the order of both requests, whatever the main site answers [O10]", async ({
    main,
    sku,
  }) => {
    const { user, token } = await aLoggedInUser();
    await giveBalance(user.id, 10_000n);
    const body = { product_id: sku.productId, sku_id: sku.id, quantity: 1, use_balance: true };
    const press = () =>
      call<GuestOrder>(orders.POST, "POST", {
        token,
        body,
        headers: { "Idempotency-Key": "one-form-of-a-guest" },
      });
    let letAnswer = () => {};
    main.state.until = new Promise((resolve) => {
      letAnswer = resolve;
    });
    main.state.next.create.push({ code: 4099 });
    const first = press();
    await expect.poll(() => main.calls).toHaveLength(1);
    const repeat = await press();
    letAnswer();
    const { status, data } = await first;
    expect([status, data.order_no, data.status]).toEqual([200, repeat.data.order_no, repeat.data.status]);
    expect((await press()).data.order_no).toBe(data.order_no);
    expect(await db().order.findMany({ select: { paymentStatus: true } })).toEqual([
      { paymentStatus: "paid" },
    ]);
  });

  it("refuses what no main site can take before anybody pays, also while the main site is away [C78]", async ({
    main,
    sku,
  }) => {
    await main.stop();
    const keys = Array.from({ length: 9 }, (_, n) => `field_${n}`);
    const formFields = keys.map((key) => ({ key, type: "text", label: key, required: true }));
    await db().product.update({ where: { id: sku.productId }, data: { formFields } });
    const answer = await call(guestOrders.POST, "POST", {
      body: {
        email: anEmail(),
        product_id: sku.productId,
        quantity: 1,
        form: Object.fromEntries(keys.map((key) => [key, "x".repeat(1000)])),
      },
    });
    expect(answer.json.status_code).toBe(4099);
    await db().product.update({ where: { id: sku.productId }, data: { formFields: [] } });
    await db().skuStock.updateMany({ data: { isUnlimited: true } });
    const bundle = await aBundleOf([sku], 2_000n, 2);
    expect((await buy(bundle, 501)).json.status_code).toBe(4099);
    expect((await buy(bundle, 500)).status).toBe(200);
    expect(await db().order.groupBy({ by: ["status"], _count: true, orderBy: { status: "asc" } })).toEqual([
      { status: "pending_payment", _count: 1 },
      { status: "canceled", _count: 2 },
    ]);
    expect(main.calls).toEqual([]);
  });

  it("does not sell what the main site refuses to sell, and raises an alert [C62]", async ({ main, sku }) => {
    for (const code of [4003, 4004, 4001]) {
      main.state.next.create.push({ code });
      expect((await buy(sku)).json.status_code).toBe(4099);
    }
    expect(await alerts()).toEqual(["upstream.refused"]);
  });
});
