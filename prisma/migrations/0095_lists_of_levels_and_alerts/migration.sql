-- compatible-from: 0042
-- CreateIndex
CREATE INDEX "users_member_level_id_idx" ON "users"("member_level_id");

-- CreateIndex
CREATE INDEX "alerts_last_seen_at_id_idx" ON "alerts"("last_seen_at" DESC, "id" DESC);
