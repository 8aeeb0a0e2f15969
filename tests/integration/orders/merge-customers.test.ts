import { describe, expect, it } from "vitest";
import { operations as adminUsers } from "@/app/api/v1/admin/users/[[...path]]/route";
import { login } from "@/lib/accounts/sessions/login";
import type { AdminActor } from "@/lib/acts/actor";
import { isAppError } from "@/lib/core/errors";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { writeGuestCard } from "@/lib/orders/customers/guest-card";
import { mergeCustomers } from "@/lib/orders/customers/merge-customers";
import { previewMerge } from "@/lib/orders/customers/preview-merge";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { adjustBalance } from "@/lib/wallet/adjust-balance";
import { checkLedger } from "@/lib/wallet/check-ledger";
import { settleRecharge } from "@/lib/wallet/recharges/settle-recharge";
import { aLoggedInUser, aRegisteredUser, goodPassword, jobsOf } from "../../support/builders/accounts";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct, aUser } from "../../support/builders/products";
import { aRecharge, balanceOf, giveBalance } from "../../support/builders/wallet";
import { lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { rounds } from "../../support/harness/tier";

const staff = staffOfTest();

const merge = async (
  from: { user_id: number } | { email: string },
  into: number | string,
  actor?: AdminActor,
) =>
  mergeCustomers(actor ?? (await anAdmin()), aClient(), {
    user_id: undefined,
    email: undefined,
    ...from,
    into: String(into),
  });

const preview = (from: { user_id: number } | { email: string }, into: number) =>
  previewMerge({ user_id: undefined, email: undefined, ...from, into: String(into) });

const heldOf = async (userId: number): Promise<bigint> =>
  (await db().ledgerAccount.findFirst({ where: { kind: "user_hold", userId } }))?.balanceCents ?? 0n;

const ownerOf = async (orderId: number) =>
  (await db().order.findUniqueOrThrow({ where: { id: orderId } })).userId;

const soundLedger = async () => expect(await checkLedger(db())).toMatchObject({ is_sound: true });

/** Two accounts of one person; the first has all that an account can have. */
async function twoAccounts() {
  const { sku } = await aProduct({ keys: 8, priceCents: 1000n });
  const { user: from } = await aLoggedInUser({ note: "Calls at night", tags: ["vip", "slow"] });
  const into = await aRegisteredUser({ note: "Pays late", tags: ["vip"] });
  await giveBalance(from.id, 5000n);
  await giveBalance(into.id, 200n);
  const paid = await anOrder({ sku, userId: from.id, email: from.email });
  await pay(paid.orderId);
  return { sku, from, into, paid: paid.orderId };
}

/** An order of 60.00 that sets the whole balance aside and waits for the rest. */
async function aRunningOrder({ sku, from }: Pick<Awaited<ReturnType<typeof twoAccounts>>, "sku" | "from">) {
  const { orderId } = await anOrder({
    sku,
    quantity: 6,
    userId: from.id,
    email: from.email,
    useBalance: true,
  });
  return orderId;
}

describe("merging two accounts", () => {
  it("gives orders, balance, what is set aside, recharges, cart, note and tags to the other, and closes the one [C200]", async () => {
    const { sku, from, into, paid } = await twoAccounts();
    const running = await anOrder({ sku, userId: from.id, email: from.email });
    const recharge = await aRecharge(from.id, 700n);
    const lines = [{ product_id: sku.productId, sku_id: sku.id, quantity: 2 }];
    await db().cart.create({ data: { userId: from.id, lines, version: 1, changedAt: new Date() } });
    const before = await db().user.findUniqueOrThrow({ where: { id: from.id } });
    expect(await preview({ user_id: from.id }, into.id)).toMatchObject({
      from: { user_id: from.id, email: from.email, orders: 2 },
      into: { user_id: into.id, email: into.email, orders: 0 },
      moved: { orders: 2, balance: "50.00", recharges: 1, cart_lines: 1, has_note: true, tags: from.tags },
    });
    const result = await merge({ user_id: from.id }, into.email);
    expect(result).toEqual({ user_id: into.id, moved_orders: 2, moved_balance: "50.00" });
    expect([await ownerOf(paid), await ownerOf(running.orderId)]).toEqual([into.id, into.id]);
    expect([await balanceOf(from.id), await balanceOf(into.id)]).toEqual([0n, 5200n]);
    expect(await db().recharge.findUniqueOrThrow({ where: { id: recharge.id } })).toMatchObject({
      userId: into.id,
    });
    expect(await db().cart.findUnique({ where: { userId: into.id } })).toMatchObject({ lines });
    expect(await db().user.findUniqueOrThrow({ where: { id: into.id } })).toMatchObject({
      note: "Pays late\n\nCalls at night",
      tags: ["vip", "slow"],
      spentCents: before.spentCents,
    });
    expect(await db().user.findUniqueOrThrow({ where: { id: from.id } })).toMatchObject({
      status: "disabled",
      mergedIntoId: into.id,
      note: "",
      spentCents: 0n,
    });
    expect(await db().orderEvent.findMany({ where: { orderId: paid, kind: "adopted" } })).toHaveLength(1);
    expect(await lastAudit()).toMatchObject({
      action: "customer.merge",
      target: `user:${into.id}`,
      data: { from: `user:${from.id}`, orders: 2, balance: "50.00" },
    });
    expect(await jobsOf("account.security")).toMatchObject([
      { userId: from.id, event: "account_merged", ip: null },
      { userId: into.id, event: "account_joined", ip: null },
    ]);
    await soundLedger();
  });

  it("leaves no way in to the one that was merged, and staff cannot open it again [C200]", async () => {
    const { from, into } = await twoAccounts();
    await merge({ user_id: from.id }, into.id);
    expect(await db().session.count({ where: { userId: from.id, revokedAt: null } })).toBe(0);
    await expect(login({ email: from.email, password: goodPassword }, aClient())).rejects.toThrow();
    const change = (body: object) =>
      staff.call(adminUsers.updateUser, "PATCH", { params: { id: String(from.id) }, body });
    for (const body of [{ status: "active" }, { reset_password: true }])
      expect((await change(body)).status).toBe(409);
    const bulk = { ids: [from.id], status: "active" };
    await staff.call(adminUsers.changeUsers, "POST", { body: bulk });
    expect(await db().user.findUniqueOrThrow({ where: { id: from.id } })).toMatchObject({
      status: "disabled",
    });
    await expect(
      adjustBalance(await anAdmin(), aClient(), from.id, {
        direction: "in",
        amount: 100n,
        remark: "gift",
        request_key: crypto.randomUUID(),
      }),
    ).rejects.toMatchObject({ refusal: { rule: "customer_merged" } });
  });

  it.for([
    ["itself", ({ from }: Accounts) => from.id, "customer_itself"],
    ["nobody", () => "nobody@corner.example", "no_such_account"],
    ["a guest", () => "guest@corner.example", "no_such_account"],
  ] as const)("refuses to merge an account into %s [C200]", async ([, into, rule]) => {
    const accounts = await twoAccounts();
    const { sku, from } = accounts;
    await anOrder({ sku, email: "guest@corner.example" });
    await expect(merge({ user_id: from.id }, into(accounts))).rejects.toMatchObject({ refusal: { rule } });
    expect(await balanceOf(from.id)).toBe(5000n);
  });

  it("is refused before anything is shown, as when it is done [C200]", async () => {
    const { from, into } = await twoAccounts();
    const closed = await aUser({ status: "disabled" });
    const refused = [
      [from.id, from.id],
      [from.id, closed.id],
      [from.id, 999_999],
      [999_999, into.id],
    ] as const;
    const reasonOf = (done: Promise<unknown>) =>
      done.then(
        () => "done",
        (cause: unknown) => (isAppError(cause) ? cause.message : cause),
      );
    for (const [userId, intoId] of refused) {
      const shown = await reasonOf(preview({ user_id: userId }, intoId));
      expect(shown).not.toBe("done");
      expect(await reasonOf(merge({ user_id: userId }, intoId))).toBe(shown);
    }
    await merge({ user_id: from.id }, into.id);
    expect(await reasonOf(preview({ user_id: from.id }, into.id))).toContain("was merged");
  });

  it("counts the balance against the limits of who merges, and moves nothing above them [C200]", async () => {
    const { from, into, paid } = await twoAccounts();
    const support: AdminActor = { ...(await anAdmin()), role: "support" };
    await expect(merge({ user_id: from.id }, into.id, support)).rejects.toMatchObject({
      refusal: { rule: "above_act_limit" },
    });
    expect([await balanceOf(from.id), await ownerOf(paid)]).toEqual([5000n, from.id]);
  });

  it("keeps what is set aside for a running order: it is paid, and refunded, for the other account [C200]", async () => {
    const accounts = await twoAccounts();
    const { from, into } = accounts;
    const orderId = await aRunningOrder(accounts);
    expect(await heldOf(from.id)).toBe(5000n);
    await merge({ user_id: from.id }, into.id);
    expect([await heldOf(from.id), await heldOf(into.id), await balanceOf(into.id)]).toEqual([
      0n,
      5000n,
      200n,
    ]);
    await pay(orderId);
    const { orderNo } = await getOrder(orderId);
    await refundOrder(await anAdmin(), aClient(), {
      orderNo,
      amountCents: 6000n,
      method: "wallet",
      reason: null,
    });
    expect([await heldOf(into.id), await balanceOf(into.id)]).toEqual([0n, 6200n]);
    await soundLedger();
  });
});

type Accounts = Awaited<ReturnType<typeof twoAccounts>>;

/** Acts of the account itself, a gateway or staff at the same moment. */
const atOnce: Record<string, (accounts: Accounts) => Promise<() => Promise<unknown>>> = {
  "a payment": async ({ sku, from }) => {
    const { orderId } = await anOrder({ sku, userId: from.id, email: from.email });
    return () => pay(orderId);
  },
  "a payment from the balance": async (accounts) => {
    const orderId = await aRunningOrder(accounts);
    return () => pay(orderId);
  },
  "a new order": async ({ sku, from }) => {
    return () => anOrder({ sku, userId: from.id, email: from.email });
  },
  "a new order from the balance": async (accounts) => () => aRunningOrder(accounts),
  "a recharge that arrives": async ({ from }) => {
    const { id } = await aRecharge(from.id, 900n);
    return () => inTransaction((tx) => settleRecharge(tx, { rechargeId: id }));
  },
  "a refund to the balance": async ({ paid }) => {
    const { orderNo } = await getOrder(paid);
    const admin = await anAdmin();
    return () =>
      refundOrder(admin, aClient(), { orderNo, amountCents: 300n, method: "wallet", reason: null });
  },
};

describe("a merge that meets", () => {
  for (const [what, prepare] of Object.entries(atOnce))
    it(`${what} loses nothing, and leaves nothing at the merged account [C200]`, async () => {
      for (let round = 0; round < rounds; round++) {
        const accounts = await twoAccounts();
        const { from, into } = accounts;
        const act = await prepare(accounts);
        const [merged] = await Promise.allSettled([merge({ user_id: from.id }, into.id), act()]);
        expect(merged.status).toBe("fulfilled");
        expect(await db().order.count({ where: { userId: from.id } })).toBe(0);
        expect(await db().recharge.count({ where: { userId: from.id } })).toBe(0);
        expect(await db().walletHold.count({ where: { userId: from.id } })).toBe(0);
        expect([await balanceOf(from.id), await heldOf(from.id)]).toEqual([0n, 0n]);
        const held = await db().walletHold.findMany({ where: { userId: into.id, status: "held" } });
        expect(held.reduce((sum, { amountCents }) => sum + amountCents, 0n)).toBe(await heldOf(into.id));
        await soundLedger();
      }
    });

  it("another merge: one of two that cross, or that take the same account, is done [C200]", async () => {
    for (let round = 0; round < rounds; round++) {
      const { from, into } = await twoAccounts();
      const third = await aUser();
      const crossed = await Promise.allSettled([
        merge({ user_id: from.id }, into.id),
        merge({ user_id: into.id }, from.id),
        merge({ user_id: from.id }, third.id),
      ]);
      const refused = crossed.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      expect(refused.every((reason) => isAppError(reason))).toBe(true);
      const people = await db().user.findMany({ where: { id: { in: [from.id, into.id, third.id] } } });
      const open = people.filter(({ mergedIntoId }) => mergedIntoId === null);
      const sums = await Promise.all(open.map(({ id }) => balanceOf(id)));
      // All the money is at accounts that are open, whatever came first.
      expect(sums.reduce((sum, cents) => sum + cents, 0n)).toBe(5200n);
      expect(people.length - open.length).toBe(crossed.filter(({ status }) => status === "fulfilled").length);
      await soundLedger();
    }
  });
});

describe("merging a guest's address into an account", () => {
  it("gives it the paid orders, note and tags; an order that waits for its money stays [C200]", async () => {
    const { sku } = await aProduct({ keys: 4 });
    const email = "guest@corner.example";
    const into = await aUser({ tags: ["vip"] });
    const paid = await anOrder({ sku, email });
    await pay(paid.orderId);
    const waiting = await anOrder({ sku, email });
    await writeGuestCard(await anAdmin(), aClient(), { email, note: "Wrote twice", tags: ["slow"] });
    expect(await preview({ email }, into.id)).toMatchObject({
      from: { user_id: null, email, orders: 2 },
      moved: { orders: 1, waiting: 1, balance: "0.00", has_note: true, tags: ["slow"] },
    });
    const result = await merge({ email }, into.id);
    expect(result).toEqual({ user_id: into.id, moved_orders: 1, moved_balance: "0.00" });
    expect([await ownerOf(paid.orderId), await ownerOf(waiting.orderId)]).toEqual([into.id, null]);
    expect(await db().user.findUniqueOrThrow({ where: { id: into.id } })).toMatchObject({
      note: "Wrote twice",
      tags: ["vip", "slow"],
    });
    expect(await db().guest.count()).toBe(0);
    expect(await jobsOf("account.security")).toMatchObject([{ userId: into.id, event: "account_joined" }]);
  });
});
