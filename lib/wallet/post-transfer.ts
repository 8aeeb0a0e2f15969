import { AppError } from "../core/errors";
import { newTransferNo } from "../core/ids";
import { type Cents, maxCents, sumCents, writeShopCents } from "../core/money";
import { refusal } from "../core/refusals/refusal";
import type { Tx } from "../db/transaction";
import { type AccountOwners, bookTransfer, openAccounts } from "./sql/book-transfer";
import type { AccountRef, PostedTransfer, Transfer } from "./types";

const userIdOf = (ref: AccountRef) => ("userId" in ref ? ref.userId : null);
const siteIdOf = (ref: AccountRef) => ("siteId" in ref ? ref.siteId : null);
/** An agent's debt is no balance that could fall below zero: it is the sum of its entries. */
const isOwned = (ref: AccountRef) => ("userId" in ref || "siteId" in ref) && ref.kind !== "site_account";

/** One movement an account, whatever number of entries the caller named. */
function movementsOf({ entries, currency }: Transfer): AccountOwners & { amounts: Cents[] } {
  const totals = new Map<string, { ref: AccountRef; amountCents: Cents }>();
  for (const { account: ref, amountCents } of entries) {
    const key = `${ref.kind}:${userIdOf(ref) ?? ""}:${siteIdOf(ref) ?? ""}`;
    totals.set(key, { ref, amountCents: (totals.get(key)?.amountCents ?? 0n) + amountCents });
  }
  const movements = [...totals.values()];
  return {
    kinds: movements.map(({ ref }) => ref.kind),
    userIds: movements.map(({ ref }) => userIdOf(ref)),
    siteIds: movements.map(({ ref }) => siteIdOf(ref)),
    owned: movements.map(({ ref }) => isOwned(ref)),
    amounts: movements.map(({ amountCents }) => amountCents),
    currency: currency ?? null,
  };
}

function assertBalanced({ reasonKey, entries }: Transfer): void {
  if (sumCents(entries.map((entry) => entry.amountCents)) !== 0n) {
    throw new Error(`Transfer ${reasonKey} does not sum to zero`);
  }
  if (entries.length < 2 || entries.some((entry) => entry.amountCents === 0n)) {
    throw new Error(`Transfer ${reasonKey} moves nothing in one of its entries`);
  }
}

const refuse = (amountCents: Cents) =>
  amountCents > 0n
    ? new AppError("state_conflict", refusal("balance_too_large", { max: writeShopCents(maxCents) }))
    : new AppError("insufficient_balance", "insufficient_balance");

/**
 * The one way in which money moves, by one statement. Balances change in account order, so that two transfers neither deadlock
 * nor overdraw; the same `reasonKey` again changes nothing.
 * @throws AppError `insufficient_balance` when an owned account would fall below zero, `state_conflict` when it would have more than 12 digits; who catches it must give up the
 * transaction, or go back to a savepoint, because the transfer's row is written by then.
 */
export async function postTransfer(tx: Tx, transfer: Transfer): Promise<PostedTransfer> {
  assertBalanced(transfer);
  const { type, reasonKey, reference, remark = null, createdById = null } = transfer;
  const movements = movementsOf(transfer);
  const transferNo = newTransferNo();
  const row = { ...movements, transferNo, type, reasonKey, reference, remark, createdById };
  let booked = await bookTransfer(tx, row);
  if (booked.found < movements.amounts.length) {
    await openAccounts(tx, movements);
    booked = await bookTransfer(tx, row);
  }
  if (booked.found < movements.amounts.length)
    throw new Error(`The accounts of ${reasonKey} cannot be opened`);
  if (booked.refused !== null) throw refuse(booked.refused);
  if (booked.isNew) return { posted: true, transferNo };
  const earlier = await tx.ledgerTransfer.findUniqueOrThrow({
    where: { reasonKey },
    select: { transferNo: true },
  });
  return { posted: false, transferNo: earlier.transferNo };
}

/** A repeat, which moves nothing. */
export const isPosted = async (tx: Tx, reasonKey: string): Promise<boolean> =>
  (await tx.ledgerTransfer.count({ where: { reasonKey } })) > 0;
