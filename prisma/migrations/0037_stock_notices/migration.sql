-- Who wants to be told by mail when an option has stock again. A row goes with the mail that tells it.
-- CreateTable
CREATE TABLE "stock_notices" (
    "id" SERIAL NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "stock_notices_sku_id_email_key" ON "stock_notices"("sku_id", "email");

-- CreateIndex
CREATE INDEX "stock_notices_sku_id_id_idx" ON "stock_notices"("sku_id", "id");

-- CreateIndex
CREATE INDEX "stock_notices_email_idx" ON "stock_notices"("email");

-- CreateIndex
CREATE INDEX "stock_notices_created_at_idx" ON "stock_notices"("created_at");

-- AddForeignKey
ALTER TABLE "stock_notices" ADD CONSTRAINT "stock_notices_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;
