import { describe, expect, it } from "vitest";
import { maxCents } from "@/lib/core/money";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { checkLedger } from "@/lib/wallet/check-ledger";
import { postTransfer } from "@/lib/wallet/post-transfer";
import type { AccountRef, Transfer } from "@/lib/wallet/types";
import { aUser } from "../../support/builders/products";
import { balanceOf, giveBalance } from "../../support/builders/wallet";

const wallet = (userId: number): AccountRef => ({ kind: "user_wallet", userId });

const move = (from: AccountRef, to: AccountRef, amountCents: bigint, reasonKey: string): Transfer => ({
  type: "admin_adjust",
  reasonKey,
  reference: "",
  entries: [
    { account: from, amountCents: -amountCents },
    { account: to, amountCents },
  ],
});

const post = (transfer: Transfer) => inTransaction((tx) => postTransfer(tx, transfer));

describe("postTransfer", () => {
  it("moves money between accounts that it opens, and keeps the balance after each entry", async () => {
    const user = await aUser();
    const { posted, transferNo } = await post(move({ kind: "shop_adjustments" }, wallet(user.id), 500n, "a"));
    expect(posted).toBe(true);
    expect(transferNo).toMatch(/^T[0-9A-Z]{16}$/);
    expect(await balanceOf(user.id)).toBe(500n);
    const entries = await db().ledgerEntry.findMany({ orderBy: { amountCents: "asc" } });
    expect(entries.map((entry) => [entry.amountCents, entry.balanceAfterCents])).toEqual([
      [-500n, null],
      [500n, 500n],
    ]);
    expect(await checkLedger(db())).toMatchObject({ is_sound: true, accounts: 2, transfers: 1 });
  });

  it("moves money once for one reason, however many come at once [O13]", async () => {
    const user = await aUser();
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        post(move({ kind: "shop_adjustments" }, wallet(user.id), 500n, "same")),
      ),
    );
    expect(results.filter((result) => result.posted)).toHaveLength(1);
    expect(new Set(results.map((result) => result.transferNo)).size).toBe(1);
    expect(await balanceOf(user.id)).toBe(500n);
  });

  it("never goes below zero, and a refused transfer leaves nothing behind [O13]", async () => {
    const user = await aUser();
    await giveBalance(user.id, 1000n);
    const results = await Promise.allSettled(
      Array.from({ length: 15 }, (_, n) =>
        post(move(wallet(user.id), { kind: "shop_adjustments" }, 300n, `out:${n}`)),
      ),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(3);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ kind: "insufficient_balance" });
    }
    expect(await balanceOf(user.id)).toBe(100n);
    expect(await db().ledgerTransfer.count()).toBe(4);
    expect(await checkLedger(db())).toMatchObject({ is_sound: true });
  });

  it("never lets a balance grow past 12 digits, and takes back what is there", async () => {
    const user = await aUser();
    const deposit = () => giveBalance(user.id, maxCents);
    await deposit();
    await expect(deposit()).rejects.toMatchObject({ kind: "state_conflict" });
    await expect(giveBalance(user.id, 1n)).rejects.toMatchObject({ kind: "state_conflict" });
    expect(await balanceOf(user.id)).toBe(maxCents);
    await post(move(wallet(user.id), { kind: "shop_adjustments" }, maxCents, "back"));
    expect(await balanceOf(user.id)).toBe(0n);
    expect(await db().ledgerTransfer.count()).toBe(2);
  });

  it("does not deadlock when money goes both ways between the same wallets", async () => {
    const [a, b] = [await aUser(), await aUser()];
    await giveBalance(a.id, 10_000n);
    await giveBalance(b.id, 10_000n);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const [from, to] = n % 2 === 0 ? [a, b] : [b, a];
        return post(move(wallet(from.id), wallet(to.id), 10n, `swap:${n}`));
      }),
    );
    expect([await balanceOf(a.id), await balanceOf(b.id)]).toEqual([10_000n, 10_000n]);
  });

  it("refuses a transfer that does not sum to zero before the database has to", async () => {
    const user = await aUser();
    const lopsided: Transfer = {
      ...move({ kind: "shop_adjustments" }, wallet(user.id), 5n, "lopsided"),
      entries: [
        { account: { kind: "shop_adjustments" }, amountCents: -5n },
        { account: wallet(user.id), amountCents: 6n },
      ],
    };
    await expect(post(lopsided)).rejects.toThrow(/sum to zero/);
    await expect(post(move({ kind: "shop_adjustments" }, wallet(user.id), 0n, "nothing"))).rejects.toThrow(
      /nothing/,
    );
  });
});

describe("the ledger's constraints", () => {
  it("refuse a commit whose transfer does not sum to zero", async () => {
    const user = await aUser();
    await giveBalance(user.id, 100n);
    const account = await db().ledgerAccount.findFirstOrThrow({ where: { userId: user.id } });
    const unbalanced = inTransaction(async (tx) => {
      const transfer = await tx.ledgerTransfer.create({
        data: { transferNo: "T1", type: "admin_adjust", reasonKey: "raw" },
      });
      await tx.ledgerEntry.create({
        data: { transferId: transfer.id, accountId: account.id, amountCents: 1n },
      });
    });
    await expect(unbalanced).rejects.toThrow(/sum to zero/);
    expect(await db().ledgerTransfer.count({ where: { reasonKey: "raw" } })).toBe(0);
  });

  it("refuse changes and deletions of what is booked", async () => {
    const user = await aUser();
    await giveBalance(user.id, 100n);
    await expect(db().ledgerEntry.updateMany({ data: { amountCents: 1n } })).rejects.toThrow(/append-only/);
    await expect(db().ledgerEntry.deleteMany()).rejects.toThrow(/append-only/);
    await expect(db().ledgerTransfer.deleteMany()).rejects.toThrow(/append-only/);
  });

  it("refuse a negative balance, a second account of one owner, and an owned account without an owner", async () => {
    const user = await aUser();
    await giveBalance(user.id, 100n);
    const account = await db().ledgerAccount.findFirstOrThrow({ where: { userId: user.id } });
    const { kind, userId, currency } = account;
    await expect(
      db().ledgerAccount.update({ where: { id: account.id }, data: { balanceCents: -1n } }),
    ).rejects.toThrow(/ledger_accounts_balance_check/);
    await expect(
      db().ledgerAccount.create({ data: { kind, userId, currency, balanceCents: 0n } }),
    ).rejects.toThrow(/Unique|unique/);
    await expect(db().ledgerAccount.create({ data: { kind: "shop_adjustments", currency } })).rejects.toThrow(
      /Unique|unique/,
    );
    await expect(
      db().ledgerAccount.create({ data: { kind: "user_wallet", currency, balanceCents: 0n } }),
    ).rejects.toThrow(/ledger_accounts_owner_check/);
  });

  it("let the check find a balance that somebody changed by hand", async () => {
    const user = await aUser();
    await giveBalance(user.id, 100n);
    await db().ledgerAccount.updateMany({ where: { userId: user.id }, data: { balanceCents: 900n } });
    const check = await checkLedger(db());
    expect(check.is_sound).toBe(false);
    expect(check.drifts).toEqual([
      {
        account: `user_wallet:${user.id}:USD`,
        balance: "9.00",
        entries_sum: "1.00",
        problem: "balance differs from entries",
      },
    ]);
  });
});
