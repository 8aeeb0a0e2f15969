import { type Expression, sql } from "kysely";
import type { Cents } from "../../core/money";
import type { SqlReader } from "../../db/kysely";
import { defaultSettings } from "../../settings/defaults";

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

/** Kept balances that differ from the sum of their entries, and transfers that do not sum to zero: of one moment. */
export function findLedgerDrifts(reader: SqlReader) {
  const ofAccounts = reader.sql
    .with("entry_sums", (query) =>
      query
        .selectFrom("ledger_entries")
        .select((entry) => ["account_id", sql<bigint>`sum(${entry.ref("amount_cents")})::bigint`.as("total")])
        .groupBy("account_id"),
    )
    .selectFrom("ledger_accounts as account")
    .leftJoin("entry_sums", "entry_sums.account_id", "account.id")
    .select((row) => [
      sql<string>`${row.ref("account.kind")} || ':' || coalesce(${row.ref("account.user_id")}, ${row.ref("account.site_id")}, 0)
        || ':' || ${row.ref("account.currency")}`.as("account"),
      "account.balance_cents as balance",
      sql<bigint>`coalesce(${row.ref("entry_sums.total")}, 0)::bigint`.as("entriesSum"),
      sql<string>`CASE WHEN ${row.ref("account.balance_cents")} < 0 THEN 'negative'
        ELSE 'balance differs from entries' END`.as("problem"),
    ])
    .where("account.balance_cents", "is not", null)
    .where((row) =>
      row.or([
        row("account.balance_cents", "<>", sql<bigint>`coalesce(${row.ref("entry_sums.total")}, 0)`),
        row("account.balance_cents", "<", 0n),
      ]),
    );
  const ofTransfers = reader.sql
    .selectFrom("ledger_transfers as transfer")
    .leftJoin("ledger_entries as entry", "entry.transfer_id", "transfer.id")
    .select((row) => [
      sql<string>`'transfer:' || ${row.ref("transfer.transfer_no")}`.as("account"),
      sql<bigint | null>`NULL::bigint`.as("balance"),
      sql<bigint>`coalesce(sum(${row.ref("entry.amount_cents")}), 0)::bigint`.as("entriesSum"),
      sql<string>`CASE WHEN count(${row.ref("entry.id")}) = 0 THEN 'transfer without entries'
        ELSE 'transfer does not sum to zero' END`.as("problem"),
    ])
    .groupBy("transfer.id")
    .having((row) =>
      row.or([
        row(row.fn.count("entry.id"), "=", 0n),
        row(row.fn.sum("entry.amount_cents"), "<>", sql.lit(0)),
      ]),
    );
  return ofAccounts.unionAll(ofTransfers).limit(200).execute();
}
