import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { inTransaction, type Tx } from "@/lib/db/transaction";
import { closeOrder } from "@/lib/orders/close-order";
import { checkLedger } from "@/lib/wallet/check-ledger";
import { captureHold, holdBalance, releaseHold } from "@/lib/wallet/hold-balance";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aProduct, aUser } from "../../support/builders/products";
import { balanceOf, giveBalance } from "../../support/builders/wallet";

async function anOrderOf(balanceCents: bigint, options: { useBalance?: boolean } = {}) {
  const { sku } = await aProduct({ keys: 3, priceCents: 1000n });
  const user = await aUser();
  if (balanceCents > 0n) await giveBalance(user.id, balanceCents);
  const { orderId } = await anOrder({ sku, userId: user.id, email: user.email, ...options });
  const { orderNo } = await getOrder(orderId);
  return { orderId, userId: user.id, hold: { orderId, orderNo, userId: user.id, amountCents: 400n } };
}

async function heldOf(userId: number): Promise<bigint> {
  const account = await db().ledgerAccount.findFirst({ where: { kind: "user_hold", userId } });
  return account?.balanceCents ?? 0n;
}

const many = <T>(step: (tx: Tx) => Promise<T>) =>
  Promise.all(Array.from({ length: 8 }, () => inTransaction(step)));

describe("holdBalance", () => {
  it("sets money aside once, captures it once, and has nothing left to release", async () => {
    const { orderId, userId, hold } = await anOrderOf(1000n);
    await many((tx) => holdBalance(tx, hold));
    expect([await balanceOf(userId), await heldOf(userId)]).toEqual([600n, 400n]);
    const captured = await many((tx) => captureHold(tx, orderId));
    expect(captured.filter(Boolean)).toHaveLength(1);
    expect(await inTransaction((tx) => releaseHold(tx, orderId))).toBe(false);
    expect([await balanceOf(userId), await heldOf(userId)]).toEqual([600n, 0n]);
    expect(await checkLedger(db())).toMatchObject({ is_sound: true });
  });

  it("gives money back once", async () => {
    const { orderId, userId, hold } = await anOrderOf(1000n);
    await inTransaction((tx) => holdBalance(tx, hold));
    const released = await many((tx) => releaseHold(tx, orderId));
    expect(released.filter(Boolean)).toHaveLength(1);
    expect([await balanceOf(userId), await heldOf(userId)]).toEqual([1000n, 0n]);
  });

  it("can hold again for an order whose money went back, and end that again", async () => {
    const { orderId, userId, hold } = await anOrderOf(1000n);
    for (const end of [releaseHold, releaseHold, captureHold]) {
      await inTransaction((tx) => holdBalance(tx, hold));
      expect(await balanceOf(userId)).toBe(600n);
      expect(await inTransaction((tx) => end(tx, orderId))).toBe(true);
    }
    expect([await balanceOf(userId), await heldOf(userId)]).toEqual([600n, 0n]);
    expect(await checkLedger(db())).toMatchObject({ is_sound: true, transfers: 7 });
  });

  it("refuses before it writes, so that a caller may go on in the same transaction", async () => {
    const { orderId, userId, hold } = await anOrderOf(300n);
    const caught = await inTransaction((tx) => holdBalance(tx, hold).catch((error: Error) => error));
    expect(caught).toMatchObject({ kind: "insufficient_balance" });
    expect(await db().walletHold.count({ where: { orderId } })).toBe(0);
    expect(await balanceOf(userId)).toBe(300n);
    expect(await checkLedger(db())).toMatchObject({ is_sound: true, transfers: 1 });
  });

  it("two orders at once cannot set the same money aside [O13]", async () => {
    const { sku } = await aProduct({ keys: 10, priceCents: 1000n });
    const user = await aUser();
    await giveBalance(user.id, 1500n);
    await Promise.allSettled(
      Array.from({ length: 6 }, () => anOrder({ sku, userId: user.id, email: user.email, useBalance: true })),
    );
    const { _sum } = await db().order.aggregate({
      where: { userId: user.id },
      _sum: { walletPaidCents: true },
    });
    expect((_sum.walletPaidCents ?? 0n) + (await balanceOf(user.id))).toBe(1500n);
    expect(await checkLedger(db())).toMatchObject({ is_sound: true });
  });
});

describe("orders paid from the balance", () => {
  it("are delivered at once when the balance covers them [C25]", async () => {
    const { orderId, userId } = await anOrderOf(2500n, { useBalance: true });
    expect(await getOrder(orderId)).toMatchObject({ status: "delivered", walletPaidCents: 1000n });
    expect(await balanceOf(userId)).toBe(1500n);
    const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
    expect(user.spentCents).toBe(1000n);
  });

  it("give a part that was set aside back when the order is closed [C21]", async () => {
    const { orderId, userId } = await anOrderOf(300n, { useBalance: true });
    expect([await balanceOf(userId), await heldOf(userId)]).toEqual([0n, 300n]);
    await inTransaction((tx) => closeOrder(tx, orderId, "canceled", "test"));
    expect([await balanceOf(userId), await heldOf(userId)]).toEqual([300n, 0n]);
  });

  it("take it again when late money comes, or leave the order closed when it is spent [C23]", async () => {
    const kept = await anOrderOf(300n, { useBalance: true });
    await inTransaction((tx) => closeOrder(tx, kept.orderId, "canceled", "test"));
    expect(await pay(kept.orderId)).toBe("late");
    expect(await balanceOf(kept.userId)).toBe(0n);

    const spent = await anOrderOf(300n, { useBalance: true });
    await inTransaction((tx) => closeOrder(tx, spent.orderId, "canceled", "test"));
    await giveBalance(spent.userId, -100n);
    expect(await pay(spent.orderId)).toBe("overpaid");
    expect(await balanceOf(spent.userId)).toBe(200n);
    expect(await checkLedger(db())).toMatchObject({ is_sound: true });
  });
});
