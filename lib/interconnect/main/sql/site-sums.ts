import { sql } from "kysely";
import { db } from "../../../db/client";

export interface Period {
  from: Date;
  to: Date;
}

interface SiteSums {
  ordered: bigint;
  ordered_amount: bigint | null;
  paid: bigint;
  paid_amount: bigint | null;
  delivered: bigint;
  delivered_amount: bigint | null;
  held: bigint;
  held_amount: bigint | null;
  refunded: bigint;
  refunded_amount: bigint | null;
  from_deposit: bigint | null;
}

/** Sums over the orders made in the period, as they stand now; the agent's own books have the same numbers to compare. */
export async function sumSiteOrders(siteId: number, { from, to }: Period): Promise<SiteSums> {
  const { rows } = await sql<SiteSums>`
    SELECT count(*) AS ordered, sum(amount_cents)::bigint AS ordered_amount,
      count(*) FILTER (WHERE payment_status <> 'unpaid') AS paid,
      (sum(amount_cents) FILTER (WHERE payment_status <> 'unpaid'))::bigint AS paid_amount,
      count(*) FILTER (WHERE fulfillment_status = 'ready') AS delivered,
      (sum(amount_cents) FILTER (WHERE fulfillment_status = 'ready'))::bigint AS delivered_amount,
      count(*) FILTER (WHERE fulfillment_status = 'held') AS held,
      (sum(amount_cents) FILTER (WHERE fulfillment_status = 'held'))::bigint AS held_amount,
      count(*) FILTER (WHERE refunded_cents > 0) AS refunded, sum(refunded_cents)::bigint AS refunded_amount,
      (SELECT -sum(e.amount_cents)::bigint FROM ledger_entries e
        JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'site_deposit' AND a.site_id = ${siteId}
        JOIN ledger_transfers t ON t.id = e.transfer_id AND t.type IN ('deposit_pay', 'deposit_refund')
        JOIN orders x ON x.order_no = t.reference AND x.site_id = ${siteId}
          AND x.created_at >= ${from} AND x.created_at < ${to}) AS from_deposit
    FROM orders WHERE site_id = ${siteId} AND buyer_kind = 'site' AND created_at >= ${from} AND created_at < ${to}`.execute(
    db().sql,
  );
  const [row] = rows;
  if (!row) throw new Error("An aggregate returned no row");
  return row;
}
