-- compatible-from: 0042
-- CreateEnum
CREATE TYPE "receipt_kind" AS ENUM ('receipt', 'credit_note');

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "country" TEXT;

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

-- CreateIndex
CREATE UNIQUE INDEX "receipts_refund_id_key" ON "receipts"("refund_id");

-- CreateIndex
CREATE INDEX "receipts_order_id_idx" ON "receipts"("order_id");

-- CreateIndex
CREATE INDEX "receipts_issued_at_idx" ON "receipts"("issued_at");

-- CreateIndex
CREATE UNIQUE INDEX "receipts_kind_sequence_key" ON "receipts"("kind", "sequence");

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One receipt for an order, and each credit note for a refund.
CREATE UNIQUE INDEX "receipts_of_order" ON "receipts" ("order_id") WHERE "kind" = 'receipt';
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_refund_check" CHECK (("kind" = 'credit_note') = ("refund_id" IS NOT NULL));
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_tax_check" CHECK ("tax_cents" BETWEEN 0 AND "gross_cents");

-- What was sold before this version keeps its old receipt without a number until somebody opens it.
INSERT INTO "receipt_series" ("kind", "done_until") VALUES ('receipt', now()), ('credit_note', now());
