import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/** The card of a guest, made where it is missing, and locked. */
export async function lockGuest(
  tx: SqlReader,
  email: string,
  at: Date,
): Promise<{ note: string; tags: string[] }> {
  await tx.sql
    .insertInto("guests")
    .values({ email, note: "", tags: [], updated_at: at })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .execute();
  const row = await tx.sql
    .selectFrom("guests")
    .select(["note", "tags"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { note: row.note, tags: row.tags ?? [] };
}

/** Locks several people in one order, also against rows that would refer to them. @returns those that are there */
export async function lockUsers(tx: SqlReader, ids: readonly number[]) {
  return tx.sql
    .selectFrom("users")
    .select([
      "id",
      "email",
      "status",
      "note",
      "tags",
      "merged_into_id as mergedIntoId",
      "recharged_cents as rechargedCents",
      "spent_cents as spentCents",
    ])
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** The newest orders of a customer with what their time lines say between buyer and shop. */
export async function readMessagesOf(
  reader: SqlReader,
  orderIds: readonly number[],
  limit: number,
): Promise<{ orderId: number; kind: string; text: string | null; at: Date }[]> {
  const { rows } = await sql<{ orderId: number; kind: string; text: string | null; at: Date }>`
    SELECT order_id AS "orderId", kind, data ->> 'note' AS text, created_at AS at FROM order_events
    WHERE order_id = ANY (${[...orderIds]}::int[]) AND kind IN ('problem', 'answered')
    ORDER BY id DESC LIMIT ${limit}`.execute(reader.sql);
  return rows;
}
