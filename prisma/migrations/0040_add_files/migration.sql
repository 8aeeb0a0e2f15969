-- compatible-from: 0039
-- CreateEnum
CREATE TYPE "file_version_status" AS ENUM ('uploading', 'checking', 'ready', 'refused');

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
    "status" "file_version_status" NOT NULL DEFAULT 'uploading',
    "problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ready_at" TIMESTAMPTZ(3),

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

-- CreateIndex
CREATE INDEX "sku_files_sku_id_idx" ON "sku_files"("sku_id");

-- CreateIndex
CREATE UNIQUE INDEX "file_versions_storage_key_key" ON "file_versions"("storage_key");

-- CreateIndex
CREATE INDEX "file_versions_file_id_id_idx" ON "file_versions"("file_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "download_grants_fulfillment_id_key" ON "download_grants"("fulfillment_id");

-- CreateIndex
CREATE INDEX "downloads_version_id_idx" ON "downloads"("version_id");

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
