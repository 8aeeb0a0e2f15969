import { sql } from "kysely";
import { fixedStatement } from "../../../db/fixed-statement";
import type { SqlReader } from "../../../db/kysely";

interface AgentsNumber {
  siteId: number;
  downstreamOrderNo: string;
}

const selectSiteOrder = fixedStatement((query, { siteId, downstreamOrderNo }: AgentsNumber) =>
  query
    .selectFrom("site_orders as agents")
    .innerJoin("orders as o", "o.id", "agents.order_id")
    .where("agents.site_id", "=", siteId)
    .where("agents.downstream_order_no", "=", downstreamOrderNo)
    .select([
      "agents.content_hash as contentHash",
      "o.order_no as orderNo",
      "o.amount_cents as amountCents",
      "o.expire_at as expireAt",
      "o.status",
      sql<
        number | null
      >`(SELECT i.sku_id FROM order_items i WHERE i.order_id = o.id ORDER BY i.position LIMIT 1)`.as("skuId"),
      sql<
        string[]
      >`ARRAY(SELECT e.actor FROM order_events e WHERE e.order_id = o.id AND e.kind = 'canceled')`.as(
        "canceledBy",
      ),
    ]),
);

/** The order that an agent made under a number of its own. */
export async function findSiteOrder(reader: SqlReader, number: AgentsNumber) {
  const [row] = await selectSiteOrder(reader, number);
  return row && { ...row, contentHash: Buffer.from(row.contentHash) };
}
