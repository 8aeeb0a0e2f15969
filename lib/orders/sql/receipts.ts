import { sql } from "kysely";
import type { ReceiptKind } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";

/** Locks the series until the transaction ends. @returns the last number given */
export async function lockReceiptSeries(tx: SqlReader, kind: ReceiptKind): Promise<number> {
  const { last } = await tx.sql
    .insertInto("receipt_series")
    .values({ kind, last_sequence: 0 })
    .onConflict((row) => row.column("kind").doUpdateSet({ last_sequence: sql`receipt_series.last_sequence` }))
    .returning("last_sequence as last")
    .executeTakeFirstOrThrow();
  return last;
}

/**
 * Orders with a payment or a refund between two times that has no number yet, oldest first. An agent's orders are not among them: its
 * statements are their documents.
 */
export async function findOrdersWithoutReceipt(
  reader: SqlReader,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (
      SELECT o.id, o.paid_at AS at FROM orders o
      WHERE o.paid_at >= ${from} AND o.paid_at < ${to} AND o.buyer_kind <> 'site'
        AND NOT EXISTS (SELECT FROM receipts r WHERE r.order_id = o.id AND r.kind = 'receipt')
      UNION
      SELECT o.id, o.paid_at FROM refunds f JOIN orders o ON o.id = f.order_id
      WHERE f.status IN ('pending', 'processing', 'failed', 'done') AND f.created_at >= ${from} AND f.created_at < ${to}
        AND f.payment_id IS NULL AND o.buyer_kind <> 'site' AND o.paid_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM receipts r WHERE r.refund_id = f.id)
    ) AS waiting
    ORDER BY at, id LIMIT ${limit}`.execute(reader.sql);
  return rows.map(({ id }) => id);
}
