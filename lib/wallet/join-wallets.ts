import { type Cents, sumCents } from "../core/money";
import type { Tx } from "../db/transaction";
import { postTransfer } from "./post-transfer";
import { openAccounts } from "./sql/book-transfer";
import { closeAccountsOf, lockAccountsOf, moveHolds, moveRecharges } from "./sql/join-accounts";

const userAccounts = ["user_wallet", "user_hold"] as const;

/**
 * Moves all money of a user to another one, with what is set aside for orders that run, and closes the accounts: whoever read them
 * before begins again. The caller has locked both users. @returns the sum, of which a part may be set aside
 */
export async function joinWallets(
  tx: Tx,
  { userId, intoId, remark, staffId }: { userId: number; intoId: number; remark: string; staffId: number },
): Promise<Cents> {
  // Opens what is missing: otherwise whoever comes later would.
  await openAccounts(tx, {
    kinds: [...userAccounts],
    userIds: userAccounts.map(() => userId),
    siteIds: userAccounts.map(() => null),
    owned: userAccounts.map(() => true),
    currency: null,
  });
  const accounts = (await lockAccountsOf(tx, userId, intoId)).filter(({ balanceCents }) => balanceCents > 0n);
  for (const { kind, currency, balanceCents } of accounts)
    await postTransfer(tx, {
      type: "admin_adjust",
      reasonKey: `merge:${userId}:${kind}:${currency}`,
      reference: "",
      remark,
      createdById: staffId,
      currency,
      entries: [
        { account: { kind, userId }, amountCents: -balanceCents },
        { account: { kind, userId: intoId }, amountCents: balanceCents },
      ],
    });
  await closeAccountsOf(tx, userId);
  await moveHolds(tx, userId, intoId);
  await moveRecharges(tx, userId, intoId);
  return sumCents(accounts.map(({ balanceCents }) => balanceCents));
}
