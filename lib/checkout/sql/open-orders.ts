import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";
import { literal } from "../../db/sql-pieces";

/** Buyers' orders that have waited for their payment since before `placedBefore`, are open past `openAfter` and had no mail. */
export async function findUnpaidWithoutMail(
  reader: SqlReader,
  { placedBefore, openAfter, limit }: { placedBefore: Date; openAfter: Date; limit: number },
): Promise<number[]> {
  const rows = await reader.sql
    .selectFrom("orders")
    .select("orders.id")
    .where("orders.status", "=", sql.lit("pending_payment"))
    .where("orders.buyer_kind", "<>", sql.lit("site"))
    .where("orders.expire_at", ">", openAfter)
    .where("orders.created_at", "<", placedBefore)
    .where((order) =>
      order.not(
        order.exists(
          order
            .selectFrom("mails")
            .select("mails.id")
            .where(
              (mail) => sql`${mail.ref("mails.dedupe_key")} = 'order.open:' || ${mail.ref("orders.id")}`,
            ),
        ),
      ),
    )
    .orderBy("orders.expire_at")
    .limit(literal(limit))
    .execute();
  return rows.map(({ id }) => id);
}
