import { describe, expect } from "vitest";
import { POST as placeOwn } from "@/app/api/v1/orders/route";
import { applyPayment, lockPayment } from "@/lib/checkout/receive/apply-payment";
import { db } from "@/lib/db/client";
import { inTransaction, type Tx } from "@/lib/db/transaction";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { lockBalance } from "@/lib/wallet/find-balance";
import { aLoggedInUser } from "../../support/builders/accounts";
import { order, orderIdOf } from "../../support/builders/guest-orders";
import { pay } from "../../support/builders/orders";
import { aChannel, aPayment } from "../../support/builders/payments";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import {
  anEndingSku,
  anOpenRenewal,
  aSoldEnd,
  days,
  endOfLicense,
  ofMonth,
} from "../../support/builders/renewals";
import { giveBalance } from "../../support/builders/wallet";
import { call } from "../../support/harness/call";
import { it } from "../../support/harness/gateway-test";
import { untilSomebodyWaits } from "../../support/harness/lock-waits";

const refund = async (orderNo: string, amountCents = 990n) =>
  refundOrder(await anAdmin(), aClient(), {
    orderNo,
    amountCents,
    method: "manual",
    reason: null,
    keys: "withdraw",
  });

/** Runs `act` while a transaction holds `held`, and tells whether `free` was left alone by it meanwhile. */
async function isFreeWhile(
  act: () => Promise<unknown>,
  { held, free }: { held: (tx: Tx) => Promise<unknown>; free: (tx: Tx) => Promise<unknown[]> },
): Promise<boolean> {
  let acting: Promise<unknown> = Promise.resolve();
  const rows = await inTransaction(async (tx) => {
    await held(tx);
    acting = act();
    await untilSomebodyWaits();
    return free(tx);
  });
  await acting;
  return rows.length > 0;
}

const lockLicenses = (tx: Tx) => tx.$queryRaw<unknown[]>`SELECT 1 FROM licenses FOR UPDATE`;
const freeLicenses = (tx: Tx) => tx.$queryRaw<unknown[]>`SELECT 1 FROM licenses FOR UPDATE SKIP LOCKED`;

describe("rows that a renewal and another act both change", () => {
  it("are locked as the license and then its access by the refund of what was delivered anew, too", async () => {
    const sale = await aSoldEnd(await anEndingSku({ ...ofMonth, living: { days: 10 } }));
    const renewal = await anOpenRenewal(sale);
    await refund(sale.orderNo);
    await pay(renewal.orderId);
    const free = (tx: Tx) =>
      tx.$queryRaw<unknown[]>`SELECT 1 FROM living_accesses WHERE revoked_at IS NULL FOR UPDATE SKIP LOCKED`;
    expect(await isFreeWhile(() => refund(renewal.orderNo), { held: lockLicenses, free })).toBe(true);
    expect(await db().license.count({ where: { status: "active" } })).toBe(0);
  });

  it("are locked as the balance and then the license by a payment of too much", async ({ gateway }) => {
    const sku = await anEndingSku();
    const { user, token } = await aLoggedInUser();
    const { id: userId } = user;
    await giveBalance(userId, 100n);
    const line = { product_id: sku.productId, sku_id: sku.id, quantity: 1 };
    const place = async (body: object) => {
      const { data } = await call<{ order_no: string }>(placeOwn, "POST", {
        body: { ...line, ...body },
        token,
      });
      return { orderNo: data.order_no, orderId: await orderIdOf(data.order_no) };
    };
    const sale = await place({});
    await pay(sale.orderId);
    const before = await endOfLicense(sale.orderId);
    const renewal = await place({ renews: { order_no: sale.orderNo, item: 1 } });
    const payment = await aPayment(renewal.orderId, await aChannel(gateway.settings()));
    const payTooMuch = () =>
      inTransaction(async (tx) => {
        const locked = await lockPayment(tx, payment);
        const money = { ...payment, amountCents: payment.amountCents + 100n };
        return applyPayment(tx, { payment: money, tradeNo: "T1", actor: "test" }, locked);
      });
    const held = (tx: Tx) => lockBalance(tx, userId);
    expect(await isFreeWhile(payTooMuch, { held, free: freeLicenses })).toBe(true);
    expect(await endOfLicense(sale.orderId)).toBe(before + days(30));
  });

  it("are locked as the license and then the counters by a refund of several items", async () => {
    const { sku: byHand } = await aProduct({ kind: "none", units: 5 });
    const licensed = await anEndingSku();
    const items = [byHand, licensed].map(({ id, productId }) => ({
      product_id: productId,
      sku_id: id,
      quantity: 1,
    }));
    const { data, text } = await order(byHand, {
      items,
      product_id: undefined,
      sku_id: undefined,
      quantity: undefined,
    });
    expect(data?.order_no, text).toBeTruthy();
    const { id } = await db().order.findUniqueOrThrow({ where: { orderNo: data.order_no } });
    await pay(id);
    const free = (tx: Tx) =>
      tx.$queryRaw<unknown[]>`SELECT 1 FROM sku_stocks WHERE sku_id = ${byHand.id} FOR UPDATE SKIP LOCKED`;
    expect(await isFreeWhile(() => refund(data.order_no, 1980n), { held: lockLicenses, free })).toBe(true);
    const counter = await db().skuStock.findUniqueOrThrow({ where: { skuId: byHand.id } });
    expect(counter).toMatchObject({ available: 5, reserved: 0 });
  });
});
