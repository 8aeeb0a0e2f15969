-- pricing ------------------------------------------------------------------------------------------------------------

ALTER TABLE member_levels
  ADD CONSTRAINT member_levels_discount_check CHECK (discount_percent BETWEEN 0 AND 100),
  ADD CONSTRAINT member_levels_thresholds_check CHECK (recharge_threshold_cents >= 0 AND spend_threshold_cents >= 0);

CREATE UNIQUE INDEX member_levels_one_default_key ON member_levels (is_default) WHERE is_default;

ALTER TABLE level_prices ADD CONSTRAINT level_prices_price_check CHECK (price_cents >= 0);

ALTER TABLE coupons
  ADD CONSTRAINT coupons_code_check CHECK (code <> '' AND code = upper(code)),
  ADD CONSTRAINT coupons_value_check CHECK (
    (kind = 'fixed' AND value_cents > 0 AND percent = 0) OR (kind = 'percent' AND percent BETWEEN 1 AND 100 AND value_cents = 0)),
  ADD CONSTRAINT coupons_amounts_check CHECK (min_amount_cents >= 0 AND max_discount_cents > 0),
  ADD CONSTRAINT coupons_limits_check CHECK (total_limit >= 1 AND per_buyer_limit >= 1),
  ADD CONSTRAINT coupons_used_count_check CHECK (used_count >= 0 AND (total_limit IS NULL OR used_count <= total_limit)),
  ADD CONSTRAINT coupons_time_check CHECK (starts_at < ends_at);

ALTER TABLE coupon_uses ADD CONSTRAINT coupon_uses_buyer_check CHECK (buyer_key ~ '^(user:[0-9]+|email:.+)$');

-- wallet -------------------------------------------------------------------------------------------------------------

CREATE UNIQUE INDEX ledger_accounts_owner_key ON ledger_accounts (kind, user_id, site_id, currency) NULLS NOT DISTINCT;

ALTER TABLE ledger_accounts
  ADD CONSTRAINT ledger_accounts_owner_check CHECK (CASE
    WHEN kind IN ('user_wallet', 'user_hold') THEN user_id IS NOT NULL AND site_id IS NULL
    WHEN kind = 'site_deposit' THEN site_id IS NOT NULL AND user_id IS NULL
    ELSE user_id IS NULL AND site_id IS NULL END),
  ADD CONSTRAINT ledger_accounts_balance_check CHECK (CASE
    WHEN kind IN ('user_wallet', 'user_hold', 'site_deposit') THEN balance_cents IS NOT NULL AND balance_cents >= 0
    ELSE balance_cents IS NULL END);

ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_amount_check CHECK (amount_cents <> 0);

CREATE UNIQUE INDEX ledger_entries_transfer_account_key ON ledger_entries (transfer_id, account_id);

CREATE FUNCTION ledger_transfer_is_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total numeric;
  currencies integer;
BEGIN
  SELECT sum(e.amount_cents), count(DISTINCT a.currency) INTO total, currencies
  FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE e.transfer_id = NEW.transfer_id;
  IF total <> 0 OR currencies <> 1 THEN
    RAISE EXCEPTION 'ledger transfer % does not sum to zero in one currency', NEW.transfer_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balanced';
  END IF;
  RETURN NULL;
END $$;

-- Deferred: the entries of a transfer come one after the other and must agree when the transaction commits.
CREATE CONSTRAINT TRIGGER ledger_entries_balanced AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transfer_is_balanced();

CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on % is refused', TG_OP, TG_TABLE_NAME;
END $$;

CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_transfers_append_only BEFORE UPDATE OR DELETE ON ledger_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

ALTER TABLE wallet_holds
  ADD CONSTRAINT wallet_holds_amount_check CHECK (amount_cents > 0),
  ADD CONSTRAINT wallet_holds_round_check CHECK (round >= 1);

ALTER TABLE recharges
  ADD CONSTRAINT recharges_amount_check CHECK (amount_cents > 0),
  ADD CONSTRAINT recharges_paid_check CHECK ((status = 'paid') = (paid_at IS NOT NULL));

ALTER TABLE gift_card_batches
  ADD CONSTRAINT gift_card_batches_amount_check CHECK (amount_cents > 0),
  ADD CONSTRAINT gift_card_batches_quantity_check CHECK (quantity >= 1);

-- `redeemed_by_id` may be null on a redeemed card: its user may have been deleted.
ALTER TABLE gift_cards
  ADD CONSTRAINT gift_cards_amount_check CHECK (amount_cents > 0),
  ADD CONSTRAINT gift_cards_redeemed_check CHECK (
    (status = 'redeemed') = (redeemed_at IS NOT NULL) AND (status = 'redeemed' OR redeemed_by_id IS NULL));


-- Stock: no counter below zero, a reserved or sold secret has its order item, a free one has none.
ALTER TABLE "sku_stocks" ADD CONSTRAINT "sku_stocks_not_negative" CHECK ("available" >= 0 AND "reserved" >= 0 AND "sold" >= 0);
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_owner" CHECK (("status" IN ('reserved', 'sold')) = ("order_item_id" IS NOT NULL));
-- What a claim reads: the lowest free ids of a SKU.
CREATE INDEX "secrets_free" ON "secrets" ("sku_id", "id") WHERE "status" = 'available';

-- Orders: amounts that make sense, and status words that fit each other.
ALTER TABLE "orders" ADD CONSTRAINT "orders_amounts" CHECK (
  "original_cents" >= 0 AND "discount_cents" >= 0 AND "amount_cents" = "original_cents" - "discount_cents" AND "amount_cents" >= 0
  AND "wallet_paid_cents" BETWEEN 0 AND "amount_cents" AND "refunded_cents" BETWEEN 0 AND "amount_cents");
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer" CHECK (
  ("buyer_kind" = 'guest' AND "user_id" IS NULL AND "site_id" IS NULL AND "email" IS NOT NULL)
  OR ("buyer_kind" = 'user' AND "user_id" IS NOT NULL AND "site_id" IS NULL)
  OR ("buyer_kind" = 'site' AND "site_id" IS NOT NULL AND "user_id" IS NULL));
ALTER TABLE "orders" ADD CONSTRAINT "orders_status" CHECK (
  ("status" IN ('pending_payment', 'canceled', 'expired')) = ("payment_status" = 'unpaid')
  AND ("payment_status" = 'unpaid') = ("paid_at" IS NULL)
  AND ("status" <> 'delivered' OR "fulfillment_status" IN ('ready', 'revoked')));
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_amounts" CHECK ("quantity" > 0 AND "unit_price_cents" >= 0 AND "total_cents" >= 0);
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount" CHECK ("amount_cents" > 0);
-- The sweep reads what is due; the guest limits count what is open.
CREATE INDEX "orders_due" ON "orders" ("expire_at") WHERE "status" = 'pending_payment';
CREATE INDEX "orders_open_by_ip" ON "orders" ("ip") WHERE "status" = 'pending_payment' AND "buyer_kind" = 'guest';
CREATE INDEX "orders_open_by_email" ON "orders" ("email") WHERE "status" = 'pending_payment' AND "buyer_kind" = 'guest';
CREATE INDEX "fulfilments_failed" ON "fulfilments" ("order_item_id") WHERE "status" = 'failed';
-- interconnect -------------------------------------------------------------------------------------------------------

ALTER TABLE sites
  ADD CONSTRAINT sites_api_key_check CHECK (api_key ~ '^[A-Za-z0-9_-]{8,64}$'),
  ADD CONSTRAINT sites_rate_check CHECK (rate_per_minute >= 1);

ALTER TABLE site_prices ADD CONSTRAINT site_prices_price_check CHECK (price_cents >= 0);

-- At most one secret of a site has no end: the others are on their way out.
CREATE UNIQUE INDEX site_signing_secrets_current_key ON site_signing_secrets (site_id) WHERE expires_at IS NULL;

ALTER TABLE site_orders ADD CONSTRAINT site_orders_metadata_check CHECK (jsonb_typeof(metadata) = 'object');

ALTER TABLE connections
  ADD CONSTRAINT connections_rule_check CHECK (
    rate > 0 AND markup_bps BETWEEN 0 AND 1000000 AND fixed_cents >= 0 AND round_to_cents >= 1),
  ADD CONSTRAINT connections_sync_minutes_check CHECK (sync_minutes BETWEEN 1 AND 1440);

ALTER TABLE upstream_skus ADD CONSTRAINT upstream_skus_amounts_check CHECK (cost_cents >= 0 AND stock >= 0);

ALTER TABLE sku_mappings ADD CONSTRAINT sku_mappings_rule_check CHECK (markup_bps BETWEEN 0 AND 1000000 AND fixed_cents >= 0);

ALTER TABLE purchases
  ADD CONSTRAINT purchases_quantity_check CHECK (quantity >= 1),
  ADD CONSTRAINT purchases_delivered_check CHECK ((status = 'delivered') <= (delivered_at IS NOT NULL));

-- One purchase at a time for an item: a renewed one waits until the former is superseded.
CREATE UNIQUE INDEX purchases_open_item_key ON purchases (order_item_id) WHERE status IN ('created', 'paying', 'held', 'delivered');

-- C43 tells agents that a product has gone, but nothing of one that was never on sale.
CREATE FUNCTION product_first_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'active' AND NEW.first_listed_at IS NULL THEN NEW.first_listed_at := now(); END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER products_first_listed BEFORE INSERT OR UPDATE OF status ON products
  FOR EACH ROW EXECUTE FUNCTION product_first_listed();


-- payments -----------------------------------------------------------------------------------------------------------

ALTER TABLE payment_channels
  ADD CONSTRAINT payment_channels_amounts_check CHECK (min_cents >= 0 AND max_cents >= 0 AND min_cents <= max_cents),
  ADD CONSTRAINT payment_channels_fee_check CHECK (fee_bps BETWEEN 0 AND 5000);

ALTER TABLE payments
  ADD CONSTRAINT payments_amount_check CHECK (amount_cents > 0 AND fee_cents >= 0 AND fee_cents < amount_cents),
  ADD CONSTRAINT payments_purpose_check CHECK (CASE purpose
    WHEN 'order' THEN order_id IS NOT NULL AND recharge_id IS NULL
    ELSE recharge_id IS NOT NULL AND order_id IS NULL END),
  ADD CONSTRAINT payments_paid_check CHECK ((state = 'paid') = (paid_at IS NOT NULL) AND (state = 'paid') = (trade_no IS NOT NULL));

-- The reconciler's safety net reads what is overdue.
CREATE INDEX payments_overdue ON payments (next_query_at) WHERE state = 'pending';

-- catalogue ----------------------------------------------------------------------------------------------------------

ALTER TABLE products
  ADD CONSTRAINT products_price_check CHECK (price_cents >= 0 AND original_price_cents >= 0),
  ADD CONSTRAINT products_quantity_check CHECK (min_quantity >= 1 AND max_quantity BETWEEN min_quantity AND 1000 AND low_stock_at >= 0),
  ADD CONSTRAINT products_form_check CHECK (jsonb_typeof(form_fields) = 'array');

ALTER TABLE skus
  ADD CONSTRAINT skus_price_check CHECK (price_cents >= 0 AND original_price_cents >= 0 AND cost_cents >= 0),
  ADD CONSTRAINT skus_spec_check CHECK (jsonb_typeof(spec) = 'object');

ALTER TABLE wholesale_tiers ADD CONSTRAINT wholesale_tiers_check CHECK (min_quantity >= 2 AND price_cents >= 0);

ALTER TABLE categories ADD CONSTRAINT categories_parent_check CHECK (parent_id <> id);

ALTER TABLE posts ADD CONSTRAINT posts_published_check CHECK (is_published <= (published_at IS NOT NULL));

ALTER TABLE banners
  ADD CONSTRAINT banners_link_check CHECK (link_type IN ('none', 'internal', 'external') AND (link_type = 'none') <= (link_url IS NULL)),
  ADD CONSTRAINT banners_time_check CHECK (starts_at < ends_at);

-- Search by any part of a word. Where the extension may not be installed, search works without its index.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX products_search ON products USING gin (title gin_trgm_ops, summary gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: product search will scan';
END $$;

-- accounts -----------------------------------------------------------------------------------------------------------

ALTER TABLE users ADD CONSTRAINT users_email_check CHECK (email = lower(email) AND email LIKE '_%@_%');
ALTER TABLE users ADD CONSTRAINT users_totp_check CHECK (totp_enabled_at IS NULL OR totp_secret_sealed IS NOT NULL);
ALTER TABLE staff ADD CONSTRAINT staff_email_check CHECK (email = lower(email) AND email LIKE '_%@_%');
ALTER TABLE staff ADD CONSTRAINT staff_totp_check CHECK (totp_enabled_at IS NULL OR totp_secret_sealed IS NOT NULL);
ALTER TABLE login_logs ADD CONSTRAINT login_logs_result_check CHECK (result IN ('success', 'failed'));
ALTER TABLE login_challenges
  ADD CONSTRAINT login_challenges_owner_check CHECK ((user_id IS NULL) <> (staff_id IS NULL));

-- A token has one successor, so that two parallel refreshes cannot fork a family.
CREATE UNIQUE INDEX refresh_tokens_parent_key ON refresh_tokens (parent_hash) WHERE parent_hash IS NOT NULL;

-- Every log-in asks whether the account was used from this address before.
CREATE INDEX login_logs_known_ip_idx ON login_logs (email, ip, created_at) WHERE result = 'success';

CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only: % is refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER audit_logs_append_only BEFORE UPDATE OR DELETE ON audit_logs
  FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
