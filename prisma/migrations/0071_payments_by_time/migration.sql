-- compatible-from: 0042
-- Staff filter payments by day, and the list counts those that came since it was drawn.
CREATE INDEX "payments_created_at_idx" ON "payments"("created_at");
