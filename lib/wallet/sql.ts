import { type Expression, sql } from "kysely";
import type { Cents } from "../core/money";
import type { SqlReader } from "../db/kysely";
import { defaultSettings } from "../settings/defaults";

/**
 * The shop's currency, read by the statement that needs it: the cached settings may want a second connection, and
 * transactions that hold all of them would wait for each other.
 */
export const shopCurrency: Expression<string> = sql<string>`coalesce(
  (SELECT settings.value #>> '{}' FROM settings WHERE settings.key = 'currency'), ${sql.lit(defaultSettings.currency)})`;

/**
 * Reads the sum that a user can spend, in the shop's currency. With a lock no other transaction moves it until this
 * one ends.
 */
export async function readBalance(
  reader: SqlReader,
  userId: number,
  { isLocked }: { isLocked: boolean },
): Promise<Cents> {
  const account = reader.sql
    .selectFrom("ledger_accounts")
    .select("balance_cents as balance")
    .where("kind", "=", sql.lit("user_wallet"))
    .where("user_id", "=", userId)
    .where("currency", "=", shopCurrency);
  const row = await (isLocked ? account.forUpdate() : account).executeTakeFirst();
  return row?.balance ?? 0n;
}

export const lockRecharge = (tx: SqlReader, rechargeId: number) =>
  tx.sql.selectFrom("recharges").select("id").where("id", "=", rechargeId).forUpdate().execute();
