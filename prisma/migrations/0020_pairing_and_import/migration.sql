-- What is paid at the main site waits for its goods; "held" is what an operator holds back.
ALTER TYPE "purchase_status" RENAME VALUE 'held' TO 'awaiting_goods';

-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "last_good_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_problem" TEXT;

-- Attempts that are under way: a handful, counted before each attempt.
CREATE INDEX callback_attempts_unfinished ON callback_attempts (created_at) WHERE http_status IS NULL AND error IS NULL;
-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "callback_problem" TEXT,
ADD COLUMN     "currency" TEXT;

-- AlterTable
ALTER TABLE "site_signing_secrets" ADD COLUMN     "is_pairing" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sites" ADD COLUMN     "callback_problem" TEXT,
ADD COLUMN     "callback_verified_at" TIMESTAMPTZ(3);
-- AlterTable
ALTER TABLE "media" ADD COLUMN     "sha256" TEXT;
UPDATE "media" SET "sha256" = encode(sha256("bytes"), 'hex');

-- CreateTable
CREATE TABLE "upstream_products" (
    "connection_id" INTEGER NOT NULL,
    "upstream_product_id" INTEGER NOT NULL,
    "details" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upstream_products_pkey" PRIMARY KEY ("connection_id","upstream_product_id")
);

-- AddForeignKey
ALTER TABLE "upstream_products" ADD CONSTRAINT "upstream_products_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "connections"("id") ON DELETE CASCADE ON UPDATE CASCADE;
