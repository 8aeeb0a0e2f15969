-- compatible-from: 0042
-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "first_viewed_at" TIMESTAMPTZ(3),
ADD COLUMN     "first_viewed_ip" TEXT,
ADD COLUMN     "terms_version" TEXT;

-- CreateTable
CREATE TABLE "terms_versions" (
    "version" TEXT NOT NULL,
    "texts" JSONB NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "terms_versions_pkey" PRIMARY KEY ("version")
);
