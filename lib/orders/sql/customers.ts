import { type QueryCreator, sql } from "kysely";
import type { Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { typed } from "../../db/sql-pieces";

/**
 * Orders that guests placed with an address, the account's own where none is named. One that waits for its money is left to the browser
 * that pays it.
 */
const guestOrdersOf = (query: QueryCreator<Tables>, of: { userId: number } | { email: string }) =>
  query
    .selectFrom("orders")
    .where("buyer_kind", "=", sql.lit("guest"))
    .where("status", "<>", sql.lit("pending_payment"))
    .where("email", "=", (address) =>
      "email" in of
        ? address.val(of.email)
        : address.selectFrom("users").select("email").where("id", "=", of.userId),
    );

export async function countGuestOrders(
  reader: SqlReader,
  of: Parameters<typeof guestOrdersOf>[1],
): Promise<number> {
  const row = await guestOrdersOf(reader.sql, of)
    .select((count) => count.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Gives them to the account and writes it into their time lines, in one statement. Whoever comes second finds none. */
export async function adoptGuestOrders(
  reader: SqlReader,
  userId: number,
  at: Date,
  /** Staff who give the account the orders of an address. */
  { email, actor = `user:${userId}` }: { email?: string; actor?: string } = {},
): Promise<number> {
  const row = await reader.sql
    .with("own", (query) =>
      guestOrdersOf(query, email === undefined ? { userId } : { email })
        .select("orders.id")
        .orderBy("orders.id")
        .forUpdate(),
    )
    .with("adopted", (query) =>
      query
        .updateTable("orders")
        .set({ buyer_kind: sql.lit("user"), user_id: userId, updated_at: at })
        .where("id", "in", (own) => own.selectFrom("own").select("own.id"))
        .where("buyer_kind", "=", sql.lit("guest"))
        .returning("id"),
    )
    .with("told", (query) =>
      query
        .insertInto("order_events")
        .columns(["order_id", "kind", "actor", "created_at"])
        .expression(
          query
            .selectFrom("adopted")
            .select([
              "adopted.id",
              sql.lit("adopted").as("kind"),
              typed(actor, "text").as("actor"),
              typed(at, "timestamptz").as("created_at"),
            ]),
        ),
    )
    .selectFrom("adopted")
    .select((count) => count.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** In the order of payments: what is paid for is locked before the people who own it. */
export const lockOrdersOf = (tx: SqlReader, userId: number) =>
  sql`SELECT id FROM orders WHERE user_id = ${userId} ORDER BY id FOR UPDATE`.execute(tx.sql);

/** Gives all orders of an account to another one and writes it into their time lines. The caller has locked both. */
export async function moveOrders(
  tx: SqlReader,
  { userId, intoId, actor, at }: { userId: number; intoId: number; actor: string; at: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH moved AS (UPDATE orders SET user_id = ${intoId}, updated_at = ${at}::timestamptz WHERE user_id = ${userId} RETURNING id),
    told AS (INSERT INTO order_events (order_id, kind, actor, created_at)
      SELECT id, 'adopted', ${actor}, ${at}::timestamptz FROM moved)
    SELECT count(*)::int AS count FROM moved`.execute(tx.sql);
  return rows[0]?.count ?? 0;
}

/** The limit of a coupon for each buyer counts what was used before. */
export const moveCouponUses = (tx: SqlReader, former: string, userId: number) =>
  sql`
    UPDATE coupon_uses u SET buyer_key = ${`user:${userId}`} FROM orders o
    WHERE o.id = u.order_id AND o.user_id = ${userId} AND u.buyer_key = ${former}`.execute(tx.sql);

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
