import { sql } from "kysely";
import { fixedStatement } from "../../db/fixed-statement";
import type { SqlReader } from "../../db/kysely";

const selectWantedSale = fixedStatement((query, { orderId }: { orderId: number }) =>
  query
    .selectFrom("orders as o")
    .where("o.id", "=", orderId)
    .where((row) =>
      row.exists(
        row
          .selectFrom("notification_channels as channel")
          .select("channel.id")
          .where("channel.is_enabled", "=", sql.lit(true)),
      ),
    )
    .select(["o.order_no as orderNo", "o.fulfillment_status as fulfillmentStatus"])
    .select((row) => [
      row
        .exists(
          row
            .selectFrom("order_items as item")
            .select("item.id")
            .whereRef("item.order_id", "=", "o.id")
            .where("item.source", "=", sql.lit("local"))
            .where((row) =>
              row.not(
                row.exists(
                  row
                    .selectFrom("fulfillments")
                    .select("fulfillments.id")
                    .whereRef("fulfillments.order_item_id", "=", "item.id")
                    .where("fulfillments.status", "in", [
                      sql.lit("ready" as const),
                      sql.lit("revoked" as const),
                    ]),
                ),
              ),
            )
            // The shop's own server is asked first: it is told by itself that nothing came of that.
            .where((row) =>
              row.not(
                row.exists(
                  row
                    .selectFrom("delivery_requests as request")
                    .select("request.id")
                    .whereRef("request.order_item_id", "=", "item.id")
                    .where("request.status", "in", [
                      sql.lit("pending" as const),
                      sql.lit("waiting" as const),
                    ]),
                ),
              ),
            ),
        )
        .as("needsAPerson"),
      row
        .exists(
          row
            .selectFrom("order_events as event")
            .select("event.id")
            .whereRef("event.order_id", "=", "o.id")
            .where("event.kind", "=", sql.lit("paid_late")),
        )
        .as("isLate"),
    ]),
);

/** What a paid order is to the operator; undefined while no channel is enabled that could tell of it. */
export async function findWantedSale(reader: SqlReader, orderId: number) {
  const [row] = await selectWantedSale(reader, { orderId });
  return row;
}
