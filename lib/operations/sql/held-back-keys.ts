import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/** The SKUs with free keys, and how many of their keys were delivered after `since`. */
export const readSalesOfStock = (tx: SqlReader, since: Date) =>
  tx.sql
    .selectFrom("secrets as secret")
    .leftJoin("fulfillment_secrets as sold", "sold.secret_id", "secret.id")
    .select("secret.sku_id as skuId")
    .select((key) =>
      sql<number>`${key.fn.count("sold.id").filterWhere("sold.created_at", ">", since)}::int`.as("sold"),
    )
    .groupBy("secret.sku_id")
    .having(sql<boolean>`bool_or(secret.status = 'available')`)
    .orderBy("secret.sku_id")
    .execute();

/** Takes the free keys off sale that would be sold next. @returns their ids, ascending */
export async function voidNextSecrets(tx: SqlReader, skuId: number, count: number): Promise<number[]> {
  const rows = await tx.sql
    .updateTable("secrets")
    .set({ status: "void" })
    .where("id", "in", (next) =>
      next
        .selectFrom("secrets")
        .select("secrets.id")
        .where("secrets.sku_id", "=", skuId)
        .where("secrets.status", "=", sql.lit("available"))
        // As they are sold: `+ 0` keeps the planner on the index of free keys.
        .orderBy(sql`secrets.id + 0`)
        .limit(count)
        .forUpdate(),
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
