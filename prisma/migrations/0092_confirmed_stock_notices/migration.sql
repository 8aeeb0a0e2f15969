-- compatible-from: 0042
-- What was asked for an address whose owner has not said yet that the address is theirs.
CREATE TABLE "stock_notice_requests" (
  "id" SERIAL PRIMARY KEY,
  "sku_id" INTEGER NOT NULL REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "email" TEXT NOT NULL,
  "locale" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX "stock_notice_requests_sku_id_email_key" ON "stock_notice_requests"("sku_id", "email");
CREATE INDEX "stock_notice_requests_email_idx" ON "stock_notice_requests"("email");
CREATE INDEX "stock_notice_requests_created_at_idx" ON "stock_notice_requests"("created_at");
-- Addresses whose owner said yes, or no, by a link in a mail; of an address nothing but its keyed hash.
CREATE TABLE "stock_notice_addresses" (
  "hash" BYTEA PRIMARY KEY,
  "is_ended" BOOLEAN NOT NULL,
  "changed_at" TIMESTAMPTZ(3) NOT NULL
);
