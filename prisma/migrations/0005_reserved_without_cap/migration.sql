-- What open orders hold of goods without a cap was not counted, so that a cap set or taken away meanwhile left the counter
-- too low or too high. It is what reserved keys and open pieces add up to.
UPDATE "sku_stocks" AS k SET "reserved" = truth."pieces"
FROM (
  SELECT s."sku_id",
    (SELECT count(*) FROM "secrets" x WHERE x."sku_id" = s."sku_id" AND x."status" = 'reserved')::int + coalesce(held."pieces", 0) AS "pieces"
  FROM "sku_stocks" s LEFT JOIN (
    SELECT i."sku_id", sum(i."quantity")::int AS "pieces"
    FROM "order_items" i
    JOIN "orders" o ON o."id" = i."order_id"
    JOIN "fulfilments" f ON f."order_item_id" = i."id"
    WHERE i."source" = 'local' AND (i."delivery" = 'manual' OR i."auto_secret_kind" = 'text')
      AND ((o."status" = 'pending_payment' AND f."status" = 'pending')
        OR (o."payment_status" <> 'unpaid' AND f."status" IN ('pending', 'held', 'processing')))
    GROUP BY i."sku_id") AS held ON held."sku_id" = s."sku_id") AS truth
WHERE k."sku_id" = truth."sku_id" AND k."reserved" <> truth."pieces";
