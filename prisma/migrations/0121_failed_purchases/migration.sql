-- compatible-from: 0071
-- Tasks ask for what failed lately; all that ever failed grows with the shop.
CREATE INDEX "purchases_failed_idx" ON "purchases"("updated_at") WHERE "status" = 'failed';
