import { sql } from "kysely";
import type { SqlReader } from "../../../db/kysely";

/**
 * A report of the payment goes out: counted before it is sent, so that it counts when this process dies. A reference without a
 * count is of a version that did not count. @returns the payment's reference, null when the purchase is not to be paid any more
 */
export async function countPayment(
  tx: SqlReader,
  purchaseId: number,
  paymentRef: string,
): Promise<string | null> {
  const row = await tx.sql
    .updateTable("purchases")
    .set({
      payment_ref: sql<string>`coalesce(payment_ref, ${paymentRef})`,
      open_payments: sql<number>`greatest(open_payments, CASE WHEN payment_ref IS NULL THEN 0 ELSE 1 END) + 1`,
    })
    .where("id", "=", purchaseId)
    .where("status", "=", sql.lit("paying"))
    .returning("payment_ref")
    .executeTakeFirst();
  return row?.payment_ref ?? null;
}

/** One report was refused for certain. @returns whether another one may have been booked all the same */
export async function uncountPayment(tx: SqlReader, purchaseId: number): Promise<boolean> {
  const row = await tx.sql
    .updateTable("purchases")
    .set({
      open_payments: sql<number>`greatest(open_payments - 1, 0)`,
      payment_ref: sql<string | null>`CASE WHEN open_payments <= 1 THEN NULL ELSE payment_ref END`,
    })
    .where("id", "=", purchaseId)
    .returning("payment_ref")
    .executeTakeFirst();
  return row?.payment_ref != null;
}
