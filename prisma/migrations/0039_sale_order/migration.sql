-- CreateEnum
CREATE TYPE "sale_order" AS ENUM ('oldest', 'newest', 'random', 'expiring');

-- AlterTable
ALTER TABLE "secrets" ADD COLUMN     "cost_cents" BIGINT,
ADD COLUMN     "note" TEXT,
ADD COLUMN     "use_by" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "skus" ADD COLUMN     "has_use_by" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "min_days_left" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "sale_order" "sale_order" NOT NULL DEFAULT 'oldest';

ALTER TABLE "skus" ADD CONSTRAINT "skus_min_days_left" CHECK ("min_days_left" BETWEEN 0 AND 3650);

-- Each order of sale has an index of free keys of its own, as `secrets_queue` is of the oldest and, read backwards, of the newest.
-- A random order is that of a hash of the id: no column, and no sort.
CREATE INDEX "secrets_shuffled" ON "secrets" ("sku_id", (hashint4("id"))) WHERE "status" = 'available';
CREATE INDEX "secrets_expiring" ON "secrets" ("sku_id", "use_by", ("id" + 0)) WHERE "status" = 'available';
