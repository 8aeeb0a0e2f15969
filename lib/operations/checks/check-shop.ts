import { verifyAudit } from "../../acts/verify-audit";
import { open } from "../../core/crypto";
import { messageOf } from "../../core/process/thrown";
import { db } from "../../db/client";
import { sealedColumns } from "../../db/sealed/sealed-columns";
import { checkKeys } from "../../db/sealed/verify-master-key";
import { readNewestSealed } from "../../db/sql/sealed-values";
import { getLedgerCheck } from "../../wallet/check-ledger";
import { findViolations, type InvariantName, invariantNames } from "../sql/invariants";

export interface Finding {
  check: string;
  ok: boolean;
  /** Part that was looked at, or its fault. */
  detail: string;
}

async function checkLedger(): Promise<Finding> {
  const { is_sound, accounts, transfers, drifts } = await getLedgerCheck();
  const first = drifts[0] ? `${drifts[0].account}: ${drifts[0].problem}` : "";
  const detail = is_sound
    ? `${accounts} accounts, ${transfers} transfers`
    : `${drifts.length} faults, first ${first}`;
  return { check: "ledger", ok: is_sound, detail };
}

async function checkAudit(): Promise<Finding> {
  const { intact, checked, broken_at, reason } = await verifyAudit();
  // A backup of a version that did not sign yet: its next start does.
  const isUnsigned = reason === "unsigned";
  const unsigned = isUnsigned ? ", not signed yet" : "";
  return {
    check: "audit chain",
    ok: intact || isUnsigned,
    detail:
      intact || isUnsigned ? `${checked} entries${unsigned}` : `broken at entry ${broken_at ?? "unknown"}`,
  };
}

async function checkInvariant(name: InvariantName): Promise<Finding> {
  const ids = await findViolations(db(), name);
  const isSound = ids.length === 0;
  return { check: name, ok: isSound, detail: isSound ? "holds" : `violated by ${ids.join(", ")}` };
}

/** The newest value of each sealed column opens with the keys of this installation. */
async function checkSealed(): Promise<Finding> {
  let opened = 0;
  for (const column of sealedColumns) {
    const newest = await readNewestSealed(db(), column);
    if (!newest) continue;
    try {
      open(newest.sealed, newest.aad);
      opened += 1;
    } catch (error) {
      const detail = `${column.table}.${column.column}: ${messageOf(error)}`;
      return { check: "sealed values", ok: false, detail };
    }
  }
  return { check: "sealed values", ok: true, detail: `${opened} columns opened` };
}

async function guarded(check: string, run: () => Promise<Finding>): Promise<Finding> {
  return run().catch((error: unknown) => ({ check, ok: false, detail: messageOf(error) }));
}

/** Whether the books of the database that this process is on are right. Reads all of it. */
export async function checkShop(): Promise<Finding[]> {
  const findings = [
    await guarded("master key", async () => {
      await checkKeys();
      return { check: "master key", ok: true, detail: "belongs to this database" };
    }),
    await guarded("ledger", checkLedger),
    await guarded("audit chain", checkAudit),
    await guarded("sealed values", checkSealed),
  ];
  for (const name of invariantNames) findings.push(await guarded(name, () => checkInvariant(name)));
  return findings;
}
