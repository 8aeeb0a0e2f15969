import { now } from "../core/clock";
import { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";
import { defaultSettings } from "../settings/defaults";
import type { AccountRef } from "./types";

export interface LedgerAccountRow {
  id: number;
  kind: AccountRef["kind"];
  userId: number | null;
  siteId: number | null;
  /** The shop's own accounts keep no balance. */
  isOwned: boolean;
}

const userIdOf = (ref: AccountRef) => ("userId" in ref ? ref.userId : null);
const siteIdOf = (ref: AccountRef) => ("siteId" in ref ? ref.siteId : null);
const isOwned = (ref: AccountRef) => "userId" in ref || "siteId" in ref;

const accountKey = (kind: AccountRef["kind"], userId: number | null, siteId: number | null): string =>
  `${kind}:${userId ?? ""}:${siteId ?? ""}`;

export const keyOfAccount = (ref: AccountRef): string => accountKey(ref.kind, userIdOf(ref), siteIdOf(ref));

const values = (refs: readonly AccountRef[]) =>
  Prisma.join(
    refs.map(
      (ref) =>
        Prisma.sql`(${ref.kind}::ledger_account_kind, ${userIdOf(ref)}::int, ${siteIdOf(ref)}::int, ${isOwned(ref)}::boolean)`,
    ),
  );

/**
 * The shop's currency, read by the statement that needs it: the cached settings may want a second connection, and
 * transactions that hold all of them would wait for each other.
 */
export const shopCurrency = Prisma.sql`COALESCE(
  (SELECT value #>> '{}' FROM settings WHERE key = 'currency'), ${defaultSettings.currency})`;

const find = (tx: Tx, refs: readonly AccountRef[], currency: Prisma.Sql) => tx.$queryRaw<LedgerAccountRow[]>`
  SELECT a.id, a.kind, a.user_id AS "userId", a.site_id AS "siteId", w.is_owned AS "isOwned"
  FROM (VALUES ${values(refs)}) AS w (kind, user_id, site_id, is_owned)
  JOIN ledger_accounts a ON a.kind = w.kind AND a.user_id IS NOT DISTINCT FROM w.user_id
    AND a.site_id IS NOT DISTINCT FROM w.site_id AND a.currency = ${currency}`;

/** The rows of these accounts in this currency; one that is missing is opened. Nothing is locked. */
export async function findOrOpenAccounts(
  tx: Tx,
  refs: readonly AccountRef[],
  currency: Prisma.Sql,
): Promise<Map<string, LedgerAccountRow>> {
  let rows = await find(tx, refs, currency);
  if (rows.length < refs.length) {
    await tx.$executeRaw`
      INSERT INTO ledger_accounts (kind, user_id, site_id, currency, balance_cents, created_at)
      SELECT w.kind, w.user_id, w.site_id, ${currency}, CASE WHEN w.is_owned THEN 0 END, ${now()}::timestamptz
      FROM (VALUES ${values(refs)}) AS w (kind, user_id, site_id, is_owned)
      ON CONFLICT DO NOTHING`;
    rows = await find(tx, refs, currency);
  }
  return new Map(rows.map((row) => [accountKey(row.kind, row.userId, row.siteId), row]));
}
