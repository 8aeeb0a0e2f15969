import { formatMoney } from "../core/money";
import { db } from "../db/client";
import type { Reader } from "../db/transaction";
import type { LedgerCheck } from "./schema";
import { findLedgerDrifts } from "./sql/balances";

/**
 * Compares every kept balance with the sum of its entries, which are the truth, and every transfer with zero.
 * One statement for the drifts: it reads one snapshot while others write.
 */
export async function checkLedger(reader: Reader): Promise<LedgerCheck> {
  const drifts = await findLedgerDrifts(reader);
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
