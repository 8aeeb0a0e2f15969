-- compatible-from: 0071
-- A file that a person made for one order has no option: a former version, which reads files by their option, shows it to nobody.
ALTER TABLE "sku_files" ALTER COLUMN "sku_id" DROP NOT NULL;
ALTER TABLE "sku_files" ADD COLUMN     "fulfillment_id" INTEGER;
ALTER TABLE "sku_files" ADD CONSTRAINT "sku_files_one_owner" CHECK (num_nonnulls("sku_id", "fulfillment_id") = 1);

ALTER TABLE "download_grants" ADD COLUMN     "is_own_only" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "sku_files_fulfillment_id_idx" ON "sku_files"("fulfillment_id");

-- AddForeignKey
ALTER TABLE "sku_files" ADD CONSTRAINT "sku_files_fulfillment_id_fkey" FOREIGN KEY ("fulfillment_id") REFERENCES "fulfillments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
