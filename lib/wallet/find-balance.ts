import type { Cents } from "../core/money";
import { Prisma } from "../db/generated/client";
import type { Reader, Tx } from "../db/transaction";
import { shopCurrency } from "./ledger-accounts";

async function read(reader: Reader, userId: number, lock: Prisma.Sql): Promise<Cents> {
  const [account] = await reader.$queryRaw<{ balance: Cents }[]>`
    SELECT balance_cents AS balance FROM ledger_accounts
    WHERE kind = 'user_wallet' AND user_id = ${userId} AND currency = ${shopCurrency} ${lock}`;
  return account?.balance ?? 0n;
}

/** What a user can spend, in the shop's currency. */
export const findBalance = (reader: Reader, userId: number): Promise<Cents> =>
  read(reader, userId, Prisma.empty);

/** The same, and nobody else moves it until this transaction ends. */
export const lockBalance = (tx: Tx, userId: number): Promise<Cents> =>
  read(tx, userId, Prisma.sql`FOR UPDATE`);
