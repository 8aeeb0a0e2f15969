-- compatible-from: 0071
-- AlterTable
ALTER TABLE "sku_mappings" ADD COLUMN     "repeats" TEXT NOT NULL DEFAULT 'never';

-- AlterTable
ALTER TABLE "purchases" ADD COLUMN     "answered" JSONB,
ADD COLUMN     "goods_hash" BYTEA,
ADD COLUMN     "stopped" TEXT,
ADD COLUMN     "takes_change" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "received_units_fingerprint_idx" ON "received_units"("fingerprint");

ALTER TABLE "sku_mappings" ADD CONSTRAINT "sku_mappings_repeats_check" CHECK ("repeats" IN ('never', 'other_suppliers', 'always'));
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_stopped_check" CHECK ("stopped" IN ('terms', 'changed'));

-- What waits for a person is few of all that was bought: the list counts it, and its alerts end with it.
CREATE INDEX "purchases_stopped_idx" ON "purchases"("downstream_order_no") WHERE "stopped" IS NOT NULL;

-- Money that may be at a main site although the purchase failed: a question until somebody answers it.
UPDATE "purchases" p SET "question" = 'paid' FROM "fulfillments" f
  WHERE f."order_item_id" = p."order_item_id" AND f."status" = 'failed' AND p."status" = 'failed'
    AND p."payment_ref" IS NOT NULL AND p."question" IS NULL;
