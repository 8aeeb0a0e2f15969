import { beforeEach, describe, expect } from "vitest";
import { orderMails } from "@/lib/checkout/mails/order-mails";
import { now, secondsFromNow, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { sendMail } from "@/lib/notifications/mails/send-mail";
import { remindOfEnds } from "@/lib/orders/deliver/remind-of-ends";
import { forgetSettings } from "@/lib/settings/queries";
import { jobsOf } from "../../support/builders/accounts";
import { anOrder, pay, refundByHand, reportDispute } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { addGoods } from "../../support/builders/sold-files";
import { it } from "../../support/harness/mail-test";

const day = 86_400;
const license = (days: number | null) => ({ license: { product: "atlas", valid_days: days } });

async function aSale(fulfillerSettings: object, { quantity = 1, locale = "en" } = {}) {
  const fulfillers = Object.keys(fulfillerSettings);
  const { sku } = await aProduct({ kind: "text", sku: { fulfillers, fulfillerSettings } });
  await addGoods(sku.id);
  const { orderId } = await anOrder({ sku, quantity, overrides: { locale } });
  await pay(orderId);
  const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
  return { orderId, orderNo };
}

async function set(key: string, value: string | number): Promise<void> {
  await db().setting.create({ data: { key, value } });
  forgetSettings();
}

/** Works as the queue does, with each job twice. */
async function mailAll(): Promise<number> {
  const jobs = (await jobsOf("order.ending")) as JobPayloads["order.ending"][];
  for (const job of [...jobs, ...jobs]) await orderMails["order.ending"](job);
  return db().mail.count({ where: { kind: "order_ending" } });
}
const remind = async () => {
  await remindOfEnds();
  return mailAll();
};

describe("reminders of the end", () => {
  beforeEach(() => () => {
    testClock.reset();
    forgetSettings();
  });

  it("leave once for each item and end, some days before, and again when the end was moved", async () => {
    const { orderId } = await aSale(license(365), { quantity: 3 });
    testClock.advance(357 * day);
    expect(await remind()).toBe(0);
    testClock.advance(2 * day);
    const marked = await Promise.all([remindOfEnds(), remindOfEnds(), remindOfEnds()]);
    expect(marked.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect(await mailAll()).toBe(1);
    expect(await remind()).toBe(1);

    const moved = secondsFromNow(40 * day);
    await db().license.updateMany({ where: { orderItem: { orderId } }, data: { expiresAt: moved } });
    expect(await remind()).toBe(1);
    testClock.advance(34 * day);
    expect(await remind()).toBe(2);
    expect(await remind()).toBe(2);
  });

  it("name the end in the shop's time zone and the buyer's language, and their link opens the order", async ({
    smtp,
  }) => {
    await set("timeZone", "Asia/Tokyo");
    testClock.set(new Date("2026-03-01T20:30:00Z"));
    const { orderNo } = await aSale({ living: { days: 30 } }, { locale: "zh" });
    await aSale(license(30));
    testClock.advance(24 * day);
    expect(await remind()).toBe(2);
    for (const { mailId } of (await jobsOf("mail.send")) as JobPayloads["mail.send"][])
      await sendMail(mailId);
    const mail = smtp.mails.find(({ text }) => text.includes(orderNo));
    expect(mail?.subject).toContain("将于 2026-04-01 到期");
    expect(mail?.text).toContain("可使用至 2026-04-01 05:30（Asia/Tokyo）");
    const token = /#t=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    expect(mail?.text).toContain(`/orders/${orderNo}#t=${token}`);
    const english = smtp.mails.find(({ text }) => !text.includes(orderNo));
    expect(english?.text).toContain("until 2026-04-01 05:30 (Asia/Tokyo)");
  });

  it("are not sent for what was refunded, revoked, disputed, frozen, sold to an agent, without an end, over, or for no longer than the days", async () => {
    const refunded = await aSale(license(365));
    await refundByHand(refunded.orderNo, { keys: "withdraw" });
    const revoked = await aSale(license(365));
    await db().license.updateMany({
      where: { orderItem: { orderId: revoked.orderId } },
      data: { status: "revoked", revokedAt: now() },
    });
    for (const settings of [license(365), { living: { days: 365 } }]) {
      const { orderId: id, orderNo } = await aSale(settings);
      await reportDispute({ id, orderNo }, "open", `D${id}`);
    }
    const { orderId } = await aSale(license(365));
    const { site } = await aSite();
    await db().order.update({ where: { id: orderId }, data: { siteId: site.id, buyerKind: "site" } });
    await aSale(license(null));
    await aSale(license(300));
    testClock.advance(360 * day);
    await aSale(license(7));
    expect(await remind()).toBe(0);
  });

  it("are not sent for an end that was moved or is over when the job's turn comes, and not at all with 0 days", async () => {
    const [late, moved] = [await aSale(license(30)), await aSale(license(30))];
    testClock.advance(25 * day);
    await set("endReminderDays", 0);
    expect(await remindOfEnds()).toBe(0);
    await db().setting.deleteMany({});
    forgetSettings();
    expect(await remindOfEnds()).toBe(2);
    await db().license.updateMany({
      where: { orderItem: { orderId: moved.orderId } },
      data: { expiresAt: secondsFromNow(90 * day) },
    });
    testClock.advance(6 * day);
    expect(await mailAll()).toBe(0);
    expect(late.orderId).not.toBe(moved.orderId);
  });

  it("leave as fast as mails may, in slices, no more at a turn than leave until the next one", async () => {
    const { orderId } = await aSale(license(365), { quantity: 250 });
    testClock.advance(360 * day);
    const statements = await remindOfEnds();
    expect(statements).toBe(250);
    expect(await db().license.count({ where: { orderItem: { orderId }, remindedOf: null } })).toBe(0);
    expect(await mailAll()).toBe(1);
  });
});
