-- compatible-from: 0042
-- Options that are sold together under one price, and refunds of one item.
-- CreateTable
CREATE TABLE "bundle_parts" (
    "bundle_sku_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "part_sku_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "bundle_parts_pkey" PRIMARY KEY ("bundle_sku_id","position")
);

-- CreateIndex
CREATE INDEX "bundle_parts_part_sku_id_idx" ON "bundle_parts"("part_sku_id");

-- CreateIndex
CREATE UNIQUE INDEX "bundle_parts_bundle_sku_id_part_sku_id_key" ON "bundle_parts"("bundle_sku_id", "part_sku_id");

-- AddForeignKey
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_bundle_sku_id_fkey" FOREIGN KEY ("bundle_sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_part_sku_id_fkey" FOREIGN KEY ("part_sku_id") REFERENCES "skus"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_check" CHECK ("quantity" > 0 AND "part_sku_id" <> "bundle_sku_id");

-- AlterTable
ALTER TABLE "order_items" ADD COLUMN "bundle" JSONB;

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN "order_item_id" INTEGER;

-- CreateIndex
CREATE UNIQUE INDEX "refunds_order_item_id_key" ON "refunds"("order_item_id");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
