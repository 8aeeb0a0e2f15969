-- AlterTable
ALTER TABLE "connections" ADD COLUMN     "callback_problem" TEXT,
ADD COLUMN     "currency" TEXT;

-- AlterTable
ALTER TABLE "site_signing_secrets" ADD COLUMN     "is_pairing" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sites" ADD COLUMN     "callback_problem" TEXT,
ADD COLUMN     "callback_verified_at" TIMESTAMPTZ(3);
