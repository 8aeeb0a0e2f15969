import { AppError } from "../core/errors";
import { newTransferNo } from "../core/ids";
import { type Cents, maxCents, sumCents, writeShopCents } from "../core/money";
import { refusal } from "../core/refusals/refusal";
import type { Tx } from "../db/transaction";
import { findOrOpenAccounts, keyOfAccount } from "./ledger-accounts";
import { insertEntries, insertTransfer, type LedgerAccountRow, moveBalance } from "./sql";
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
  const accounts = await findOrOpenAccounts(tx, refs, currency);
  return [...totals].map(([key, { amountCents }]) => {
    const account = accounts.get(key);
    if (!account) throw new Error(`Ledger account ${key} could not be opened`);
    return { account, amountCents };
  });
}

async function moveOwned(tx: Tx, { account, amountCents }: Movement): Promise<Cents> {
  const balance = await moveBalance(tx, account.id, amountCents);
  if (balance !== undefined) return balance;
  if (amountCents > 0n) {
    throw new AppError("state_conflict", refusal("balance_too_large", { max: writeShopCents(maxCents) }));
  }
  throw new AppError("insufficient_balance", "insufficient_balance");
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
  const inserted = await insertTransfer(tx, { transferNo, type, reasonKey, reference, remark, createdById });
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
    balances.set(movement.account.id, await moveOwned(tx, movement));
  }
  await insertEntries(
    tx,
    inserted.id,
    movements.map(({ account, amountCents }) => ({
      accountId: account.id,
      amountCents,
      balanceAfterCents: balances.get(account.id) ?? null,
    })),
  );
  return { posted: true, transferNo };
}

/** A repeat, which moves nothing. */
export const isPosted = async (tx: Tx, reasonKey: string): Promise<boolean> =>
  (await tx.ledgerTransfer.count({ where: { reasonKey } })) > 0;
