-- compatible-from: 0042
-- The beginning of an address finds its user under every collation of the database, as it finds its orders.
-- CreateIndex
CREATE INDEX "users_email_prefix" ON "users"("email" text_pattern_ops);
