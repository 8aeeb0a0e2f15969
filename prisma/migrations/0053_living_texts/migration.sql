-- compatible-from: 0042
-- Texts that are sold many times and change, and who may read them until when.
-- CreateTable
CREATE TABLE "living_texts" (
    "sku_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "content_sealed" BYTEA NOT NULL,
    "note" TEXT NOT NULL DEFAULT '',
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "reminded_at" TIMESTAMPTZ(3),

    CONSTRAINT "living_texts_pkey" PRIMARY KEY ("sku_id","number")
);

-- CreateTable
CREATE TABLE "living_accesses" (
    "fulfillment_id" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "frozen_at" TIMESTAMPTZ(3),
    "told_number" INTEGER NOT NULL,
    "mail_at" TIMESTAMPTZ(3),

    CONSTRAINT "living_accesses_pkey" PRIMARY KEY ("fulfillment_id")
);

-- CreateIndex
CREATE INDEX "living_accesses_sku_id_told_number_idx" ON "living_accesses"("sku_id", "told_number");

-- CreateIndex
CREATE INDEX "living_accesses_ends_at_idx" ON "living_accesses"("ends_at");

-- AddForeignKey
ALTER TABLE "living_accesses" ADD CONSTRAINT "living_accesses_fulfillment_id_fkey" FOREIGN KEY ("fulfillment_id") REFERENCES "fulfillments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
