-- AlterTable
ALTER TABLE "purchases" ADD COLUMN     "refunded_cents" BIGINT NOT NULL DEFAULT 0;
