import { formatMoney } from "../core/money";
import { db } from "../db/client";
import type { Reader } from "../db/transaction";
import type { LedgerCheck } from "./schema";

interface Drift {
  account: string;
  balance: bigint | null;
  entriesSum: bigint;
  problem: string;
}

/**
 * Compares every kept balance with the sum of its entries, which are the truth, and every transfer with zero.
 * One statement for the drifts: it sees one moment, whoever writes meanwhile.
 */
export async function checkLedger(reader: Reader): Promise<LedgerCheck> {
  const drifts = await reader.$queryRaw<Drift[]>`
    WITH sums AS (
      SELECT account_id, sum(amount_cents)::bigint AS total FROM ledger_entries GROUP BY account_id)
    SELECT a.kind || ':' || COALESCE(a.user_id, a.site_id, 0) || ':' || a.currency AS account,
      a.balance_cents AS balance, COALESCE(s.total, 0)::bigint AS "entriesSum",
      CASE WHEN a.balance_cents < 0 THEN 'negative' ELSE 'balance differs from entries' END AS problem
    FROM ledger_accounts a LEFT JOIN sums s ON s.account_id = a.id
    WHERE a.balance_cents IS NOT NULL AND (a.balance_cents <> COALESCE(s.total, 0) OR a.balance_cents < 0)
    UNION ALL
    SELECT 'transfer:' || t.transfer_no, NULL::bigint, COALESCE(sum(e.amount_cents), 0)::bigint,
      CASE WHEN count(e.id) = 0 THEN 'transfer without entries' ELSE 'transfer does not sum to zero' END
    FROM ledger_transfers t LEFT JOIN ledger_entries e ON e.transfer_id = t.id
    GROUP BY t.id HAVING count(e.id) = 0 OR sum(e.amount_cents) <> 0
    LIMIT 200`;
  const [accounts, transfers] = await Promise.all([
    reader.ledgerAccount.count(),
    reader.ledgerTransfer.count(),
  ]);
  return {
    is_sound: drifts.length === 0,
    accounts,
    transfers,
    drifts: drifts.map((drift) => ({
      account: drift.account,
      balance: drift.balance === null ? null : formatMoney(drift.balance),
      entries_sum: formatMoney(drift.entriesSum),
      problem: drift.problem,
    })),
  };
}

export const getLedgerCheck = (): Promise<LedgerCheck> => checkLedger(db());
