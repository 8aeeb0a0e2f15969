-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "account_status" AS ENUM ('active', 'disabled');

-- CreateEnum
CREATE TYPE "staff_role" AS ENUM ('owner', 'manager', 'support', 'viewer');

-- CreateEnum
CREATE TYPE "money_request_status" AS ENUM ('pending', 'done', 'rejected', 'withdrawn', 'expired');

-- CreateEnum
CREATE TYPE "product_status" AS ENUM ('draft', 'active', 'archived');

-- CreateEnum
CREATE TYPE "secret_kind" AS ENUM ('card_key', 'account', 'link', 'text', 'none');

-- CreateEnum
CREATE TYPE "stock_display" AS ENUM ('exact', 'range', 'words');

-- CreateEnum
CREATE TYPE "purchase_type" AS ENUM ('guest', 'member');

-- CreateEnum
CREATE TYPE "sku_source" AS ENUM ('local', 'upstream');

-- CreateEnum
CREATE TYPE "post_type" AS ENUM ('blog', 'notice');

-- CreateEnum
CREATE TYPE "page_place" AS ENUM ('none', 'footer', 'header');

-- CreateEnum
CREATE TYPE "delivery_request_status" AS ENUM ('pending', 'waiting', 'delivered', 'refused', 'timed_out', 'ended');

-- CreateEnum
CREATE TYPE "file_version_status" AS ENUM ('uploading', 'checking', 'ready', 'refused');

-- CreateEnum
CREATE TYPE "file_storage_name" AS ENUM ('folder', 'bucket');

-- CreateEnum
CREATE TYPE "settlement_mode" AS ENUM ('trust', 'prepaid', 'hold');

-- CreateEnum
CREATE TYPE "callback_status" AS ENUM ('pending', 'delivered', 'failed');

-- CreateEnum
CREATE TYPE "purchase_status" AS ENUM ('created', 'paying', 'awaiting_goods', 'delivered', 'failed', 'canceled', 'superseded', 'refunded');

-- CreateEnum
CREATE TYPE "license_status" AS ENUM ('active', 'revoked');

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('queued', 'sent', 'failed', 'outbox');

-- CreateEnum
CREATE TYPE "notification_status" AS ENUM ('pending', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "buyer_kind" AS ENUM ('guest', 'user', 'site');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('pending_payment', 'paid', 'delivering', 'delivered', 'refunded', 'canceled', 'expired');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('unpaid', 'paid', 'partially_refunded', 'refunded');

-- CreateEnum
CREATE TYPE "fulfillment_status" AS ENUM ('pending', 'processing', 'ready', 'held', 'failed', 'revoked');

-- CreateEnum
CREATE TYPE "delivery_kind" AS ENUM ('auto', 'manual');

-- CreateEnum
CREATE TYPE "refund_method" AS ENUM ('wallet', 'gateway', 'deposit', 'manual');

-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('pending', 'done', 'processing', 'failed');

-- CreateEnum
CREATE TYPE "receipt_kind" AS ENUM ('receipt', 'credit_note');

-- CreateEnum
CREATE TYPE "payment_purpose" AS ENUM ('order', 'recharge');

-- CreateEnum
CREATE TYPE "payment_state" AS ENUM ('pending', 'paid', 'closed', 'failed');

-- CreateEnum
CREATE TYPE "payment_disposition" AS ENUM ('applied', 'late', 'overpaid');

-- CreateEnum
CREATE TYPE "coupon_kind" AS ENUM ('fixed', 'percent');

-- CreateEnum
CREATE TYPE "coupon_use_status" AS ENUM ('reserved', 'used', 'released');

-- CreateEnum
CREATE TYPE "secret_status" AS ENUM ('available', 'reserved', 'sold', 'void');

-- CreateEnum
CREATE TYPE "sale_order" AS ENUM ('oldest', 'newest', 'random', 'expiring');

-- CreateEnum
CREATE TYPE "key_import_status" AS ENUM ('uploading', 'checking', 'checked', 'importing', 'done', 'failed', 'canceled');

-- CreateEnum
CREATE TYPE "ledger_account_kind" AS ENUM ('user_wallet', 'user_hold', 'site_deposit', 'site_account', 'shop_revenue', 'shop_clearing', 'shop_gift_cards', 'shop_adjustments');

-- CreateEnum
CREATE TYPE "ledger_type" AS ENUM ('recharge', 'order_pay', 'order_hold', 'order_release', 'order_refund', 'admin_adjust', 'gift_card', 'overpaid', 'deposit_topup', 'deposit_pay', 'deposit_refund', 'site_statement', 'site_settlement');

-- CreateEnum
CREATE TYPE "recharge_status" AS ENUM ('pending', 'paid', 'expired');

-- CreateEnum
CREATE TYPE "gift_card_status" AS ENUM ('active', 'redeemed', 'disabled');

-- CreateEnum
CREATE TYPE "wallet_hold_status" AS ENUM ('held', 'captured', 'released');

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "nickname" TEXT NOT NULL,
    "avatar" TEXT,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "password_hash" TEXT NOT NULL,
    "status" "account_status" NOT NULL DEFAULT 'active',
    "member_level_id" INTEGER,
    "is_level_fixed" BOOLEAN NOT NULL DEFAULT false,
    "recharged_cents" BIGINT NOT NULL DEFAULT 0,
    "spent_cents" BIGINT NOT NULL DEFAULT 0,
    "totp_secret_sealed" BYTEA,
    "totp_enabled_at" TIMESTAMPTZ(3),
    "totp_last_step" BIGINT,
    "last_login_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_reason" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "token_hash" BYTEA NOT NULL,
    "session_id" UUID NOT NULL,
    "parent_hash" BYTEA,
    "rotated_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "email_codes" (
    "id" SERIAL NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "email_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_challenges" (
    "token_hash" BYTEA NOT NULL,
    "user_id" INTEGER,
    "staff_id" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_challenges_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "login_logs" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER,
    "staff_id" INTEGER,
    "email" TEXT NOT NULL,
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "login_logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "captchas" (
    "id" UUID NOT NULL,
    "scene" TEXT NOT NULL,
    "answer_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "captchas_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "reset_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "staff" (
    "id" SERIAL NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" "staff_role" NOT NULL DEFAULT 'owner',
    "own_role_id" INTEGER,
    "status" "account_status" NOT NULL DEFAULT 'active',
    "must_change_password" BOOLEAN NOT NULL DEFAULT false,
    "totp_secret_sealed" BYTEA,
    "totp_enabled_at" TIMESTAMPTZ(3),
    "totp_last_step" BIGINT,
    "last_login_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "staff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "own_roles" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "permissions" TEXT[],
    "act_limit_cents" BIGINT,
    "day_limit_cents" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "own_roles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_recovery_codes" (
    "id" SERIAL NOT NULL,
    "staff_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_sessions" (
    "id" UUID NOT NULL,
    "staff_id" INTEGER NOT NULL,
    "ip" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_logs" (
    "id" SERIAL NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "ip" TEXT,
    "request_id" TEXT,
    "prev_hash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_heads" (
    "id" INTEGER NOT NULL,
    "signed_from" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "last_id" INTEGER NOT NULL,
    "last_hash" BYTEA NOT NULL,
    "mac" BYTEA NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "staff_money_days" (
    "staff_id" INTEGER NOT NULL,
    "day" TEXT NOT NULL,
    "used_cents" BIGINT NOT NULL,

    CONSTRAINT "staff_money_days_pkey" PRIMARY KEY ("staff_id","day")
);

-- CreateTable
CREATE TABLE "money_requests" (
    "id" SERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "status" "money_request_status" NOT NULL DEFAULT 'pending',
    "requested_by_id" INTEGER NOT NULL,
    "decided_by_id" INTEGER,
    "decision_note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "money_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_views" (
    "id" SERIAL NOT NULL,
    "staff_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "list_columns" (
    "staff_id" INTEGER NOT NULL,
    "path" TEXT NOT NULL,
    "hidden" TEXT[],
    "shown" TEXT[],

    CONSTRAINT "list_columns_pkey" PRIMARY KEY ("staff_id","path")
);

-- CreateTable
CREATE TABLE "categories" (
    "id" SERIAL NOT NULL,
    "parent_id" INTEGER,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "icon" TEXT,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "products" (
    "id" SERIAL NOT NULL,
    "category_id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "image" TEXT,
    "images" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" "product_status" NOT NULL DEFAULT 'draft',
    "auto_secret_kind" "secret_kind" NOT NULL,
    "purchase_type" "purchase_type" NOT NULL DEFAULT 'guest',
    "min_quantity" INTEGER NOT NULL DEFAULT 1,
    "max_quantity" INTEGER NOT NULL DEFAULT 100,
    "low_stock_at" INTEGER NOT NULL DEFAULT 5,
    "stock_display" "stock_display" NOT NULL DEFAULT 'exact',
    "instructions" TEXT,
    "form_fields" JSONB NOT NULL DEFAULT '[]',
    "seo_title" TEXT,
    "seo_description" TEXT,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "price_cents" BIGINT NOT NULL DEFAULT 0,
    "original_price_cents" BIGINT,
    "first_listed_at" TIMESTAMPTZ(3),
    "search_text" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "skus" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "spec" JSONB NOT NULL DEFAULT '{}',
    "price_cents" BIGINT NOT NULL,
    "original_price_cents" BIGINT,
    "cost_cents" BIGINT,
    "wholesale" JSONB NOT NULL DEFAULT '[]',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "source" "sku_source" NOT NULL DEFAULT 'local',
    "sale_order" "sale_order" NOT NULL DEFAULT 'oldest',
    "min_days_left" INTEGER NOT NULL DEFAULT 0,
    "is_pickable" BOOLEAN NOT NULL DEFAULT false,
    "has_use_by" BOOLEAN NOT NULL DEFAULT false,
    "content_sealed" BYTEA,
    "fulfillers" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "fulfiller_settings" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "skus_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bundle_parts" (
    "bundle_sku_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "part_sku_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "bundle_parts_pkey" PRIMARY KEY ("bundle_sku_id","position")
);

-- CreateTable
CREATE TABLE "wholesale_tiers" (
    "id" SERIAL NOT NULL,
    "product_id" INTEGER NOT NULL,
    "min_quantity" INTEGER NOT NULL,
    "price_cents" BIGINT NOT NULL,

    CONSTRAINT "wholesale_tiers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stock_notices" (
    "id" SERIAL NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stock_notices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "posts" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "type" "post_type" NOT NULL,
    "title" TEXT NOT NULL,
    "summary" TEXT NOT NULL DEFAULT '',
    "content" TEXT NOT NULL DEFAULT '',
    "translations" JSONB NOT NULL DEFAULT '{}',
    "cover" TEXT,
    "is_published" BOOLEAN NOT NULL DEFAULT false,
    "published_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "posts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pages" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL DEFAULT '',
    "translations" JSONB NOT NULL DEFAULT '{}',
    "place" "page_place" NOT NULL DEFAULT 'footer',
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "is_published" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "banners" (
    "id" SERIAL NOT NULL,
    "position" TEXT NOT NULL DEFAULT 'home',
    "title" TEXT NOT NULL,
    "subtitle" TEXT,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "image" TEXT NOT NULL,
    "mobile_image" TEXT,
    "link_type" TEXT NOT NULL DEFAULT 'none',
    "link_url" TEXT,
    "open_in_new_tab" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "banners_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "media" (
    "id" TEXT NOT NULL,
    "mime" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "sha256" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "terms_versions" (
    "version" TEXT NOT NULL,
    "texts" JSONB NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "terms_versions_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "tax_rate_versions" (
    "id" SERIAL NOT NULL,
    "rates" TEXT NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tax_rate_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_requests" (
    "id" SERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "order_item_id" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "body_sealed" BYTEA NOT NULL,
    "status" "delivery_request_status" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "http_status" INTEGER,
    "latency_ms" INTEGER NOT NULL,
    "error" TEXT,
    "answer_sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_secrets" (
    "sku_id" INTEGER NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_secrets_pkey" PRIMARY KEY ("sku_id")
);

-- CreateTable
CREATE TABLE "asked_stocks" (
    "sku_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL DEFAULT 0,
    "sold_then" INTEGER NOT NULL DEFAULT 0,
    "next_ask_at" TIMESTAMPTZ(3) NOT NULL,
    "answer" INTEGER,
    "answered_at" TIMESTAMPTZ(3),
    "kept_until" TIMESTAMPTZ(3) NOT NULL,
    "last_error" TEXT,

    CONSTRAINT "asked_stocks_pkey" PRIMARY KEY ("sku_id")
);

-- CreateTable
CREATE TABLE "sku_files" (
    "id" SERIAL NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sku_files_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "file_versions" (
    "id" SERIAL NOT NULL,
    "file_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "notes" TEXT NOT NULL DEFAULT '',
    "name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "sha256" TEXT,
    "storage_key" TEXT NOT NULL,
    "storage" "file_storage_name" NOT NULL DEFAULT 'folder',
    "store" TEXT,
    "status" "file_version_status" NOT NULL DEFAULT 'uploading',
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ready_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),
    "mails_until" TIMESTAMPTZ(3),
    "last_piece_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),
    "lease_owner" TEXT,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "file_versions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "download_grants" (
    "id" SERIAL NOT NULL,
    "fulfillment_id" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "allowed" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "download_grants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "downloads" (
    "grant_id" INTEGER NOT NULL,
    "version_id" INTEGER NOT NULL,
    "bytes_sent" BIGINT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "downloads_pkey" PRIMARY KEY ("grant_id","version_id")
);

-- CreateTable
CREATE TABLE "sites" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "api_key" TEXT NOT NULL,
    "callback_url" TEXT,
    "settlement_mode" "settlement_mode" NOT NULL DEFAULT 'trust',
    "member_level_id" INTEGER,
    "ip_allow_list" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "rate_per_minute" INTEGER,
    "deposit_alert_cents" BIGINT,
    "deposit_low_at" TIMESTAMPTZ(3),
    "status" "account_status" NOT NULL DEFAULT 'active',
    "callback_verified_at" TIMESTAMPTZ(3),
    "callback_problem" TEXT,
    "callback_disabled_at" TIMESTAMPTZ(3),
    "callback_failing_since" TIMESTAMPTZ(3),
    "prices_changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sites_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_statements" (
    "id" SERIAL NOT NULL,
    "site_id" INTEGER NOT NULL,
    "period_from" TIMESTAMPTZ(3) NOT NULL,
    "period_to" TIMESTAMPTZ(3) NOT NULL,
    "currency" TEXT NOT NULL,
    "order_count" INTEGER NOT NULL DEFAULT 0,
    "ordered_cents" BIGINT NOT NULL DEFAULT 0,
    "refund_count" INTEGER NOT NULL DEFAULT 0,
    "refunded_cents" BIGINT NOT NULL DEFAULT 0,
    "amount_cents" BIGINT NOT NULL DEFAULT 0,
    "closed_by_id" INTEGER,
    "closed_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),
    "settled_by_id" INTEGER,
    "settled_from" TEXT,
    "note" TEXT,

    CONSTRAINT "site_statements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_statement_lines" (
    "id" SERIAL NOT NULL,
    "statement_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "refund_id" INTEGER,
    "amount_cents" BIGINT NOT NULL,

    CONSTRAINT "site_statement_lines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_comparisons" (
    "id" SERIAL NOT NULL,
    "site_id" INTEGER NOT NULL,
    "period_to" TIMESTAMPTZ(3) NOT NULL,
    "row_count" INTEGER NOT NULL,
    "matched" INTEGER NOT NULL,
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_comparisons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_mismatches" (
    "id" SERIAL NOT NULL,
    "site_id" INTEGER NOT NULL,
    "comparison_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "order_no" TEXT,
    "downstream_order_no" TEXT,
    "ours_cents" BIGINT,
    "theirs_cents" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by_id" INTEGER,
    "note" TEXT,

    CONSTRAINT "site_mismatches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_signing_secrets" (
    "id" SERIAL NOT NULL,
    "site_id" INTEGER NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "is_pairing" BOOLEAN NOT NULL DEFAULT false,
    "first_used_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_signing_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_prices" (
    "site_id" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "price_cents" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_prices_pkey" PRIMARY KEY ("site_id","sku_id")
);

-- CreateTable
CREATE TABLE "site_orders" (
    "order_id" INTEGER NOT NULL,
    "site_id" INTEGER NOT NULL,
    "downstream_order_no" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "customer_email" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "settlement_mode" "settlement_mode" NOT NULL,
    "downstream_payment_id" TEXT,
    "downstream_paid_at" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),
    "released_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "site_orders_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "nonces" (
    "scope" TEXT NOT NULL,
    "nonce" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "nonces_pkey" PRIMARY KEY ("scope","nonce")
);

-- CreateTable
CREATE TABLE "request_logs" (
    "id" BIGSERIAL NOT NULL,
    "site_id" INTEGER,
    "claimed_key" TEXT,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "http_status" INTEGER NOT NULL,
    "status_code" INTEGER NOT NULL,
    "latency_ms" INTEGER NOT NULL,
    "is_signature_valid" BOOLEAN NOT NULL,
    "cause" TEXT,
    "request_id" TEXT NOT NULL,
    "ip" TEXT,
    "order_no" TEXT,
    "downstream_order_no" TEXT,
    "details" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callbacks" (
    "id" SERIAL NOT NULL,
    "site_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "order_event_id" BIGINT NOT NULL,
    "body_sealed" BYTEA NOT NULL,
    "status" "callback_status" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "callbacks_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_attempts" (
    "id" SERIAL NOT NULL,
    "callback_id" INTEGER NOT NULL,
    "attempt_no" INTEGER NOT NULL,
    "nonce" TEXT NOT NULL,
    "http_status" INTEGER,
    "latency_ms" INTEGER,
    "error" TEXT,
    "response_excerpt" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "callback_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "connections" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "api_key" TEXT NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "previous_secret_sealed" BYTEA,
    "previous_secret_expires_at" TIMESTAMPTZ(3),
    "status" "account_status" NOT NULL DEFAULT 'active',
    "rate" DECIMAL(18,8) NOT NULL DEFAULT 1,
    "markup_bps" INTEGER NOT NULL DEFAULT 0,
    "fixed_cents" BIGINT NOT NULL DEFAULT 0,
    "round_to_cents" BIGINT NOT NULL DEFAULT 1,
    "sync_minutes" INTEGER NOT NULL DEFAULT 10,
    "shares_buyer_email" BOOLEAN NOT NULL DEFAULT false,
    "sync_cursor" TIMESTAMPTZ(3),
    "last_sync_at" TIMESTAMPTZ(3),
    "full_sync_at" TIMESTAMPTZ(3),
    "sync_started_at" TIMESTAMPTZ(3),
    "last_sync_error" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "last_good_at" TIMESTAMPTZ(3),
    "last_problem" TEXT,
    "currency" TEXT,
    "callback_problem" TEXT,
    "skipped_products" JSONB NOT NULL DEFAULT '[]',
    "account" JSONB,
    "account_read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upstream_skus" (
    "id" SERIAL NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "upstream_product_id" INTEGER NOT NULL,
    "upstream_sku_id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "sku_name" TEXT NOT NULL DEFAULT '',
    "category" TEXT NOT NULL,
    "auto_secret_kind" TEXT NOT NULL,
    "cost_cents" BIGINT NOT NULL,
    "stock" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "upstream_updated_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upstream_skus_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "upstream_products" (
    "connection_id" INTEGER NOT NULL,
    "upstream_product_id" INTEGER NOT NULL,
    "details" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upstream_products_pkey" PRIMARY KEY ("connection_id","upstream_product_id")
);

-- CreateTable
CREATE TABLE "sku_mappings" (
    "sku_id" INTEGER NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "upstream_sku_id" INTEGER NOT NULL,
    "is_price_auto" BOOLEAN NOT NULL DEFAULT true,
    "markup_bps" INTEGER,
    "fixed_cents" BIGINT,
    "paused_at" TIMESTAMPTZ(3),

    CONSTRAINT "sku_mappings_pkey" PRIMARY KEY ("sku_id")
);

-- CreateTable
CREATE TABLE "purchases" (
    "id" SERIAL NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "order_item_id" INTEGER NOT NULL,
    "upstream_product_id" INTEGER NOT NULL,
    "upstream_sku_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "downstream_order_no" TEXT NOT NULL,
    "upstream_order_no" TEXT,
    "amount_cents" BIGINT,
    "refunded_cents" BIGINT NOT NULL DEFAULT 0,
    "expire_at" TIMESTAMPTZ(3),
    "status" "purchase_status" NOT NULL DEFAULT 'created',
    "payment_ref" TEXT,
    "last_event_at" TIMESTAMPTZ(3),
    "poll_count" INTEGER NOT NULL DEFAULT 0,
    "next_poll_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "paid_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "purchases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_logs" (
    "id" SERIAL NOT NULL,
    "connection_id" INTEGER,
    "claimed_key" TEXT,
    "event" TEXT,
    "upstream_order_no" TEXT,
    "downstream_order_no" TEXT,
    "is_signature_valid" BOOLEAN NOT NULL,
    "cause" TEXT,
    "result" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "masked_body" TEXT,
    "http_status" INTEGER NOT NULL,
    "latency_ms" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,
    "ip" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "callback_logs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sync_runs" (
    "id" SERIAL NOT NULL,
    "connection_id" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "is_full" BOOLEAN NOT NULL DEFAULT false,
    "pages" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "seen" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "sync_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "licenses" (
    "id" SERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "order_item_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "key_sealed" BYTEA NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "product" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "entitlements" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "max_devices" INTEGER NOT NULL,
    "lease_minutes" INTEGER,
    "offline_days" INTEGER NOT NULL,
    "status" "license_status" NOT NULL DEFAULT 'active',
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "reminded_of" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "licenses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "license_devices" (
    "id" SERIAL NOT NULL,
    "license_id" INTEGER NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "platform" TEXT NOT NULL DEFAULT '',
    "activated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "license_devices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "license_signing_keys" (
    "kid" TEXT NOT NULL,
    "private_sealed" BYTEA NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "license_signing_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "living_texts" (
    "sku_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "content_sealed" BYTEA NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "reminded_at" TIMESTAMPTZ(3),

    CONSTRAINT "living_texts_pkey" PRIMARY KEY ("sku_id","number")
);

-- CreateTable
CREATE TABLE "living_accesses" (
    "fulfillment_id" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "frozen_at" TIMESTAMPTZ(3),
    "told_number" INTEGER NOT NULL,
    "mail_at" TIMESTAMPTZ(3),
    "reminded_of" TIMESTAMPTZ(3),

    CONSTRAINT "living_accesses_pkey" PRIMARY KEY ("fulfillment_id")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text_sealed" BYTEA NOT NULL,
    "html_sealed" BYTEA NOT NULL,
    "status" "mail_status" NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "reference" TEXT,
    "dedupe_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail_texts" (
    "kind" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "subject" TEXT,
    "heading" TEXT,
    "lead" TEXT,
    "closing" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_texts_pkey" PRIMARY KEY ("kind","locale")
);

-- CreateTable
CREATE TABLE "alerts" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "reference" TEXT,
    "dedupe_key" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "task_marks" (
    "key" TEXT NOT NULL,
    "owner_id" INTEGER,
    "snoozed_until" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "task_marks_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "notification_channels" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "settings_sealed" BYTEA NOT NULL,
    "events" JSONB NOT NULL,
    "quiet_from" INTEGER,
    "quiet_to" INTEGER,
    "failing_since" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_events" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "alert_kind" TEXT,
    "data" JSONB NOT NULL,
    "reference" TEXT,
    "dedupe_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "queued_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_queue" (
    "channel_id" INTEGER NOT NULL,
    "event_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_queue_pkey" PRIMARY KEY ("channel_id","event_id")
);

-- CreateTable
CREATE TABLE "notification_deliveries" (
    "id" SERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "event_count" INTEGER NOT NULL,
    "message" JSONB NOT NULL,
    "status" "notification_status" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_attempts" (
    "id" SERIAL NOT NULL,
    "delivery_id" INTEGER NOT NULL,
    "http_status" INTEGER,
    "latency_ms" INTEGER NOT NULL,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" SERIAL NOT NULL,
    "order_no" TEXT NOT NULL,
    "buyer_kind" "buyer_kind" NOT NULL,
    "user_id" INTEGER,
    "site_id" INTEGER,
    "email" TEXT,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "currency" TEXT NOT NULL,
    "status" "order_status" NOT NULL DEFAULT 'pending_payment',
    "payment_status" "payment_status" NOT NULL DEFAULT 'unpaid',
    "fulfillment_status" "fulfillment_status" NOT NULL DEFAULT 'pending',
    "original_cents" BIGINT NOT NULL,
    "discount_cents" BIGINT NOT NULL DEFAULT 0,
    "amount_cents" BIGINT NOT NULL,
    "wallet_paid_cents" BIGINT NOT NULL DEFAULT 0,
    "refunded_cents" BIGINT NOT NULL DEFAULT 0,
    "reductions" JSONB,
    "coupon_id" INTEGER,
    "member_level_id" INTEGER,
    "ip" TEXT,
    "country" TEXT,
    "terms_version" TEXT,
    "first_viewed_at" TIMESTAMPTZ(3),
    "first_viewed_ip" TEXT,
    "note" TEXT,
    "expire_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_items" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "product_id" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "sku_name" TEXT,
    "quantity" INTEGER NOT NULL,
    "unit_price_cents" BIGINT NOT NULL,
    "total_cents" BIGINT NOT NULL,
    "cost_cents" BIGINT,
    "delivery" "delivery_kind" NOT NULL,
    "auto_secret_kind" "secret_kind" NOT NULL,
    "source" "sku_source" NOT NULL DEFAULT 'local',
    "fulfillers" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "form" JSONB,
    "instructions" TEXT,
    "pick" TEXT,
    "bundle" JSONB,

    CONSTRAINT "order_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fulfillments" (
    "id" SERIAL NOT NULL,
    "order_item_id" INTEGER NOT NULL,
    "status" "fulfillment_status" NOT NULL DEFAULT 'pending',
    "content_sealed" BYTEA,
    "failure_reason" TEXT,
    "delivered_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fulfillments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fulfillment_secrets" (
    "id" SERIAL NOT NULL,
    "fulfillment_id" INTEGER NOT NULL,
    "secret_id" INTEGER NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "fulfillment_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_events" (
    "id" BIGSERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "actor" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" SERIAL NOT NULL,
    "refund_no" TEXT NOT NULL,
    "order_id" INTEGER NOT NULL,
    "payment_id" INTEGER,
    "order_item_id" INTEGER,
    "amount_cents" BIGINT NOT NULL,
    "via_payment_id" INTEGER,
    "gateway_cents" BIGINT,
    "gateway_currency" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "sent_at" TIMESTAMPTZ(3),
    "asked_count" INTEGER NOT NULL DEFAULT 0,
    "next_ask_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "method" "refund_method" NOT NULL,
    "status" "refund_status" NOT NULL DEFAULT 'pending',
    "reason" TEXT,
    "request_key" TEXT,
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "guest_tokens" (
    "token_hash" BYTEA NOT NULL,
    "order_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "guest_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "owner" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "params_hash" BYTEA NOT NULL,
    "order_id" INTEGER,
    "token_sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("owner","key")
);

-- CreateTable
CREATE TABLE "saved_replies" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_replies_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "receipts" (
    "id" SERIAL NOT NULL,
    "kind" "receipt_kind" NOT NULL,
    "sequence" INTEGER NOT NULL,
    "number" TEXT NOT NULL,
    "order_id" INTEGER NOT NULL,
    "refund_id" INTEGER,
    "currency" TEXT NOT NULL,
    "gross_cents" BIGINT NOT NULL,
    "tax_cents" BIGINT NOT NULL,
    "tax_rate_bps" INTEGER,
    "tax_country" TEXT,
    "seller" JSONB NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "receipts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "receipt_series" (
    "kind" "receipt_kind" NOT NULL,
    "last_sequence" INTEGER NOT NULL DEFAULT 0,
    "done_until" TIMESTAMPTZ(3),

    CONSTRAINT "receipt_series_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "payment_channels" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "interaction" TEXT NOT NULL,
    "icon" TEXT,
    "config_sealed" BYTEA NOT NULL,
    "min_cents" BIGINT,
    "max_cents" BIGINT,
    "fee_bps" INTEGER NOT NULL DEFAULT 0,
    "rate" DECIMAL(18,8),
    "rate_rounding" TEXT NOT NULL DEFAULT 'up',
    "tested_at" TIMESTAMPTZ(3),
    "test_passed" BOOLEAN,
    "is_active" BOOLEAN NOT NULL DEFAULT false,
    "offer_rules" JSONB NOT NULL DEFAULT '{}',
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "channel_rate_sources" (
    "channel_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "is_inverse" BOOLEAN NOT NULL,
    "every_minutes" INTEGER NOT NULL,
    "max_jump_bps" INTEGER NOT NULL,
    "max_age_minutes" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "tried_at" TIMESTAMPTZ(3),
    "good_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "proposed_rate" DECIMAL(18,8),

    CONSTRAINT "channel_rate_sources_pkey" PRIMARY KEY ("channel_id")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" SERIAL NOT NULL,
    "payment_no" TEXT NOT NULL,
    "purpose" "payment_purpose" NOT NULL,
    "order_id" INTEGER,
    "recharge_id" INTEGER,
    "channel_id" INTEGER NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "fee_cents" BIGINT NOT NULL DEFAULT 0,
    "currency" TEXT NOT NULL,
    "gateway_cents" BIGINT,
    "gateway_currency" TEXT,
    "gateway_rate" DECIMAL(18,8),
    "state" "payment_state" NOT NULL DEFAULT 'pending',
    "failure" TEXT,
    "disposition" "payment_disposition",
    "trade_no" TEXT,
    "gateway_reference" TEXT,
    "pay_url" TEXT,
    "qr_code" TEXT,
    "form" JSONB,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "query_count" INTEGER NOT NULL DEFAULT 0,
    "next_query_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_events" (
    "id" SERIAL NOT NULL,
    "channel_id" INTEGER,
    "payment_id" INTEGER,
    "source" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "reason" TEXT,
    "trade_no" TEXT,
    "dedupe_key" TEXT,
    "redacted" TEXT NOT NULL DEFAULT '',
    "ip" TEXT,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_gateway_payments" (
    "id" SERIAL NOT NULL,
    "trade_no" TEXT NOT NULL,
    "pid" TEXT NOT NULL,
    "out_trade_no" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "money" TEXT NOT NULL,
    "notify_url" TEXT NOT NULL,
    "return_url" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "notify_attempts" INTEGER NOT NULL DEFAULT 0,
    "last_answer" TEXT,
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "test_gateway_payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_confirmations" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER,
    "recharge_id" INTEGER,
    "payment_id" INTEGER,
    "amount_cents" BIGINT NOT NULL,
    "reference" TEXT,
    "note" TEXT NOT NULL,
    "proof_id" TEXT,
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_confirmations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_proofs" (
    "id" TEXT NOT NULL,
    "picture_sealed" BYTEA NOT NULL,
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_proofs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member_levels" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "icon" TEXT,
    "discount_percent" INTEGER NOT NULL DEFAULT 0,
    "recharge_threshold_cents" BIGINT NOT NULL DEFAULT 0,
    "spend_threshold_cents" BIGINT NOT NULL DEFAULT 0,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "sort_order" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_levels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "level_prices" (
    "level_id" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "price_cents" BIGINT NOT NULL,

    CONSTRAINT "level_prices_pkey" PRIMARY KEY ("level_id","sku_id")
);

-- CreateTable
CREATE TABLE "coupons" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "kind" "coupon_kind" NOT NULL,
    "value_cents" BIGINT NOT NULL DEFAULT 0,
    "percent" INTEGER NOT NULL DEFAULT 0,
    "min_amount_cents" BIGINT NOT NULL DEFAULT 0,
    "max_discount_cents" BIGINT,
    "total_limit" INTEGER,
    "per_buyer_limit" INTEGER,
    "used_count" INTEGER NOT NULL DEFAULT 0,
    "product_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "level_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "starts_at" TIMESTAMPTZ(3),
    "ends_at" TIMESTAMPTZ(3),
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "coupons_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coupon_uses" (
    "id" SERIAL NOT NULL,
    "coupon_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "buyer_key" TEXT NOT NULL,
    "status" "coupon_use_status" NOT NULL DEFAULT 'reserved',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "coupon_uses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "renewals" (
    "order_item_id" INTEGER NOT NULL,
    "renewed_item_id" INTEGER NOT NULL,
    "license_id" INTEGER,
    "license_days" INTEGER,
    "access_days" INTEGER,
    "applied_at" TIMESTAMPTZ(3),
    "is_new" BOOLEAN NOT NULL DEFAULT false,
    "revoked_at" TIMESTAMPTZ(3),
    "frozen_at" TIMESTAMPTZ(3),

    CONSTRAINT "renewals_pkey" PRIMARY KEY ("order_item_id")
);

-- CreateTable
CREATE TABLE "sku_stocks" (
    "sku_id" INTEGER NOT NULL,
    "is_unlimited" BOOLEAN NOT NULL DEFAULT false,
    "is_asked" BOOLEAN NOT NULL DEFAULT false,
    "available" INTEGER NOT NULL DEFAULT 0,
    "reserved" INTEGER NOT NULL DEFAULT 0,
    "sold" INTEGER NOT NULL DEFAULT 0,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sku_stocks_pkey" PRIMARY KEY ("sku_id")
);

-- CreateTable
CREATE TABLE "secret_batches" (
    "id" SERIAL NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "imported_count" INTEGER NOT NULL DEFAULT 0,
    "duplicate_count" INTEGER NOT NULL DEFAULT 0,
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "secrets" (
    "id" SERIAL NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "batch_id" INTEGER,
    "content_sealed" BYTEA NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "status" "secret_status" NOT NULL DEFAULT 'available',
    "order_item_id" INTEGER,
    "use_by" TIMESTAMPTZ(3),
    "note" TEXT,
    "cost_cents" BIGINT,
    "public_label" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_imports" (
    "id" SERIAL NOT NULL,
    "sku_id" INTEGER,
    "name" TEXT NOT NULL DEFAULT '',
    "note" TEXT NOT NULL DEFAULT '',
    "format" JSONB NOT NULL,
    "leave_out_elsewhere" BOOLEAN NOT NULL DEFAULT false,
    "status" "key_import_status" NOT NULL DEFAULT 'uploading',
    "piece_count" INTEGER NOT NULL DEFAULT 0,
    "pieces_done" INTEGER NOT NULL DEFAULT 0,
    "records_done" INTEGER NOT NULL DEFAULT 0,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "elsewhere" JSONB NOT NULL DEFAULT '{}',
    "batches" JSONB NOT NULL DEFAULT '{}',
    "problem" JSONB,
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "key_imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_import_pieces" (
    "import_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "text_sealed" BYTEA NOT NULL,

    CONSTRAINT "key_import_pieces_pkey" PRIMARY KEY ("import_id","number")
);

-- CreateTable
CREATE TABLE "key_import_lines" (
    "import_id" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "key_import_lines_pkey" PRIMARY KEY ("import_id","line")
);

-- CreateTable
CREATE TABLE "ledger_accounts" (
    "id" SERIAL NOT NULL,
    "kind" "ledger_account_kind" NOT NULL,
    "user_id" INTEGER,
    "site_id" INTEGER,
    "currency" TEXT NOT NULL,
    "balance_cents" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_transfers" (
    "id" SERIAL NOT NULL,
    "transfer_no" TEXT NOT NULL,
    "type" "ledger_type" NOT NULL,
    "reason_key" TEXT NOT NULL,
    "reference" TEXT NOT NULL DEFAULT '',
    "remark" TEXT,
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_transfers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" BIGSERIAL NOT NULL,
    "transfer_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "balance_after_cents" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wallet_holds" (
    "order_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "status" "wallet_hold_status" NOT NULL DEFAULT 'held',
    "round" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "wallet_holds_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "recharges" (
    "id" SERIAL NOT NULL,
    "recharge_no" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "status" "recharge_status" NOT NULL DEFAULT 'pending',
    "expire_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "recharges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gift_card_batches" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_by_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gift_card_batches_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gift_cards" (
    "id" SERIAL NOT NULL,
    "batch_id" INTEGER NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "code_sealed" BYTEA NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "status" "gift_card_status" NOT NULL DEFAULT 'active',
    "expires_at" TIMESTAMPTZ(3),
    "redeemed_by_id" INTEGER,
    "redeemed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gift_cards_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_email_prefix" ON "users"("email" text_pattern_ops);

-- CreateIndex
CREATE INDEX "users_created_at_idx" ON "users"("created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes"("user_id", "code_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_created_at_idx" ON "sessions"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "refresh_tokens_session_id_idx" ON "refresh_tokens"("session_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_expires_at_idx" ON "refresh_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "email_codes_expires_at_idx" ON "email_codes"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "email_codes_email_purpose_key" ON "email_codes"("email", "purpose");

-- CreateIndex
CREATE INDEX "login_challenges_expires_at_idx" ON "login_challenges"("expires_at");

-- CreateIndex
CREATE INDEX "login_logs_user_id_created_at_idx" ON "login_logs"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "login_logs_staff_id_created_at_idx" ON "login_logs"("staff_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "login_logs_created_at_idx" ON "login_logs"("created_at");

-- CreateIndex
CREATE INDEX "captchas_expires_at_idx" ON "captchas"("expires_at");

-- CreateIndex
CREATE INDEX "rate_limits_reset_at_idx" ON "rate_limits"("reset_at");

-- CreateIndex
CREATE UNIQUE INDEX "staff_email_key" ON "staff"("email");

-- CreateIndex
CREATE INDEX "staff_own_role_id_idx" ON "staff"("own_role_id");

-- CreateIndex
CREATE UNIQUE INDEX "own_roles_name_key" ON "own_roles"("name");

-- CreateIndex
CREATE UNIQUE INDEX "staff_recovery_codes_staff_id_code_hash_key" ON "staff_recovery_codes"("staff_id", "code_hash");

-- CreateIndex
CREATE INDEX "staff_sessions_staff_id_idx" ON "staff_sessions"("staff_id");

-- CreateIndex
CREATE INDEX "audit_logs_created_at_idx" ON "audit_logs"("created_at" DESC);

-- CreateIndex
CREATE INDEX "audit_logs_target_idx" ON "audit_logs"("target");

-- CreateIndex
CREATE INDEX "staff_money_days_day_idx" ON "staff_money_days"("day");

-- CreateIndex
CREATE INDEX "money_requests_status_created_at_idx" ON "money_requests"("status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "money_requests_requested_by_id_idx" ON "money_requests"("requested_by_id");

-- CreateIndex
CREATE INDEX "money_requests_decided_by_id_idx" ON "money_requests"("decided_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "saved_views_staff_id_path_name_key" ON "saved_views"("staff_id", "path", "name");

-- CreateIndex
CREATE UNIQUE INDEX "categories_slug_key" ON "categories"("slug");

-- CreateIndex
CREATE INDEX "categories_parent_id_idx" ON "categories"("parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "products_slug_key" ON "products"("slug");

-- CreateIndex
CREATE INDEX "products_status_sort_order_id_idx" ON "products"("status", "sort_order", "id");

-- CreateIndex
CREATE INDEX "products_status_created_at_id_idx" ON "products"("status", "created_at" DESC, "id");

-- CreateIndex
CREATE INDEX "products_status_price_cents_id_idx" ON "products"("status", "price_cents", "id");

-- CreateIndex
CREATE INDEX "products_category_id_status_idx" ON "products"("category_id", "status");

-- CreateIndex
CREATE INDEX "products_updated_at_idx" ON "products"("updated_at");

-- CreateIndex
CREATE INDEX "skus_product_id_is_active_sort_order_idx" ON "skus"("product_id", "is_active", "sort_order");

-- CreateIndex
CREATE INDEX "skus_updated_at_idx" ON "skus"("updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "skus_product_id_code_key" ON "skus"("product_id", "code");

-- CreateIndex
CREATE INDEX "bundle_parts_part_sku_id_idx" ON "bundle_parts"("part_sku_id");

-- CreateIndex
CREATE UNIQUE INDEX "bundle_parts_bundle_sku_id_part_sku_id_key" ON "bundle_parts"("bundle_sku_id", "part_sku_id");

-- CreateIndex
CREATE UNIQUE INDEX "wholesale_tiers_product_id_min_quantity_key" ON "wholesale_tiers"("product_id", "min_quantity");

-- CreateIndex
CREATE INDEX "stock_notices_sku_id_id_idx" ON "stock_notices"("sku_id", "id");

-- CreateIndex
CREATE INDEX "stock_notices_email_idx" ON "stock_notices"("email");

-- CreateIndex
CREATE INDEX "stock_notices_created_at_idx" ON "stock_notices"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "stock_notices_sku_id_email_key" ON "stock_notices"("sku_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "posts_slug_key" ON "posts"("slug");

-- CreateIndex
CREATE INDEX "posts_is_published_type_published_at_idx" ON "posts"("is_published", "type", "published_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "pages_slug_key" ON "pages"("slug");

-- CreateIndex
CREATE INDEX "pages_is_published_place_sort_order_idx" ON "pages"("is_published", "place", "sort_order");

-- CreateIndex
CREATE INDEX "banners_position_is_active_sort_order_idx" ON "banners"("position", "is_active", "sort_order");

-- CreateIndex
CREATE INDEX "tax_rate_versions_replaced_at_idx" ON "tax_rate_versions"("replaced_at");

-- CreateIndex
CREATE UNIQUE INDEX "delivery_requests_public_id_key" ON "delivery_requests"("public_id");

-- CreateIndex
CREATE INDEX "delivery_requests_order_item_id_idx" ON "delivery_requests"("order_item_id");

-- CreateIndex
CREATE INDEX "delivery_requests_status_idx" ON "delivery_requests"("status");

-- CreateIndex
CREATE INDEX "delivery_requests_created_at_idx" ON "delivery_requests"("created_at" DESC);

-- CreateIndex
CREATE INDEX "delivery_attempts_request_id_idx" ON "delivery_attempts"("request_id");

-- CreateIndex
CREATE INDEX "delivery_attempts_created_at_idx" ON "delivery_attempts"("created_at");

-- CreateIndex
CREATE INDEX "sku_files_sku_id_idx" ON "sku_files"("sku_id");

-- CreateIndex
CREATE UNIQUE INDEX "file_versions_storage_key_key" ON "file_versions"("storage_key");

-- CreateIndex
CREATE INDEX "file_versions_file_id_id_idx" ON "file_versions"("file_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "download_grants_fulfillment_id_key" ON "download_grants"("fulfillment_id");

-- CreateIndex
CREATE INDEX "download_grants_sku_id_idx" ON "download_grants"("sku_id");

-- CreateIndex
CREATE INDEX "downloads_version_id_idx" ON "downloads"("version_id");

-- CreateIndex
CREATE UNIQUE INDEX "sites_api_key_key" ON "sites"("api_key");

-- CreateIndex
CREATE INDEX "site_statements_site_id_id_idx" ON "site_statements"("site_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "site_statements_site_id_period_from_key" ON "site_statements"("site_id", "period_from");

-- CreateIndex
CREATE UNIQUE INDEX "site_statement_lines_refund_id_key" ON "site_statement_lines"("refund_id");

-- CreateIndex
CREATE INDEX "site_statement_lines_statement_id_id_idx" ON "site_statement_lines"("statement_id", "id");

-- CreateIndex
CREATE INDEX "site_statement_lines_order_id_idx" ON "site_statement_lines"("order_id");

-- CreateIndex
CREATE INDEX "site_comparisons_site_id_id_idx" ON "site_comparisons"("site_id", "id" DESC);

-- CreateIndex
CREATE INDEX "site_mismatches_site_id_resolved_at_id_idx" ON "site_mismatches"("site_id", "resolved_at", "id");

-- CreateIndex
CREATE INDEX "site_mismatches_comparison_id_idx" ON "site_mismatches"("comparison_id");

-- CreateIndex
CREATE UNIQUE INDEX "site_mismatches_site_id_key_key" ON "site_mismatches"("site_id", "key");

-- CreateIndex
CREATE INDEX "site_signing_secrets_site_id_idx" ON "site_signing_secrets"("site_id");

-- CreateIndex
CREATE INDEX "site_orders_site_id_created_at_idx" ON "site_orders"("site_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "site_orders_downstream_order_no_idx" ON "site_orders"("downstream_order_no");

-- CreateIndex
CREATE UNIQUE INDEX "site_orders_site_id_downstream_order_no_key" ON "site_orders"("site_id", "downstream_order_no");

-- CreateIndex
CREATE UNIQUE INDEX "site_orders_site_id_downstream_payment_id_key" ON "site_orders"("site_id", "downstream_payment_id");

-- CreateIndex
CREATE INDEX "nonces_expires_at_idx" ON "nonces"("expires_at");

-- CreateIndex
CREATE INDEX "request_logs_site_id_id_idx" ON "request_logs"("site_id", "id" DESC);

-- CreateIndex
CREATE INDEX "request_logs_request_id_idx" ON "request_logs"("request_id");

-- CreateIndex
CREATE INDEX "request_logs_order_no_idx" ON "request_logs"("order_no");

-- CreateIndex
CREATE INDEX "request_logs_downstream_order_no_idx" ON "request_logs"("downstream_order_no");

-- CreateIndex
CREATE INDEX "request_logs_created_at_idx" ON "request_logs"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "callbacks_order_event_id_key" ON "callbacks"("order_event_id");

-- CreateIndex
CREATE INDEX "callbacks_order_id_id_idx" ON "callbacks"("order_id", "id");

-- CreateIndex
CREATE INDEX "callbacks_site_id_created_at_idx" ON "callbacks"("site_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "callbacks_status_next_attempt_at_idx" ON "callbacks"("status", "next_attempt_at");

-- CreateIndex
CREATE INDEX "callback_attempts_callback_id_attempt_no_idx" ON "callback_attempts"("callback_id", "attempt_no");

-- CreateIndex
CREATE INDEX "callback_attempts_created_at_idx" ON "callback_attempts"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "connections_api_key_key" ON "connections"("api_key");

-- CreateIndex
CREATE UNIQUE INDEX "upstream_skus_connection_id_upstream_product_id_upstream_sk_key" ON "upstream_skus"("connection_id", "upstream_product_id", "upstream_sku_id");

-- CreateIndex
CREATE UNIQUE INDEX "sku_mappings_upstream_sku_id_key" ON "sku_mappings"("upstream_sku_id");

-- CreateIndex
CREATE INDEX "sku_mappings_connection_id_idx" ON "sku_mappings"("connection_id");

-- CreateIndex
CREATE UNIQUE INDEX "purchases_downstream_order_no_key" ON "purchases"("downstream_order_no");

-- CreateIndex
CREATE INDEX "purchases_order_item_id_idx" ON "purchases"("order_item_id");

-- CreateIndex
CREATE INDEX "purchases_status_next_poll_at_idx" ON "purchases"("status", "next_poll_at");

-- CreateIndex
CREATE INDEX "purchases_created_at_idx" ON "purchases"("created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "purchases_connection_id_upstream_order_no_key" ON "purchases"("connection_id", "upstream_order_no");

-- CreateIndex
CREATE INDEX "callback_logs_connection_id_id_idx" ON "callback_logs"("connection_id", "id" DESC);

-- CreateIndex
CREATE INDEX "callback_logs_upstream_order_no_idx" ON "callback_logs"("upstream_order_no");

-- CreateIndex
CREATE INDEX "callback_logs_downstream_order_no_idx" ON "callback_logs"("downstream_order_no");

-- CreateIndex
CREATE INDEX "callback_logs_request_id_idx" ON "callback_logs"("request_id");

-- CreateIndex
CREATE INDEX "callback_logs_created_at_idx" ON "callback_logs"("created_at");

-- CreateIndex
CREATE INDEX "sync_runs_connection_id_id_idx" ON "sync_runs"("connection_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "licenses_public_id_key" ON "licenses"("public_id");

-- CreateIndex
CREATE UNIQUE INDEX "licenses_key_hash_key" ON "licenses"("key_hash");

-- CreateIndex
CREATE INDEX "licenses_revoked_at_idx" ON "licenses"("revoked_at");

-- CreateIndex
CREATE UNIQUE INDEX "licenses_order_item_id_position_key" ON "licenses"("order_item_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "license_devices_license_id_fingerprint_key" ON "license_devices"("license_id", "fingerprint");

-- CreateIndex
CREATE INDEX "living_accesses_sku_id_told_number_idx" ON "living_accesses"("sku_id", "told_number");

-- CreateIndex
CREATE UNIQUE INDEX "mails_dedupe_key_key" ON "mails"("dedupe_key");

-- CreateIndex
CREATE INDEX "mails_status_created_at_idx" ON "mails"("status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "mails_created_at_idx" ON "mails"("created_at" DESC);

-- CreateIndex
CREATE INDEX "mails_reference_idx" ON "mails"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "alerts_dedupe_key_key" ON "alerts"("dedupe_key");

-- CreateIndex
CREATE INDEX "alerts_resolved_at_last_seen_at_idx" ON "alerts"("resolved_at", "last_seen_at" DESC);

-- CreateIndex
CREATE INDEX "task_marks_updated_at_idx" ON "task_marks"("updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "operator_events_dedupe_key_key" ON "operator_events"("dedupe_key");

-- CreateIndex
CREATE INDEX "operator_events_created_at_idx" ON "operator_events"("created_at");

-- CreateIndex
CREATE INDEX "notification_queue_event_id_idx" ON "notification_queue"("event_id");

-- CreateIndex
CREATE INDEX "notification_deliveries_channel_id_kind_created_at_idx" ON "notification_deliveries"("channel_id", "kind", "created_at" DESC);

-- CreateIndex
CREATE INDEX "notification_deliveries_status_next_attempt_at_idx" ON "notification_deliveries"("status", "next_attempt_at");

-- CreateIndex
CREATE INDEX "notification_deliveries_created_at_idx" ON "notification_deliveries"("created_at");

-- CreateIndex
CREATE INDEX "notification_attempts_delivery_id_idx" ON "notification_attempts"("delivery_id");

-- CreateIndex
CREATE UNIQUE INDEX "orders_order_no_key" ON "orders"("order_no");

-- CreateIndex
CREATE INDEX "orders_user_id_created_at_idx" ON "orders"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "orders_site_id_created_at_idx" ON "orders"("site_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "orders_email_prefix" ON "orders"("email" text_pattern_ops, "created_at" DESC);

-- CreateIndex
CREATE INDEX "orders_status_created_at_idx" ON "orders"("status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "orders_fulfillment_status_created_at_idx" ON "orders"("fulfillment_status", "created_at" DESC);

-- CreateIndex
CREATE INDEX "orders_created_at_idx" ON "orders"("created_at" DESC);

-- CreateIndex
CREATE INDEX "order_items_sku_id_idx" ON "order_items"("sku_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_items_order_id_position_key" ON "order_items"("order_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "fulfillments_order_item_id_key" ON "fulfillments"("order_item_id");

-- CreateIndex
CREATE UNIQUE INDEX "fulfillment_secrets_secret_id_key" ON "fulfillment_secrets"("secret_id");

-- CreateIndex
CREATE INDEX "fulfillment_secrets_fulfillment_id_idx" ON "fulfillment_secrets"("fulfillment_id");

-- CreateIndex
CREATE INDEX "order_events_order_id_id_idx" ON "order_events"("order_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_refund_no_key" ON "refunds"("refund_no");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_order_item_id_key" ON "refunds"("order_item_id");

-- CreateIndex
CREATE INDEX "refunds_via_payment_id_idx" ON "refunds"("via_payment_id");

-- CreateIndex
CREATE INDEX "refunds_order_id_idx" ON "refunds"("order_id");

-- CreateIndex
CREATE INDEX "refunds_status_created_at_idx" ON "refunds"("status", "created_at");

-- CreateIndex
CREATE INDEX "refunds_created_at_idx" ON "refunds"("created_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "refunds_payment_id_key" ON "refunds"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_order_id_request_key_key" ON "refunds"("order_id", "request_key");

-- CreateIndex
CREATE INDEX "guest_tokens_order_id_idx" ON "guest_tokens"("order_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "saved_replies_title_key" ON "saved_replies"("title");

-- CreateIndex
CREATE UNIQUE INDEX "receipts_refund_id_key" ON "receipts"("refund_id");

-- CreateIndex
CREATE INDEX "receipts_order_id_idx" ON "receipts"("order_id");

-- CreateIndex
CREATE INDEX "receipts_issued_at_idx" ON "receipts"("issued_at");

-- CreateIndex
CREATE UNIQUE INDEX "receipts_kind_sequence_key" ON "receipts"("kind", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "payments_payment_no_key" ON "payments"("payment_no");

-- CreateIndex
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");

-- CreateIndex
CREATE INDEX "payments_recharge_id_idx" ON "payments"("recharge_id");

-- CreateIndex
CREATE INDEX "payments_trade_no_idx" ON "payments"("trade_no");

-- CreateIndex
CREATE INDEX "payments_state_next_query_at_idx" ON "payments"("state", "next_query_at");

-- CreateIndex
CREATE INDEX "payments_created_at_idx" ON "payments"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payments_channel_id_trade_no_key" ON "payments"("channel_id", "trade_no");

-- CreateIndex
CREATE UNIQUE INDEX "payment_events_dedupe_key_key" ON "payment_events"("dedupe_key");

-- CreateIndex
CREATE INDEX "payment_events_channel_id_created_at_idx" ON "payment_events"("channel_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "payment_events_payment_id_created_at_idx" ON "payment_events"("payment_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "payment_events_trade_no_idx" ON "payment_events"("trade_no");

-- CreateIndex
CREATE INDEX "payment_events_created_at_idx" ON "payment_events"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "test_gateway_payments_trade_no_key" ON "test_gateway_payments"("trade_no");

-- CreateIndex
CREATE UNIQUE INDEX "test_gateway_payments_pid_out_trade_no_key" ON "test_gateway_payments"("pid", "out_trade_no");

-- CreateIndex
CREATE UNIQUE INDEX "payment_confirmations_payment_id_key" ON "payment_confirmations"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_confirmations_proof_id_key" ON "payment_confirmations"("proof_id");

-- CreateIndex
CREATE INDEX "payment_confirmations_order_id_idx" ON "payment_confirmations"("order_id");

-- CreateIndex
CREATE INDEX "payment_confirmations_recharge_id_idx" ON "payment_confirmations"("recharge_id");

-- CreateIndex
CREATE INDEX "payment_confirmations_created_by_id_idx" ON "payment_confirmations"("created_by_id");

-- CreateIndex
CREATE INDEX "payment_proofs_created_by_id_idx" ON "payment_proofs"("created_by_id");

-- CreateIndex
CREATE INDEX "payment_proofs_created_at_idx" ON "payment_proofs"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "member_levels_slug_key" ON "member_levels"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "coupons_code_key" ON "coupons"("code");

-- CreateIndex
CREATE UNIQUE INDEX "coupon_uses_order_id_key" ON "coupon_uses"("order_id");

-- CreateIndex
CREATE INDEX "coupon_uses_coupon_id_buyer_key_idx" ON "coupon_uses"("coupon_id", "buyer_key");

-- CreateIndex
CREATE INDEX "renewals_renewed_item_id_idx" ON "renewals"("renewed_item_id");

-- CreateIndex
CREATE INDEX "renewals_license_id_idx" ON "renewals"("license_id");

-- CreateIndex
CREATE INDEX "sku_stocks_changed_at_idx" ON "sku_stocks"("changed_at");

-- CreateIndex
CREATE INDEX "secret_batches_sku_id_created_at_idx" ON "secret_batches"("sku_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "secrets_content_hash_idx" ON "secrets"("content_hash");

-- CreateIndex
CREATE INDEX "secrets_order_item_id_idx" ON "secrets"("order_item_id");

-- CreateIndex
CREATE INDEX "secrets_batch_id_idx" ON "secrets"("batch_id");

-- CreateIndex
CREATE INDEX "secrets_sku_id_status_id_idx" ON "secrets"("sku_id", "status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "secrets_sku_id_content_hash_key" ON "secrets"("sku_id", "content_hash");

-- CreateIndex
CREATE INDEX "key_imports_sku_id_id_idx" ON "key_imports"("sku_id", "id" DESC);

-- CreateIndex
CREATE INDEX "key_imports_changed_at_idx" ON "key_imports"("changed_at");

-- CreateIndex
CREATE INDEX "ledger_accounts_user_id_idx" ON "ledger_accounts"("user_id");

-- CreateIndex
CREATE INDEX "ledger_accounts_site_id_idx" ON "ledger_accounts"("site_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transfers_transfer_no_key" ON "ledger_transfers"("transfer_no");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transfers_reason_key_key" ON "ledger_transfers"("reason_key");

-- CreateIndex
CREATE INDEX "ledger_entries_account_id_id_idx" ON "ledger_entries"("account_id", "id" DESC);

-- CreateIndex
CREATE INDEX "ledger_entries_transfer_id_idx" ON "ledger_entries"("transfer_id");

-- CreateIndex
CREATE INDEX "ledger_entries_created_at_idx" ON "ledger_entries" USING BRIN ("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "recharges_recharge_no_key" ON "recharges"("recharge_no");

-- CreateIndex
CREATE INDEX "recharges_user_id_created_at_idx" ON "recharges"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "recharges_status_expire_at_idx" ON "recharges"("status", "expire_at");

-- CreateIndex
CREATE UNIQUE INDEX "gift_cards_code_hash_key" ON "gift_cards"("code_hash");

-- CreateIndex
CREATE INDEX "gift_cards_batch_id_id_idx" ON "gift_cards"("batch_id", "id");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_member_level_id_fkey" FOREIGN KEY ("member_level_id") REFERENCES "member_levels"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "login_logs" ADD CONSTRAINT "login_logs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff" ADD CONSTRAINT "staff_own_role_id_fkey" FOREIGN KEY ("own_role_id") REFERENCES "own_roles"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_recovery_codes" ADD CONSTRAINT "staff_recovery_codes_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_sessions" ADD CONSTRAINT "staff_sessions_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "staff_money_days" ADD CONSTRAINT "staff_money_days_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "money_requests" ADD CONSTRAINT "money_requests_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "money_requests" ADD CONSTRAINT "money_requests_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "list_columns" ADD CONSTRAINT "list_columns_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "categories"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skus" ADD CONSTRAINT "skus_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_bundle_sku_id_fkey" FOREIGN KEY ("bundle_sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_part_sku_id_fkey" FOREIGN KEY ("part_sku_id") REFERENCES "skus"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wholesale_tiers" ADD CONSTRAINT "wholesale_tiers_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stock_notices" ADD CONSTRAINT "stock_notices_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_requests" ADD CONSTRAINT "delivery_requests_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "delivery_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "asked_stocks" ADD CONSTRAINT "asked_stocks_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sku_files" ADD CONSTRAINT "sku_files_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_file_id_fkey" FOREIGN KEY ("file_id") REFERENCES "sku_files"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "download_grants" ADD CONSTRAINT "download_grants_fulfillment_id_fkey" FOREIGN KEY ("fulfillment_id") REFERENCES "fulfillments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_grant_id_fkey" FOREIGN KEY ("grant_id") REFERENCES "download_grants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "file_versions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sites" ADD CONSTRAINT "sites_member_level_id_fkey" FOREIGN KEY ("member_level_id") REFERENCES "member_levels"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_statements" ADD CONSTRAINT "site_statements_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_statement_lines" ADD CONSTRAINT "site_statement_lines_statement_id_fkey" FOREIGN KEY ("statement_id") REFERENCES "site_statements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_statement_lines" ADD CONSTRAINT "site_statement_lines_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_statement_lines" ADD CONSTRAINT "site_statement_lines_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_comparisons" ADD CONSTRAINT "site_comparisons_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_mismatches" ADD CONSTRAINT "site_mismatches_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_mismatches" ADD CONSTRAINT "site_mismatches_comparison_id_fkey" FOREIGN KEY ("comparison_id") REFERENCES "site_comparisons"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_signing_secrets" ADD CONSTRAINT "site_signing_secrets_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_prices" ADD CONSTRAINT "site_prices_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_prices" ADD CONSTRAINT "site_prices_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_orders" ADD CONSTRAINT "site_orders_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_orders" ADD CONSTRAINT "site_orders_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "request_logs" ADD CONSTRAINT "request_logs_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_attempts" ADD CONSTRAINT "callback_attempts_callback_id_fkey" FOREIGN KEY ("callback_id") REFERENCES "callbacks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upstream_skus" ADD CONSTRAINT "upstream_skus_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upstream_products" ADD CONSTRAINT "upstream_products_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sku_mappings" ADD CONSTRAINT "sku_mappings_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sku_mappings" ADD CONSTRAINT "sku_mappings_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sku_mappings" ADD CONSTRAINT "sku_mappings_upstream_sku_id_fkey" FOREIGN KEY ("upstream_sku_id") REFERENCES "upstream_skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_logs" ADD CONSTRAINT "callback_logs_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_devices" ADD CONSTRAINT "license_devices_license_id_fkey" FOREIGN KEY ("license_id") REFERENCES "licenses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "living_accesses" ADD CONSTRAINT "living_accesses_fulfillment_id_fkey" FOREIGN KEY ("fulfillment_id") REFERENCES "fulfillments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "task_marks" ADD CONSTRAINT "task_marks_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_queue" ADD CONSTRAINT "notification_queue_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_queue" ADD CONSTRAINT "notification_queue_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "operator_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_attempts" ADD CONSTRAINT "notification_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "notification_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_secrets" ADD CONSTRAINT "fulfillment_secrets_fulfillment_id_fkey" FOREIGN KEY ("fulfillment_id") REFERENCES "fulfillments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_secrets" ADD CONSTRAINT "fulfillment_secrets_secret_id_fkey" FOREIGN KEY ("secret_id") REFERENCES "secrets"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_via_payment_id_fkey" FOREIGN KEY ("via_payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "guest_tokens" ADD CONSTRAINT "guest_tokens_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "channel_rate_sources" ADD CONSTRAINT "channel_rate_sources_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "payment_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_recharge_id_fkey" FOREIGN KEY ("recharge_id") REFERENCES "recharges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "payment_channels"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "payment_channels"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_recharge_id_fkey" FOREIGN KEY ("recharge_id") REFERENCES "recharges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_proof_id_fkey" FOREIGN KEY ("proof_id") REFERENCES "payment_proofs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_proofs" ADD CONSTRAINT "payment_proofs_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "level_prices" ADD CONSTRAINT "level_prices_level_id_fkey" FOREIGN KEY ("level_id") REFERENCES "member_levels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "level_prices" ADD CONSTRAINT "level_prices_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_fkey" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_renewed_item_id_fkey" FOREIGN KEY ("renewed_item_id") REFERENCES "order_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_license_id_fkey" FOREIGN KEY ("license_id") REFERENCES "licenses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sku_stocks" ADD CONSTRAINT "sku_stocks_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "secret_batches" ADD CONSTRAINT "secret_batches_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "secret_batches"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "secrets" ADD CONSTRAINT "secrets_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_imports" ADD CONSTRAINT "key_imports_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_import_pieces" ADD CONSTRAINT "key_import_pieces_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "key_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "key_import_lines" ADD CONSTRAINT "key_import_lines_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "key_imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "ledger_transfers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "ledger_accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet_holds" ADD CONSTRAINT "wallet_holds_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recharges" ADD CONSTRAINT "recharges_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "gift_card_batches"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_redeemed_by_id_fkey" FOREIGN KEY ("redeemed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
