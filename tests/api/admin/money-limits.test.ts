import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { operations as adminGiftCards } from "@/app/api/v1/admin/gift-cards/[[...path]]/route";
import { operations as adminSites } from "@/app/api/v1/admin/interconnect/sites/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { readMoneyLeft } from "@/lib/accounts/staff/roles/money-limit";
import { roleColumns } from "@/lib/accounts/staff/roles/role-columns";
import type { AdminActor } from "@/lib/acts/actor";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct, aUser } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { balanceOf } from "../../support/builders/wallet";
import { call } from "../../support/harness/call";
import { aMember, ask, book, gift } from "../../support/harness/money-members";
import { expectRefusal } from "../../support/harness/public-suite";

/** As the session of this member of staff makes it. */
async function actorOf(staffId: number): Promise<AdminActor> {
  const { email, ...roles } = await db().staff.findUniqueOrThrow({
    where: { id: staffId },
    select: { email: true, ...roleColumns },
  });
  return { kind: "admin", staffId, sessionId: randomUUID(), email, ...roles };
}

describe("limits of a role", () => {
  it("stop an act above the sum of one act, and take what is below", async () => {
    const member = await aMember({ act: 5000n });
    const user = await aUser();
    const refused = await book(member, user.id, gift("50.01"));
    expectRefusal(refused, 403, /may move 50\.00 in one act: ask a second person/);
    expect(refused.headers.get("x-error-rule")).toBe("above_act_limit");
    expect((await book(member, user.id, gift("50.00"))).status).toBe(200);
    expect(await balanceOf(user.id)).toBe(5000n);
  });

  it("stop what is above the sum of a day, and count a repeated booking once", async () => {
    const member = await aMember({ day: 10_000n });
    const user = await aUser();
    const key = randomUUID();
    for (const _ of [1, 2, 3]) expect((await book(member, user.id, gift("60.00", key))).status).toBe(200);
    const refused = await book(member, user.id, gift("40.01"));
    expectRefusal(refused, 403, /may move 100\.00 in a day, 40\.00 are left/);
    expect((await book(member, user.id, gift("40.00"))).status).toBe(200);
    expectRefusal(await book(member, user.id, gift("0.01")), 403, /0\.00 are left/);
    expect(await balanceOf(user.id)).toBe(10_000n);
  });

  it("tell beforehand what one act may still move [C154]", async () => {
    const member = await aMember({ act: 5000n, day: 6000n });
    const actor = await actorOf(member.staff.id);
    const user = await aUser();
    expect(await readMoneyLeft(actor)).toBe(5000n);
    expect((await book(member, user.id, gift("40.00"))).status).toBe(200);
    expect(await readMoneyLeft(actor)).toBe(2000n);
    expect((await book(member, user.id, gift("20.01"))).status).toBe(403);
    expect((await book(member, user.id, gift("20.00"))).status).toBe(200);
    expect(await readMoneyLeft(actor)).toBe(0n);
    expect(await readMoneyLeft(await actorOf((await aMember()).staff.id))).toBeNull();
  });

  it("count one booking that is sent six times at once, and refuse none of the six", async () => {
    const member = await aMember({ act: 1000n, day: 1500n });
    const user = await aUser();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => book(member, user.id, gift("8.00", key))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await balanceOf(user.id)).toBe(800n);
    expect((await book(member, user.id, gift("7.00"))).status).toBe(200);
  });

  it("count one booking that is sent six times at once as one where there is room for all", async () => {
    const member = await aMember({ day: 10_000n });
    const user = await aUser();
    const body = gift("8.00");
    const answers = await Promise.all(Array.from({ length: 6 }, () => book(member, user.id, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await balanceOf(user.id)).toBe(800n);
    expect(await db().staffMoneyDay.findMany()).toMatchObject([{ usedCents: 800n }]);
  });

  it("begin anew on the next day, and are each person's own", async () => {
    const member = await aMember({ day: 1000n });
    const user = await aUser();
    expect((await book(member, user.id, gift("10.00"))).status).toBe(200);
    await db().staffMoneyDay.updateMany({ data: { day: "2020-01-01" } });
    expect((await book(member, user.id, gift("10.00"))).status).toBe(200);
    const other = await aLoggedInAdmin({ role: "viewer", ownRoleId: member.staff.ownRoleId });
    expect((await book(other, user.id, gift("10.00"))).status).toBe(200);
  });

  it("hold for twenty bookings at once, whatever is refused is not booked [A31]", async () => {
    const member = await aMember({ day: 500n });
    const user = await aUser();
    const answers = await Promise.all(Array.from({ length: 20 }, () => book(member, user.id, gift("1.00"))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(15);
    expect(await balanceOf(user.id)).toBe(500n);
  });

  it("count every act that moves money by hand", async () => {
    const member = await aMember({ act: 0n });
    const { headers } = member;
    const { sku } = await aProduct({ keys: 3, priceCents: 990n });
    const { site } = await aSite();
    const { orderId } = await anOrder({ sku });
    const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    const card = { name: "Gifts", amount: "5.00", quantity: 2 };
    const limit = /may move 0\.00 in one act/;
    const params = { order_no: orderNo };
    expectRefusal(
      await call(adminGiftCards.createGiftCardBatch, "POST", { headers, body: card }),
      403,
      limit,
    );
    const paid = await call(adminOrders.confirmOrderPaid, "POST", {
      headers,
      params,
      body: { note: "cash" },
    });
    expectRefusal(paid, 403, limit);
    const top = { headers, params: { site_id: String(site.id) }, body: gift("1.00") };
    expectRefusal(await call(adminSites.moveDeposit, "POST", top), 403, limit);
    await pay((await db().order.findUniqueOrThrow({ where: { orderNo } })).id);
    const back = { headers, params, body: { amount: "1.00", method: "manual" } };
    expectRefusal(await call(adminOrders.refundOrder, "POST", back), 403, limit);
    expect(await db().giftCardBatch.count()).toBe(0);
    expect(await db().refund.count()).toBe(0);
  });

  it("leave support every sum to a second person", async () => {
    const support = await aLoggedInAdmin({ role: "support" });
    const user = await aUser();
    expectRefusal(await book(support, user.id, gift("0.01")), 403, /may move 0\.00 in one act/);
    expect((await ask(support, { kind: "wallet.adjust", user_id: user.id, ...gift("0.01") })).status).toBe(
      200,
    );
  });
});
