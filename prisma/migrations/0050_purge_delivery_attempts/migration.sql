-- compatible-from: 0042
-- Attempts are purged by their age.
-- CreateIndex
CREATE INDEX "delivery_attempts_created_at_idx" ON "delivery_attempts"("created_at");
