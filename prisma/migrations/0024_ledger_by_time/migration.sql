-- Reports read the ledger by time. Its rows stand in the order of time, so a block range index of a few pages finds them
-- and costs an insert nothing.
CREATE INDEX "ledger_entries_created_at_idx" ON "ledger_entries" USING BRIN ("created_at");
