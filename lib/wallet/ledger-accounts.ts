import type { Tx } from "../db/transaction";
import { type AccountOwner, findAccounts, type LedgerAccountRow, openAccounts, thisCurrency } from "./sql";
import type { AccountRef } from "./types";

const userIdOf = (ref: AccountRef) => ("userId" in ref ? ref.userId : null);
const siteIdOf = (ref: AccountRef) => ("siteId" in ref ? ref.siteId : null);
/** What an agent owes is no balance that could fall below zero: it is the sum of its entries. */
const isOwned = (ref: AccountRef) => ("userId" in ref || "siteId" in ref) && ref.kind !== "site_account";

const accountKey = (kind: AccountRef["kind"], userId: number | null, siteId: number | null): string =>
  `${kind}:${userId ?? ""}:${siteId ?? ""}`;

export const keyOfAccount = (ref: AccountRef): string => accountKey(ref.kind, userIdOf(ref), siteIdOf(ref));

const ownerOf = (ref: AccountRef): AccountOwner => ({
  kind: ref.kind,
  userId: userIdOf(ref),
  siteId: siteIdOf(ref),
  isOwned: isOwned(ref),
});

/** The rows of these accounts in this currency, or in the shop's; one that is missing is opened. Nothing is locked. */
export async function findOrOpenAccounts(
  tx: Tx,
  refs: readonly AccountRef[],
  currency: string | undefined,
): Promise<Map<string, LedgerAccountRow>> {
  const owners = refs.map(ownerOf);
  const inCurrency = thisCurrency(currency);
  let rows = await findAccounts(tx, owners, inCurrency);
  if (rows.length < refs.length) {
    await openAccounts(tx, owners, inCurrency);
    rows = await findAccounts(tx, owners, inCurrency);
  }
  return new Map(rows.map((row) => [accountKey(row.kind, row.userId, row.siteId), row]));
}
