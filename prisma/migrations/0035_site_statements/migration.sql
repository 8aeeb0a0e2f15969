-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "account" JSONB,
ADD COLUMN     "account_read_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "sites" ADD COLUMN     "deposit_alert_cents" BIGINT,
ADD COLUMN     "deposit_low_at" TIMESTAMPTZ(3);

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

-- The price of an order is on one statement; its refunds are lines of their own.
CREATE UNIQUE INDEX "site_statement_lines_order_key" ON "site_statement_lines" ("order_id") WHERE "refund_id" IS NULL;

ALTER TABLE "sites" ADD CONSTRAINT "sites_deposit_alert_check" CHECK ("deposit_alert_cents" > 0);
ALTER TABLE "site_statements"
  ADD CONSTRAINT "site_statements_period_check" CHECK ("period_to" > "period_from"),
  ADD CONSTRAINT "site_statements_amount_check" CHECK ("amount_cents" = "ordered_cents" - "refunded_cents"),
  ADD CONSTRAINT "site_statements_settled_check" CHECK (
    "settled_from" IN ('outside', 'deposit') AND ("settled_from" IS NULL OR "settled_at" IS NOT NULL));
ALTER TABLE "site_statement_lines"
  ADD CONSTRAINT "site_statement_lines_amount_check" CHECK (("refund_id" IS NULL) = ("amount_cents" > 0) AND "amount_cents" <> 0);
ALTER TABLE "site_mismatches"
  ADD CONSTRAINT "site_mismatches_kind_check"
    CHECK ("kind" IN ('unknown_here', 'missing_there', 'not_paid', 'amount', 'refunded'));

ALTER TABLE "ledger_accounts"
  DROP CONSTRAINT "ledger_accounts_owner_check",
  ADD CONSTRAINT "ledger_accounts_owner_check" CHECK (CASE
    WHEN kind IN ('user_wallet', 'user_hold') THEN user_id IS NOT NULL AND site_id IS NULL
    WHEN kind IN ('site_deposit', 'site_account') THEN site_id IS NOT NULL AND user_id IS NULL
    ELSE user_id IS NULL AND site_id IS NULL END);

-- Goods that came with the answer to the payment left it unsaid when the purchase was paid, and books are read by that moment.
UPDATE "purchases" SET "paid_at" = "delivered_at" WHERE "paid_at" IS NULL AND "delivered_at" IS NOT NULL;
