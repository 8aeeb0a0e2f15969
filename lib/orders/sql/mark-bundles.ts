import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";
import type { OrderQuote } from "../../pricing/types";
import { storeBundle } from "../sold-bundles";

/** Says of an order's items which bundle they were sold in: one statement beside the insert, which a plain order has not. */
export async function markBundles(tx: SqlReader, orderId: number, { quote }: { quote: OrderQuote }) {
  const marks = quote.lines.flatMap(({ bundle }, index) =>
    bundle ? [{ position: index + 1, bundle: storeBundle(bundle) }] : [],
  );
  await sql`
    UPDATE order_items item SET bundle = mark.bundle
    FROM jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) AS mark (position int, bundle jsonb)
    WHERE item.order_id = ${orderId} AND item.position = mark.position`.execute(tx.sql);
}
