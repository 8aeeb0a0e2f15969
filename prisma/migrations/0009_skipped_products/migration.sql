-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "skipped_products" JSONB NOT NULL DEFAULT '[]';
