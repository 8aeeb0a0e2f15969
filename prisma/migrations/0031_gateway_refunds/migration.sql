-- AlterEnum
ALTER TYPE "refund_status" ADD VALUE 'processing';
ALTER TYPE "refund_status" ADD VALUE 'failed';

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "asked_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failure" TEXT,
ADD COLUMN     "gateway_cents" BIGINT,
ADD COLUMN     "gateway_currency" TEXT,
ADD COLUMN     "next_ask_at" TIMESTAMPTZ(3),
ADD COLUMN     "sent_at" TIMESTAMPTZ(3),
ADD COLUMN     "via_payment_id" INTEGER;

-- CreateIndex
CREATE INDEX "refunds_via_payment_id_idx" ON "refunds"("via_payment_id");

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_via_payment_id_fkey" FOREIGN KEY ("via_payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
