-- CreateIndex
CREATE INDEX "secrets_content_hash_idx" ON "secrets"("content_hash");
