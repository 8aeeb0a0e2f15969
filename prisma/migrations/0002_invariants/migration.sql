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
    WHEN kind IN ('site_deposit', 'site_account') THEN site_id IS NOT NULL AND user_id IS NULL
    ELSE user_id IS NULL AND site_id IS NULL END),
  ADD CONSTRAINT ledger_accounts_balance_check CHECK (CASE
    WHEN kind IN ('user_wallet', 'user_hold', 'site_deposit') THEN balance_cents IS NOT NULL AND balance_cents >= 0
    ELSE balance_cents IS NULL END),
  -- A balance has at most 12 digits before the point, as every amount on the wire. Rows of before are not read again.
  ADD CONSTRAINT ledger_accounts_ceiling_check
    CHECK (user_id IS NULL AND site_id IS NULL OR balance_cents <= 99999999999999) NOT VALID;

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
-- Stock that a seller's own server says: what was asked and answered stands beside the counter that orders take from.
ALTER TABLE "asked_stocks" ADD CONSTRAINT "asked_stocks_answer_check" CHECK ("answer" >= 0);
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_owner" CHECK (("status" IN ('reserved', 'sold')) = ("order_item_id" IS NOT NULL));

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
-- The sweep reads what is due.
CREATE INDEX "orders_due" ON "orders" ("expire_at") WHERE "status" = 'pending_payment';
CREATE INDEX "orders_held" ON "orders" ("site_id", "paid_at") WHERE "fulfillment_status" = 'held';

-- Tells one customer line from another: an IPv4 address, or the half of an IPv6 address that a provider gives to one line.
CREATE FUNCTION "network_of"("ip" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN "ip" LIKE '%:%' THEN host(network(set_masklen(split_part("ip", '%', 1)::inet, 64))) ELSE "ip" END;

-- The limits on unpaid orders count these. The condition is none that the index of all states serves: that one looks empty when no
-- order waited at the last count, and would then be read from end to end while thousands wait.
CREATE INDEX "orders_open_by_email" ON "orders" ("email")
  WHERE coalesce("status" = 'pending_payment', false) AND "buyer_kind" = 'guest';
CREATE INDEX "orders_open_by_network" ON "orders" (network_of("ip"))
  WHERE coalesce("status" = 'pending_payment', false) AND "buyer_kind" = 'guest';
CREATE INDEX "orders_open_by_user" ON "orders" ("user_id")
  WHERE coalesce("status" = 'pending_payment', false) AND "buyer_kind" = 'user';

CREATE INDEX "fulfillments_failed" ON "fulfillments" ("order_item_id") WHERE "status" = 'failed';
CREATE INDEX "fulfillments_processing" ON "fulfillments" ("order_item_id") WHERE "status" = 'processing';

-- Reports read by the time of payment.
CREATE INDEX "orders_paid" ON "orders" ("paid_at") WHERE "paid_at" IS NOT NULL;
CREATE INDEX "payments_paid" ON "payments" ("paid_at") WHERE "state" = 'paid';
CREATE INDEX "refunds_created" ON "refunds" ("created_at");

-- Tells whether a bundle was ever sold without a scan of all items: only pieces of bundles are in it.
CREATE INDEX "order_items_bundle_product_idx" ON "order_items" ((("bundle" ->> 'product_id')::int)) WHERE "bundle" IS NOT NULL;

-- Receipts: one for an order, and each credit note for a refund.
CREATE UNIQUE INDEX "receipts_of_order" ON "receipts" ("order_id") WHERE "kind" = 'receipt';
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_refund_check" CHECK (("kind" = 'credit_note') = ("refund_id" IS NOT NULL));
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_tax_check" CHECK ("tax_cents" BETWEEN 0 AND "gross_cents");
INSERT INTO "receipt_series" ("kind", "done_until") VALUES ('receipt', now()), ('credit_note', now());

-- free keys ----------------------------------------------------------------------------------------------------------

-- The claim of a key orders by an expression that this index alone has. By the plain id the planner takes the primary key,
-- which reads every key that was ever sold, as the lowest ids are sold first.
CREATE INDEX "secrets_queue" ON "secrets" ("sku_id", ("id" + 0)) WHERE "status" = 'available';
-- Each order of sale has an index of free keys of its own, as `secrets_queue` is of the oldest and, read backwards, of the newest.
-- A random order is that of a hash of the id: no column, and no sort.
CREATE INDEX "secrets_shuffled" ON "secrets" ("sku_id", (hashint4("id"))) WHERE "status" = 'available';
CREATE INDEX "secrets_expiring" ON "secrets" ("sku_id", "use_by", ("id" + 0)) WHERE "status" = 'available';
-- Only what buyers may choose: keys without a label cost nothing here.
CREATE INDEX "secrets_pickable" ON "secrets" ("sku_id", "public_label") WHERE "status" = 'available' AND "public_label" IS NOT NULL;
-- The key that a buyer chose is claimed by it, also where many keys have that label.
CREATE INDEX "secrets_picked" ON "secrets" ("sku_id", "public_label", ("id" + 0)) WHERE "status" = 'available' AND "public_label" IS NOT NULL;

-- what ends ----------------------------------------------------------------------------------------------------------

-- Something goes on, a license only by days.
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_of_something" CHECK (
  ("license_id" IS NULL) = ("license_days" IS NULL) AND ("license_days" IS NOT NULL OR "access_days" IS NOT NULL)
  AND coalesce("license_days", 1) > 0 AND coalesce("access_days", 1) > 0 AND "order_item_id" <> "renewed_item_id");

-- Only what ends and was not reminded of: an end that is moved is in it again.
CREATE INDEX "licenses_to_remind" ON "licenses" ("expires_at")
  WHERE "status" = 'active' AND "expires_at" IS NOT NULL AND "reminded_of" IS DISTINCT FROM "expires_at";
CREATE INDEX "living_accesses_to_remind" ON "living_accesses" ("ends_at")
  WHERE "revoked_at" IS NULL AND "ends_at" IS NOT NULL AND "reminded_of" IS DISTINCT FROM "ends_at";
-- Only accesses whose end is still to be passed on, and only mails that wait for their turn.
CREATE INDEX "living_accesses_to_end" ON "living_accesses" ("ends_at") WHERE "ended_at" IS NULL AND "revoked_at" IS NULL;
CREATE INDEX "living_accesses_mail_at" ON "living_accesses" ("mail_at") WHERE "mail_at" IS NOT NULL;

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
CREATE UNIQUE INDEX purchases_open_item_key ON purchases (order_item_id) WHERE status IN ('created', 'paying', 'awaiting_goods', 'delivered');

-- Counts the attempts under way before each attempt: a handful.
CREATE INDEX callback_attempts_unfinished ON callback_attempts (created_at) WHERE http_status IS NULL AND error IS NULL;

ALTER TABLE "sites" ADD CONSTRAINT "sites_deposit_alert_check" CHECK ("deposit_alert_cents" > 0);
ALTER TABLE "site_statements"
  ADD CONSTRAINT "site_statements_period_check" CHECK ("period_to" > "period_from"),
  ADD CONSTRAINT "site_statements_amount_check" CHECK ("amount_cents" = "ordered_cents" - "refunded_cents"),
  ADD CONSTRAINT "site_statements_settled_check" CHECK (
    "settled_from" IN ('outside', 'deposit') AND ("settled_from" IS NULL OR "settled_at" IS NOT NULL));
ALTER TABLE "site_statement_lines"
  ADD CONSTRAINT "site_statement_lines_amount_check" CHECK (("refund_id" IS NULL) = ("amount_cents" > 0) AND "amount_cents" <> 0);
-- The price of an order is on one statement; its refunds are lines of their own.
CREATE UNIQUE INDEX "site_statement_lines_order_key" ON "site_statement_lines" ("order_id") WHERE "refund_id" IS NULL;
ALTER TABLE "site_mismatches"
  ADD CONSTRAINT "site_mismatches_kind_check"
    CHECK ("kind" IN ('unknown_here', 'missing_there', 'not_paid', 'amount', 'refunded'));

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

ALTER TABLE "payment_channels" ADD CONSTRAINT "payment_channels_rate_check" CHECK ("rate" > 0),
  ADD CONSTRAINT "payment_channels_rate_rounding_check" CHECK ("rate_rounding" IN ('up', 'nearest'));
ALTER TABLE "payments" ADD CONSTRAINT "payments_gateway_amount_check"
  CHECK (("gateway_cents" IS NULL) = ("gateway_currency" IS NULL) AND ("gateway_cents" IS NULL) = ("gateway_rate" IS NULL)
    AND ("gateway_cents" IS NULL OR "gateway_cents" > 0));

-- An order or a recharge was paid, and a payment that was seen at a gateway has the gateway's number.
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_owner_check" CHECK (num_nonnulls("order_id", "recharge_id") = 1);
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_reference_check" CHECK ("payment_id" IS NULL OR "reference" IS NOT NULL);

-- catalogue ----------------------------------------------------------------------------------------------------------

ALTER TABLE products
  ADD CONSTRAINT products_price_check CHECK (price_cents >= 0 AND original_price_cents >= 0),
  ADD CONSTRAINT products_quantity_check CHECK (min_quantity >= 1 AND max_quantity BETWEEN min_quantity AND 1000 AND low_stock_at >= 0),
  ADD CONSTRAINT products_form_check CHECK (jsonb_typeof(form_fields) = 'array');

ALTER TABLE skus
  ADD CONSTRAINT skus_price_check CHECK (price_cents >= 0 AND original_price_cents >= 0 AND cost_cents >= 0),
  ADD CONSTRAINT skus_spec_check CHECK (jsonb_typeof(spec) = 'object');

ALTER TABLE "skus" ADD CONSTRAINT "skus_min_days_left" CHECK ("min_days_left" BETWEEN 0 AND 3650);
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_check" CHECK ("quantity" > 0 AND "part_sku_id" <> "bundle_sku_id");

ALTER TABLE wholesale_tiers ADD CONSTRAINT wholesale_tiers_check CHECK (min_quantity >= 2 AND price_cents >= 0);

ALTER TABLE categories ADD CONSTRAINT categories_parent_check CHECK (parent_id <> id);

ALTER TABLE posts ADD CONSTRAINT posts_published_check CHECK (is_published <= (published_at IS NOT NULL));

ALTER TABLE banners
  ADD CONSTRAINT banners_link_check CHECK (link_type IN ('none', 'internal', 'external') AND (link_type = 'none') <= (link_url IS NULL)),
  ADD CONSTRAINT banners_time_check CHECK (starts_at < ends_at);

CREATE FUNCTION texts_of_translations(translations jsonb, names text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(text.value, ' ') FROM jsonb_each(translations) language, jsonb_each_text(language.value) text
  WHERE text.key = ANY (names)
$$;

CREATE FUNCTION write_product_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := lower(concat_ws(' ', NEW.title, array_to_string(NEW.tags, ' '), NEW.summary,
    texts_of_translations(NEW.translations, '{title,tags,summary}'),
    (SELECT concat_ws(' ', name, texts_of_translations(translations, '{name}')) FROM categories WHERE id = NEW.category_id),
    (SELECT string_agg(concat_ws(' ', name, code, texts_of_translations(translations, '{name}')), ' ' ORDER BY sort_order, id)
      FROM skus WHERE product_id = NEW.id AND is_active)));
  RETURN NEW;
END $$;
CREATE TRIGGER products_search_text BEFORE INSERT OR UPDATE OF title, tags, summary, translations, category_id, search_text ON products
  FOR EACH ROW EXECUTE FUNCTION write_product_search_text();

-- Any value will do: the trigger above writes the real one. Once a statement, however many options it writes.
CREATE FUNCTION rewrite_search_text_of_skus() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET search_text = '' WHERE id IN (SELECT product_id FROM changed);
  RETURN NULL;
END $$;
CREATE FUNCTION rewrite_search_text_of_changed_skus() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET search_text = '' WHERE id IN (
    SELECT after.product_id FROM after JOIN before ON before.id = after.id
    WHERE (before.name, before.code, before.is_active, before.translations)
      IS DISTINCT FROM (after.name, after.code, after.is_active, after.translations));
  RETURN NULL;
END $$;
CREATE TRIGGER skus_search_text_inserted AFTER INSERT ON skus REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION rewrite_search_text_of_skus();
CREATE TRIGGER skus_search_text_deleted AFTER DELETE ON skus REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION rewrite_search_text_of_skus();
CREATE TRIGGER skus_search_text_changed AFTER UPDATE ON skus REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION rewrite_search_text_of_changed_skus();

CREATE FUNCTION rewrite_search_text_of_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET search_text = '' WHERE category_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER categories_search_text AFTER UPDATE OF name, translations ON categories
  FOR EACH ROW WHEN ((OLD.name, OLD.translations) IS DISTINCT FROM (NEW.name, NEW.translations)) EXECUTE FUNCTION rewrite_search_text_of_category();

-- Search by any part of a word. Where the extension may not be installed, each search works without its index.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX products_search ON products USING gin (search_text gin_trgm_ops);
  -- Mails are searched by any part of their recipient.
  CREATE INDEX "mails_search" ON "mails" USING gin ("recipient" gin_trgm_ops);
  -- Buyers search numbers by any part of them. Only what may be chosen stands here.
  CREATE INDEX "secrets_label_search" ON "secrets" USING gin (lower("public_label") gin_trgm_ops)
    WHERE "status" = 'available' AND "public_label" IS NOT NULL;
EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available: searches will scan, and know no misspelt words';
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

ALTER TABLE audit_heads ADD CONSTRAINT audit_heads_one_check CHECK (id = 1);

-- Row triggers do not see TRUNCATE.
CREATE TRIGGER audit_logs_not_emptied BEFORE TRUNCATE ON audit_logs
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER ledger_entries_not_emptied BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_transfers_not_emptied BEFORE TRUNCATE ON ledger_transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- A role of the operator's own is read as the least of the fixed ones where only those are known.
ALTER TABLE "staff" ADD CONSTRAINT "staff_own_role_check" CHECK ("own_role_id" IS NULL OR "role" = 'viewer');

ALTER TABLE "money_requests"
  ADD CONSTRAINT "money_requests_amount_check" CHECK ("amount_cents" > 0),
  -- Nobody approves what they asked for.
  ADD CONSTRAINT "money_requests_second_person_check" CHECK ("status" <> 'done' OR "decided_by_id" <> "requested_by_id"),
  ADD CONSTRAINT "money_requests_decided_check" CHECK (("status" = 'pending') = ("decided_at" IS NULL));
-- One open request for one act.
CREATE UNIQUE INDEX "money_requests_pending_key" ON "money_requests" ("key") WHERE "status" = 'pending';
ALTER TABLE "own_roles"
  ADD CONSTRAINT "own_roles_limits_check" CHECK ("act_limit_cents" >= 0 AND "day_limit_cents" >= 0);
ALTER TABLE "staff_money_days" ADD CONSTRAINT "staff_money_days_used_check" CHECK ("used_cents" >= 0);
