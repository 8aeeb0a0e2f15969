-- The claim of a key orders by an expression that this index alone has. By the plain id the planner takes the primary key,
-- which reads every key that was ever sold, as the lowest ids are sold first.
CREATE INDEX "secrets_queue" ON "secrets" ("sku_id", ("id" + 0)) WHERE "status" = 'available';
DROP INDEX "secrets_free";

-- Reports read by the time of payment.
CREATE INDEX "orders_paid" ON "orders" ("paid_at") WHERE "paid_at" IS NOT NULL;
CREATE INDEX "payments_paid" ON "payments" ("paid_at") WHERE "state" = 'paid';
CREATE INDEX "refunds_created" ON "refunds" ("created_at");

-- The beginning of an address finds its orders under every collation of the database.
CREATE INDEX "orders_email_prefix" ON "orders" ("email" text_pattern_ops, "created_at" DESC);
DROP INDEX "orders_email_created_at_idx";

-- Mails are searched by any part of their recipient. Where the extension may not be installed, the search works without.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "mails_search" ON "mails" USING gin ("recipient" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: the search of mails will scan';
END $$;

-- A payment is searched by its trade number alone.
CREATE INDEX "payments_trade_no_idx" ON "payments" ("trade_no");
