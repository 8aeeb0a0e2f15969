-- compatible-from: 0042
-- CreateEnum
CREATE TYPE "license_status" AS ENUM ('active', 'revoked');

-- CreateTable
CREATE TABLE "licenses" (
    "id" SERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "order_item_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "key_sealed" BYTEA NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "product" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "entitlements" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "max_devices" INTEGER NOT NULL,
    "lease_minutes" INTEGER,
    "offline_days" INTEGER NOT NULL,
    "status" "license_status" NOT NULL DEFAULT 'active',
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "licenses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "license_devices" (
    "id" SERIAL NOT NULL,
    "license_id" INTEGER NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "platform" TEXT NOT NULL DEFAULT '',
    "activated_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "license_devices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "license_signing_keys" (
    "kid" TEXT NOT NULL,
    "private_sealed" BYTEA NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "license_signing_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateIndex
CREATE UNIQUE INDEX "licenses_public_id_key" ON "licenses"("public_id");

-- CreateIndex
CREATE UNIQUE INDEX "licenses_key_hash_key" ON "licenses"("key_hash");

-- CreateIndex
CREATE INDEX "licenses_revoked_at_idx" ON "licenses"("revoked_at");

-- CreateIndex
CREATE UNIQUE INDEX "licenses_order_item_id_position_key" ON "licenses"("order_item_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "license_devices_license_id_fingerprint_key" ON "license_devices"("license_id", "fingerprint");

-- AddForeignKey
ALTER TABLE "licenses" ADD CONSTRAINT "licenses_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "license_devices" ADD CONSTRAINT "license_devices_license_id_fkey" FOREIGN KEY ("license_id") REFERENCES "licenses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
