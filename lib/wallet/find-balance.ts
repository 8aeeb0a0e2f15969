import type { Cents } from "../core/money";
import type { Reader, Tx } from "../db/transaction";
import { getSettings } from "../settings/queries";

/** What a user can spend, in the shop's currency. */
export async function findBalance(reader: Reader, userId: number): Promise<Cents> {
  const { currency } = await getSettings();
  const account = await reader.ledgerAccount.findFirst({
    where: { kind: "user_wallet", userId, currency },
    select: { balanceCents: true },
  });
  return account?.balanceCents ?? 0n;
}

/** The same, and nobody else moves it until this transaction ends. */
export async function lockBalance(tx: Tx, userId: number): Promise<Cents> {
  const { currency } = await getSettings();
  const [account] = await tx.$queryRaw<{ balance: Cents }[]>`
    SELECT balance_cents AS balance FROM ledger_accounts
    WHERE kind = 'user_wallet' AND user_id = ${userId} AND currency = ${currency} FOR UPDATE`;
  return account?.balance ?? 0n;
}
