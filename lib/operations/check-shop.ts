import { verifyAudit } from "../accounts/verify-audit";
import { open } from "../core/crypto";
import { db } from "../db/client";
import { Prisma } from "../db/generated/client";
import { sealedColumns } from "../db/sealed-columns";
import { checkKeys } from "../db/verify-master-key";
import { getLedgerCheck } from "../wallet/check-ledger";

export interface Finding {
  check: string;
  ok: boolean;
  /** What was looked at, or what is wrong. */
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

/** Each statement finds rows that must not exist. */
const invariants: readonly { check: string; sql: string }[] = [
  {
    check: "one key in one order",
    sql: `SELECT secret_id AS id FROM fulfillment_secrets GROUP BY secret_id HAVING count(*) > 1
      UNION ALL SELECT id FROM secrets WHERE status = 'sold' AND order_item_id IS NULL
      UNION ALL SELECT id FROM secrets WHERE status = 'available' AND order_item_id IS NOT NULL`,
  },
  {
    check: "stock counters",
    sql: `SELECT sku_id AS id FROM sku_stocks
      JOIN (SELECT sku_id, count(*) FILTER (WHERE status = 'available') AS free,
        count(*) FILTER (WHERE status = 'reserved') AS held FROM secrets GROUP BY sku_id) s USING (sku_id)
      JOIN skus ON skus.id = sku_id JOIN products p ON p.id = skus.product_id
      WHERE skus.source = 'local' AND NOT is_unlimited AND p.auto_secret_kind IN ('card_key', 'account', 'link')
        AND (available <> free OR reserved <> held)`,
  },
];

async function checkInvariant({ check, sql }: (typeof invariants)[number]): Promise<Finding> {
  const rows = await db().$queryRaw<{ id: number }[]>`SELECT id FROM (${Prisma.raw(sql)}) AS wrong LIMIT 5`;
  const ids = rows.map(({ id }) => id).join(", ");
  return { check, ok: rows.length === 0, detail: rows.length === 0 ? "holds" : `violated by ${ids}` };
}

/** The newest value of each sealed column opens with the keys of this installation. */
async function checkSealed(): Promise<Finding> {
  let opened = 0;
  for (const { table, column, place, key, read = column } of sealedColumns) {
    const last = Object.keys(key).join(" DESC, ");
    const rows = await db().$queryRaw<{ sealed: Uint8Array; place: string }[]>`
      SELECT ${Prisma.raw(read)} AS sealed, ${Prisma.raw(place)} AS place FROM ${Prisma.raw(table)}
      WHERE ${Prisma.raw(read)} IS NOT NULL ORDER BY ${Prisma.raw(last)} DESC LIMIT 1`;
    for (const row of rows) {
      try {
        open(row.sealed, row.place);
        opened += 1;
      } catch (error) {
        return {
          check: "sealed values",
          ok: false,
          detail: `${table}.${column}: ${(error as Error).message}`,
        };
      }
    }
  }
  return { check: "sealed values", ok: true, detail: `${opened} columns opened` };
}

async function guarded(check: string, run: () => Promise<Finding>): Promise<Finding> {
  return run().catch((error: unknown) => ({ check, ok: false, detail: (error as Error).message }));
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
  for (const invariant of invariants)
    findings.push(await guarded(invariant.check, () => checkInvariant(invariant)));
  return findings;
}
