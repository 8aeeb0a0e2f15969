-- compatible-from: 0042
-- Open pages of these lists ask every few seconds what is newer than they are.
CREATE INDEX "delivery_requests_created_at_idx" ON "delivery_requests"("created_at" DESC);
CREATE INDEX "refunds_created_at_idx" ON "refunds"("created_at" DESC);
