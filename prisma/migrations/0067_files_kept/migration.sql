-- compatible-from: 0042
-- A version that was on sale is kept when it is removed: what was downloaded of it is evidence. A program of an earlier version
-- reads it as a refused one.
ALTER TABLE "file_versions" ADD COLUMN "removed_at" TIMESTAMPTZ(3);

-- One process at a time stores a piece of an upload.
ALTER TABLE "file_versions" ADD COLUMN "lease_owner" TEXT;
ALTER TABLE "file_versions" ADD COLUMN "lease_until" TIMESTAMPTZ(3);

-- The key that a buyer chose is claimed by it, also where many keys have that label.
CREATE INDEX "secrets_picked" ON "secrets" ("sku_id", "public_label", ("id" + 0)) WHERE "status" = 'available' AND "public_label" IS NOT NULL;
