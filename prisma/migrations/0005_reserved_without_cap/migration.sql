-- What open orders hold of goods without a cap was not counted, so that a cap set later went below zero.
UPDATE "sku_stocks" AS k SET "reserved" = held.pieces
FROM (
  SELECT i."sku_id", sum(i."quantity")::int AS pieces
  FROM "order_items" i
  JOIN "orders" o ON o."id" = i."order_id"
  JOIN "fulfilments" f ON f."order_item_id" = i."id"
  WHERE i."source" = 'local' AND (i."delivery" = 'manual' OR i."auto_secret_kind" = 'text')
    AND ((o."status" = 'pending_payment' AND f."status" = 'pending')
      OR (o."payment_status" <> 'unpaid' AND f."status" IN ('pending', 'held', 'processing')))
  GROUP BY i."sku_id") AS held
WHERE k."sku_id" = held."sku_id" AND k."is_unlimited";
