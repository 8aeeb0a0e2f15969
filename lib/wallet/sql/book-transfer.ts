import { type Expression, sql } from "kysely";
import { now } from "../../core/clock";
import { type Cents, maxCents } from "../../core/money";
import { fixedStatement } from "../../db/fixed-statement";
import type { SqlReader } from "../../db/kysely";
import type { LedgerTypeName } from "../types";
import { shopCurrency } from "./balances";

/** Columns by which accounts are found, a member of each list for each account. */
export interface AccountOwners {
  kinds: string[];
  userIds: (number | null)[];
  siteIds: (number | null)[];
  /** The shop's own accounts, and what an agent owes, keep no balance. */
  owned: boolean[];
  /** Null: the shop's. */
  currency: string | null;
}

export interface BookedTransfer extends AccountOwners {
  transferNo: string;
  type: LedgerTypeName;
  reasonKey: string;
  reference: string;
  remark: string | null;
  createdById: number | null;
  /** Amount for each account, in their order. */
  amounts: Cents[];
}

interface Booked {
  /** As many as were asked for, or some have to be opened first: then nothing was booked. */
  found: number;
  isNew: boolean;
  /** The change of the first balance that would leave what a balance may be: then nothing was moved. */
  refused: Cents | null;
}

const currencyOf = (currency: string | null): Expression<string> =>
  sql<string>`coalesce(${currency}::text, ${shopCurrency})`;

const ownersOf = ({ kinds, userIds, siteIds, owned }: AccountOwners) =>
  sql`${kinds}::text[]::ledger_account_kind[], ${userIds}::int[], ${siteIds}::int[], ${owned}::boolean[]`;

/** By the unique index of the owner: a condition for each of the three kinds of owner. */
const accountsOfOwner = sql`
  SELECT a.id FROM ledger_accounts a
  WHERE wanted.user_id IS NOT NULL AND a.kind = wanted.kind AND a.user_id = wanted.user_id AND a.site_id IS NULL
    AND a.currency = shop.currency
  UNION ALL SELECT a.id FROM ledger_accounts a
  WHERE wanted.site_id IS NOT NULL AND a.kind = wanted.kind AND a.user_id IS NULL AND a.site_id = wanted.site_id
    AND a.currency = shop.currency
  UNION ALL SELECT a.id FROM ledger_accounts a
  WHERE wanted.user_id IS NULL AND wanted.site_id IS NULL AND a.kind = wanted.kind AND a.user_id IS NULL
    AND a.site_id IS NULL AND a.currency = shop.currency`;

const book = fixedStatement((query, transfer: BookedTransfer & { at: Date }) => ({
  compile: () =>
    sql<Booked>`
      WITH shop AS MATERIALIZED (SELECT ${currencyOf(transfer.currency)} AS currency),
      wanted AS MATERIALIZED (
        SELECT wanted.place, wanted.owned, wanted.amount_cents, account.id
        FROM shop, unnest(${ownersOf(transfer)}, ${transfer.amounts}::bigint[]) WITH ORDINALITY
            AS wanted (kind, user_id, site_id, owned, amount_cents, place)
          CROSS JOIN LATERAL (${accountsOfOwner}) AS account),
      transfer AS (
        INSERT INTO ledger_transfers (transfer_no, type, reason_key, reference, remark, created_by_id, created_at)
        SELECT ${transfer.transferNo}, ${transfer.type}::ledger_type, ${transfer.reasonKey}, ${transfer.reference},
          ${transfer.remark}, ${transfer.createdById}::int, ${transfer.at}::timestamptz
        WHERE (SELECT count(*) FROM wanted) = cardinality(${transfer.amounts}::bigint[])
        ON CONFLICT (reason_key) DO NOTHING RETURNING id),
      locked AS MATERIALIZED (
        SELECT a.id, wanted.amount_cents, a.balance_cents + wanted.amount_cents AS after_cents
        FROM transfer, wanted JOIN ledger_accounts a ON a.id = wanted.id
        WHERE wanted.owned ORDER BY a.id FOR UPDATE OF a),
      refused AS MATERIALIZED (
        SELECT amount_cents FROM locked WHERE after_cents NOT BETWEEN 0 AND ${sql.lit(maxCents)} ORDER BY id LIMIT 1),
      moved AS (
        UPDATE ledger_accounts a SET balance_cents = a.balance_cents + locked.amount_cents
        FROM locked WHERE a.id = locked.id AND NOT EXISTS (SELECT FROM refused) RETURNING a.id, a.balance_cents),
      entries AS (
        INSERT INTO ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
        SELECT transfer.id, wanted.id, wanted.amount_cents, moved.balance_cents, ${transfer.at}::timestamptz
        FROM transfer, wanted LEFT JOIN moved ON moved.id = wanted.id
        WHERE NOT EXISTS (SELECT FROM refused) ORDER BY wanted.place)
      SELECT (SELECT count(*) FROM wanted)::int AS found, EXISTS (SELECT FROM transfer) AS "isNew",
        (SELECT amount_cents FROM refused) AS refused`.compile(query),
}));

/**
 * A transfer with its entries, and the balances that it moves: locked in the order of their ids, after the row that lets
 * it happen once.
 */
export async function bookTransfer(tx: SqlReader, transfer: BookedTransfer): Promise<Booked> {
  const [booked] = await book(tx, { ...transfer, at: now() });
  if (!booked) throw new Error("A statement without a FROM has a row");
  return booked;
}

/** Opens those of the accounts that do not exist; nothing of the others is locked. */
export const openAccounts = (tx: SqlReader, owners: AccountOwners) =>
  sql`
    INSERT INTO ledger_accounts (kind, user_id, site_id, currency, balance_cents, created_at)
    SELECT wanted.kind, wanted.user_id, wanted.site_id, ${currencyOf(owners.currency)}, CASE WHEN wanted.owned THEN 0 END,
      ${now()}::timestamptz
    FROM unnest(${ownersOf(owners)}) AS wanted (kind, user_id, site_id, owned)
    ON CONFLICT DO NOTHING`.execute(tx.sql);
