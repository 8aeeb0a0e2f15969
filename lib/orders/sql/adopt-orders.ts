import { type QueryCreator, sql } from "kysely";
import type { Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { typed } from "../../db/sql-pieces";

/** Orders that guests placed with the address of an account. One that waits for its money is left to the browser that pays it. */
const guestOrdersOf = (query: QueryCreator<Tables>, userId: number) =>
  query
    .selectFrom("orders")
    .where("buyer_kind", "=", sql.lit("guest"))
    .where("status", "<>", sql.lit("pending_payment"))
    .where("email", "=", (address) => address.selectFrom("users").select("email").where("id", "=", userId));

export async function countGuestOrders(reader: SqlReader, userId: number): Promise<number> {
  const row = await guestOrdersOf(reader.sql, userId)
    .select((count) => count.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Gives them to the account and writes it into their time lines, in one statement. Whoever comes second finds none. */
export async function adoptGuestOrders(reader: SqlReader, userId: number, at: Date): Promise<number> {
  const row = await reader.sql
    .with("own", (query) => guestOrdersOf(query, userId).select("orders.id").orderBy("orders.id").forUpdate())
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
              typed(`user:${userId}`, "text").as("actor"),
              typed(at, "timestamptz").as("created_at"),
            ]),
        ),
    )
    .selectFrom("adopted")
    .select((count) => count.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
