import { sql } from "kysely";
import { fixedStatement } from "../../db/fixed-statement";
import type { SqlReader } from "../../db/kysely";
import { numbers } from "../../db/sql-pieces";
import { needsAPerson } from "../../orders/sql/needs-a-person";

const selectWantedSales = fixedStatement((query, { orderIds }: { orderIds: number[] }) =>
  query
    .selectFrom("orders as o")
    .where((row) => sql<boolean>`${row.ref("o.id")} = ANY (${numbers(orderIds)})`)
    .where((row) =>
      row.exists(
        row
          .selectFrom("notification_channels as channel")
          .select("channel.id")
          .where("channel.is_enabled", "=", sql.lit(true)),
      ),
    )
    .select(["o.id", "o.order_no as orderNo", "o.fulfillment_status as fulfillmentStatus"])
    .select((row) => [
      needsAPerson.as("needsAPerson"),
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

/** Finds the messages of paid orders to the operator; none while no channel is enabled that could carry them. */
export const findWantedSales = (reader: SqlReader, orderIds: readonly number[]) =>
  selectWantedSales(reader, { orderIds: [...orderIds] });
