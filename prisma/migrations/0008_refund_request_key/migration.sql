-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "request_key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "refunds_order_id_request_key_key" ON "refunds"("order_id", "request_key");
