-- compatible-from: 0042
-- AlterTable
ALTER TABLE "secrets" ADD COLUMN     "public_label" TEXT;

-- AlterTable
ALTER TABLE "skus" ADD COLUMN     "is_pickable" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "order_items" ADD COLUMN     "pick" TEXT;

-- Only what buyers may choose: keys without a label cost nothing here.
CREATE INDEX "secrets_pickable" ON "secrets" ("sku_id", "public_label") WHERE "status" = 'available' AND "public_label" IS NOT NULL;
