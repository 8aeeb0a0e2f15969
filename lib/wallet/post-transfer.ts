import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { newTransferNo } from "../core/ids";
import { type Cents, formatMoney, maxCents, sumCents } from "../core/money";
import { refusal } from "../core/refusals/refusal";
import { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";
import { findOrOpenAccounts, keyOfAccount, type LedgerAccountRow, shopCurrency } from "./ledger-accounts";
import type { AccountRef, PostedTransfer, Transfer } from "./types";

interface Movement {
  account: LedgerAccountRow;
  amountCents: Cents;
}

/** One movement an account, whatever number of entries the caller named. */
async function resolve(tx: Tx, { entries, currency }: Transfer): Promise<Movement[]> {
  const totals = new Map<string, { ref: AccountRef; amountCents: Cents }>();
  for (const { account: ref, amountCents } of entries) {
    const key = keyOfAccount(ref);
    totals.set(key, { ref, amountCents: (totals.get(key)?.amountCents ?? 0n) + amountCents });
  }
  const refs = [...totals.values()].map(({ ref }) => ref);
  const accounts = await findOrOpenAccounts(
    tx,
    refs,
    currency ? Prisma.sql`${currency}::text` : shopCurrency,
  );
  return [...totals].map(([key, { amountCents }]) => {
    const account = accounts.get(key);
    if (!account) throw new Error(`Ledger account ${key} could not be opened`);
    return { account, amountCents };
  });
}

async function moveBalance(tx: Tx, { account, amountCents }: Movement): Promise<Cents> {
  const [moved] = await tx.$queryRaw<{ balance: Cents }[]>`
    UPDATE ledger_accounts SET balance_cents = balance_cents + ${amountCents}
    WHERE id = ${account.id} AND balance_cents + ${amountCents} BETWEEN 0 AND ${maxCents} RETURNING balance_cents AS balance`;
  if (!moved && amountCents > 0n) {
    throw new AppError("state_conflict", refusal("balance_too_large", { max: formatMoney(maxCents) }));
  }
  if (!moved) throw new AppError("insufficient_balance", "insufficient_balance");
  return moved.balance;
}

function assertBalanced({ reasonKey, entries }: Transfer): void {
  if (sumCents(entries.map((entry) => entry.amountCents)) !== 0n) {
    throw new Error(`Transfer ${reasonKey} does not sum to zero`);
  }
  if (entries.length < 2 || entries.some((entry) => entry.amountCents === 0n)) {
    throw new Error(`Transfer ${reasonKey} moves nothing in one of its entries`);
  }
}

/**
 * The one way in which money moves. Balances change by conditional updates in account order, so that two transfers
 * neither deadlock nor overdraw; the same `reasonKey` again changes nothing.
 * @throws AppError `insufficient_balance` when an owned account would fall below zero, `state_conflict` when it would have more than 12 digits; who catches it must give up the
 * transaction, or go back to a savepoint, because the transfer's row is written by then.
 */
export async function postTransfer(tx: Tx, transfer: Transfer): Promise<PostedTransfer> {
  assertBalanced(transfer);
  const { type, reasonKey, reference, remark = null, createdById = null } = transfer;
  const transferNo = newTransferNo();
  const [inserted] = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO ledger_transfers (transfer_no, type, reason_key, reference, remark, created_by_id, created_at)
    VALUES (${transferNo}, ${type}::ledger_type, ${reasonKey}, ${reference}, ${remark}, ${createdById}, ${now()}::timestamptz)
    ON CONFLICT (reason_key) DO NOTHING RETURNING id`;
  if (!inserted) {
    const earlier = await tx.ledgerTransfer.findUniqueOrThrow({
      where: { reasonKey },
      select: { transferNo: true },
    });
    return { posted: false, transferNo: earlier.transferNo };
  }
  const movements = await resolve(tx, transfer);
  const balances = new Map<number, Cents>();
  for (const movement of movements
    .filter(({ account }) => account.isOwned)
    .sort((a, b) => a.account.id - b.account.id)) {
    balances.set(movement.account.id, await moveBalance(tx, movement));
  }
  const entries = movements.map(
    ({ account, amountCents }) =>
      Prisma.sql`(${inserted.id}::int, ${account.id}::int, ${amountCents}::bigint, ${balances.get(account.id) ?? null}::bigint, ${now()}::timestamptz)`,
  );
  await tx.$executeRaw`
    INSERT INTO ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
    VALUES ${Prisma.join(entries)}`;
  return { posted: true, transferNo };
}
