import { sql } from "kysely";
import { sealedOverhead } from "../../../core/crypto";
import type { SqlReader } from "../../../db/kysely";

/** The keys that an order holds: how many, and their length without what sealing adds. */
export async function sumReservedKeys(
  reader: SqlReader,
  orderId: number,
): Promise<{ keys: number; bytes: number }> {
  const row = await reader.sql
    .selectFrom("secrets")
    .innerJoin("order_items as item", "item.id", "secrets.order_item_id")
    .where("item.order_id", "=", orderId)
    .select((secret) => [
      secret.fn.countAll<bigint>().as("keys"),
      sql<bigint>`coalesce(sum(octet_length(secrets.content_sealed) - ${sql.lit(sealedOverhead)}), 0)::bigint`.as(
        "bytes",
      ),
    ])
    .executeTakeFirstOrThrow();
  return { keys: Number(row.keys), bytes: Number(row.bytes) };
}
