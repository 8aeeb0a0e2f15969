import { describe, expect, it } from "vitest";
import { minutesFromNow, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { expireRecharges } from "@/lib/wallet/recharges/move-recharge";
import { settleRecharge } from "@/lib/wallet/recharges/settle-recharge";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct, aUser } from "../../support/builders/products";
import { aRecharge, balanceOf } from "../../support/builders/wallet";

const settle = (rechargeId: number) => inTransaction((tx) => settleRecharge(tx, { rechargeId }));

async function threeLevels() {
  const [none, silver, gold] = [
    await db().memberLevel.create({ data: { slug: "new", name: "New", isDefault: true, sortOrder: 0 } }),
    await db().memberLevel.create({
      data: {
        slug: "silver",
        name: "Silver",
        sortOrder: 1,
        rechargeThresholdCents: 1000n,
        spendThresholdCents: 2000n,
      },
    }),
    await db().memberLevel.create({
      data: { slug: "gold", name: "Gold", sortOrder: 2, rechargeThresholdCents: 5000n },
    }),
  ];
  return { none, silver, gold };
}

const levelOf = async (id: number) => (await db().user.findUniqueOrThrow({ where: { id } })).memberLevelId;

describe("settleRecharge", () => {
  it("credits once, however many times the gateway says so [P1]", async () => {
    const user = await aUser();
    const { id } = await aRecharge(user.id, 2500n);
    const results = await Promise.all(Array.from({ length: 10 }, () => settle(id)));
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(await balanceOf(user.id)).toBe(2500n);
    expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      rechargedCents: 2500n,
    });
  });

  it("credits one that had expired [C23]", async () => {
    const user = await aUser();
    const { id } = await aRecharge(user.id, 700n);
    testClock.set(minutesFromNow(20));
    expect(await expireRecharges()).toBe(1);
    expect(await expireRecharges()).toBe(0);
    expect(await settle(id)).toBe(true);
    expect(await balanceOf(user.id)).toBe(700n);
    expect(await db().recharge.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: "paid" });
  });

  it("credits in the currency in which it was paid", async () => {
    const user = await aUser();
    const { id } = await aRecharge(user.id, 700n);
    await db().recharge.update({ where: { id }, data: { currency: "EUR" } });
    await settle(id);
    expect(await balanceOf(user.id)).toBe(0n);
    const account = await db().ledgerAccount.findFirstOrThrow({ where: { userId: user.id } });
    expect(account).toMatchObject({ currency: "EUR", balanceCents: 700n });
  });
});

describe("member levels", () => {
  it("rise to the highest that the recharges reach, once for each recharge", async () => {
    const { silver, gold } = await threeLevels();
    const user = await aUser();
    const first = await aRecharge(user.id, 1000n);
    await Promise.all([settle(first.id), settle(first.id), settle(first.id)]);
    expect(await levelOf(user.id)).toBe(silver.id);
    await settle((await aRecharge(user.id, 4000n)).id);
    expect(await levelOf(user.id)).toBe(gold.id);
  });

  it("rise by spending, once for each paid order", async () => {
    const { silver } = await threeLevels();
    const { sku } = await aProduct({ keys: 5, priceCents: 1000n });
    const user = await aUser();
    const order = { sku, userId: user.id, email: user.email };
    const { orderId } = await anOrder(order);
    await Promise.all([pay(orderId), pay(orderId), pay(orderId)]);
    expect(await levelOf(user.id)).toBeNull();
    await pay((await anOrder(order)).orderId);
    expect(await levelOf(user.id)).toBe(silver.id);
    expect(await db().user.findUniqueOrThrow({ where: { id: user.id } })).toMatchObject({
      spentCents: 2000n,
    });
  });

  it("do not fall, and stay where an operator fixed them", async () => {
    const { silver, gold, none } = await threeLevels();
    const high = await aUser({ memberLevelId: gold.id });
    await settle((await aRecharge(high.id, 1000n)).id);
    expect(await levelOf(high.id)).toBe(gold.id);

    const fixed = await aUser({ memberLevelId: none.id, isLevelFixed: true });
    await settle((await aRecharge(fixed.id, 9000n)).id);
    expect(await levelOf(fixed.id)).toBe(none.id);
    expect(silver.id).not.toBe(gold.id);
  });
});
