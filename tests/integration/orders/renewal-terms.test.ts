import { beforeEach, describe, expect, it } from "vitest";
import { orderMails } from "@/lib/checkout/mails/order-mails";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { hashLicenseKey } from "@/lib/licenses/license-key";
import { openMail } from "@/lib/notifications/mails/mail-seal";
import { remindOfEnds } from "@/lib/orders/deliver/remind-of-ends";
import { findGuestOrder } from "@/lib/orders/guests/guest-token";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { listOwnRenewals } from "@/lib/orders/renewals/renewals";
import { forgetSettings } from "@/lib/settings/queries";
import { aRegisteredUser, jobsOf } from "../../support/builders/accounts";
import { order, readOrder } from "../../support/builders/guest-orders";
import { anOrder, pay } from "../../support/builders/orders";
import { aClient, anAdmin } from "../../support/builders/products";
import {
  anEndingSku,
  anOpenRenewal,
  aSoldEnd,
  days,
  endOfAccess,
  endOfLicense,
  ofMonth,
} from "../../support/builders/renewals";

const text = (key: string, more: object = {}) => ({ key, label: key, type: "text", required: true, ...more });
const setForm = (productId: number, formFields: object[]) =>
  db().product.update({ where: { id: productId }, data: { formFields } });
const answersOf = async (orderId: number) =>
  (await db().orderItem.findFirstOrThrow({ where: { orderId } })).form;

/** So many licenses of the same item, beside the one that it delivered. */
async function addLicenses(orderId: number, count: number, data: object) {
  const sold = await db().license.findFirstOrThrow({
    where: { orderItem: { orderId } },
    omit: { keySealed: false },
  });
  await db().license.update({ where: { id: sold.id }, data: { position: count + 1 } });
  const { id: _, ...row } = sold;
  await db().license.createMany({
    data: Array.from({ length: count }, (_each, index) => ({
      ...row,
      publicId: `${sold.publicId}${index}`,
      keyHash: hashLicenseKey(`${sold.publicId}${index}`),
      position: index + 1,
      ...data,
    })),
  });
  return sold;
}

describe("what a renewal takes from the sale", () => {
  beforeEach(() => () => {
    testClock.reset();
    forgetSettings();
  });

  it("are the answers of the first order, whatever the form asks by now", async () => {
    const sku = await anEndingSku();
    await setForm(sku.productId, [text("nick")]);
    const sale = await aSoldEnd(sku, { form: { nick: "ada" } });
    await setForm(sku.productId, [text("server", { type: "select", options: ["eu", "us"] })]);
    const renewal = await anOpenRenewal(sale);
    expect(await answersOf(renewal.orderId)).toEqual({ nick: "ada" });
    const other = await order(sku, { renews: sale.renews, form: { server: "moon" } });
    expect(other.status, other.text).toBe(200);
    const fresh = await order(sku);
    expect(fresh.headers.get("x-error-rule")).toBe("required");
  });

  it("is found behind two hundred licenses that cannot be renewed, and by its id behind two hundred that can", async () => {
    const sale = await aSoldEnd(await anEndingSku());
    const sold = await addLicenses(sale.orderId, 200, { status: "revoked" });
    const list = async () =>
      (await listOwnRenewals({ kind: "guest", orderId: sale.orderId }, sale.orderNo)).renewals;
    expect((await list()).map(({ license_id }) => license_id)).toEqual([sold.publicId]);
    await db().license.updateMany({ data: { status: "active" } });
    expect((await list()).map(({ license_id }) => license_id)).not.toContain(sold.publicId);
    const renews = { ...sale.renews, license_id: sold.publicId };
    const renewal = await anOpenRenewal({ ...sale, renews } as typeof sale);
    await pay(renewal.orderId);
    const { expiresAt } = await db().license.findUniqueOrThrow({ where: { id: sold.id } });
    expect(expiresAt?.getTime()).toBe((sold.expiresAt?.getTime() ?? 0) + days(30));
  });

  it("is delivered anew as it was sold, although the option sells something else by now", async () => {
    const terms = { product: "atlas", plan: "pro", devices: 7, entitlements: ["maps"], offline_days: 9 };
    const sku = await anEndingSku({ license: { ...terms, valid_days: 30 }, living: { days: 10 } });
    const sale = await aSoldEnd(sku);
    const renewal = await anOpenRenewal(sale);
    const money = { amountCents: 990n, method: "manual", reason: null, keys: "withdraw" } as const;
    await refundOrder(await anAdmin(), aClient(), { orderNo: sale.orderNo, ...money });
    const fulfillerSettings = {
      license: { product: "globe", plan: "basic", devices: 1, valid_days: 365 },
      living: { days: 3, until: "2020-01-01T00:00:00.000Z" },
    };
    await db().sku.update({ where: { id: sku.id }, data: { fulfillerSettings } });
    const paidAt = Date.now();
    await pay(renewal.orderId);
    const made = await db().license.findFirstOrThrow({ where: { orderItem: { orderId: renewal.orderId } } });
    const { product, plan, maxDevices: devices, entitlements, offlineDays: offline_days } = made;
    expect({ product, plan, devices, entitlements, offline_days }).toEqual(terms);
    const isSoon = (end: number, count: number) => Math.abs(end - paidAt - days(count)) < 60_000;
    expect(isSoon(await endOfLicense(renewal.orderId), 30)).toBe(true);
    expect(isSoon(await endOfAccess(renewal.orderId), 10)).toBe(true);
  });
});

describe("the link of a member's mail to the renewal", () => {
  beforeEach(() => () => {
    testClock.reset();
    forgetSettings();
  });

  async function linksOf(product: object) {
    const sku = await anEndingSku(ofMonth);
    await db().product.update({ where: { id: sku.productId }, data: product });
    const { id: userId, email } = await aRegisteredUser();
    const { orderId } = await anOrder({ sku, userId, email });
    await pay(orderId);
    testClock.advance(25 * 86_400);
    await remindOfEnds();
    for (const job of (await jobsOf("order.ending")) as JobPayloads["order.ending"][])
      await orderMails["order.ending"](job);
    const mail = await db().mail.findFirstOrThrow({
      where: { kind: "order_ending", recipient: email },
      omit: { htmlSealed: false, textSealed: false },
    });
    const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    const { text: letter } = openMail(mail);
    const token = new RegExp(`/orders/${orderNo}/renew\\?item=1#t=([\\w-]{43})`).exec(letter)?.[1];
    return { orderId, orderNo, sku, email, letter, token };
  }

  it("opens it without a log-in, and the order is placed under the same address", async () => {
    const { orderId, orderNo, sku, email, token = "" } = await linksOf({});
    expect(await findGuestOrder(token)).toMatchObject({ id: orderId });
    // The page of the link reads under which address the renewal is ordered.
    expect((await readOrder(orderNo, token)).data.email).toBe(email);
    const before = await endOfLicense(orderId);
    const { data, text: answer } = await order(sku, { renews: { order_no: orderNo, item: 1, token }, email });
    expect(data?.order_no, answer).toBeTruthy();
    const placed = await db().order.findUniqueOrThrow({ where: { orderNo: data.order_no } });
    expect(placed.email).toBe(email);
    await pay(placed.id);
    expect(await endOfLicense(orderId)).toBe(before + days(30));
  });

  it("asks for the log-in where only members may buy", async () => {
    const { orderNo, letter, token } = await linksOf({ purchaseType: "member" });
    expect(letter).toContain(`/orders/${orderNo}/renew?item=1`);
    expect(token).toBeUndefined();
  });
});
