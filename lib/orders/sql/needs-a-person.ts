import { sql } from "kysely";

/**
 * Whether an order `o` has an item of the shop's own that is not delivered, and that the shop's own server is not still to make.
 */
export const needsAPerson = sql<boolean>`EXISTS (
  SELECT FROM order_items i LEFT JOIN fulfillments f ON f.order_item_id = i.id
  WHERE i.order_id = o.id AND i.source = 'local' AND coalesce(f.status::text, 'pending') NOT IN ('ready', 'revoked')
    AND NOT EXISTS (SELECT FROM delivery_requests d WHERE d.order_item_id = i.id AND d.status IN ('pending', 'waiting')))`;
