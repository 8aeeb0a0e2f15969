-- compatible-from: 0042
-- Buyers are told of a new version by mail; uploads that nobody continues are removed.
ALTER TABLE "file_versions" ADD COLUMN "mailed_at" TIMESTAMPTZ(3);
ALTER TABLE "file_versions" ADD COLUMN "mails_until" TIMESTAMPTZ(3);
ALTER TABLE "file_versions" ADD COLUMN "last_piece_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX "download_grants_sku_id_idx" ON "download_grants"("sku_id");
