-- compatible-from: 0042
CREATE TABLE "renewals" (
    "order_item_id" INTEGER NOT NULL,
    "renewed_item_id" INTEGER NOT NULL,
    "license_id" INTEGER,
    "license_days" INTEGER,
    "access_days" INTEGER,
    "applied_at" TIMESTAMPTZ(3),
    "is_new" BOOLEAN NOT NULL DEFAULT false,
    "revoked_at" TIMESTAMPTZ(3),
    "frozen_at" TIMESTAMPTZ(3),

    CONSTRAINT "renewals_pkey" PRIMARY KEY ("order_item_id"),
    -- Something goes on, a license only by days.
    CONSTRAINT "renewals_of_something" CHECK (
      ("license_id" IS NULL) = ("license_days" IS NULL) AND ("license_days" IS NOT NULL OR "access_days" IS NOT NULL)
      AND coalesce("license_days", 1) > 0 AND coalesce("access_days", 1) > 0 AND "order_item_id" <> "renewed_item_id")
);

CREATE INDEX "renewals_renewed_item_id_idx" ON "renewals"("renewed_item_id");
CREATE INDEX "renewals_license_id_idx" ON "renewals"("license_id");

ALTER TABLE "renewals" ADD CONSTRAINT "renewals_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_renewed_item_id_fkey" FOREIGN KEY ("renewed_item_id") REFERENCES "order_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "renewals" ADD CONSTRAINT "renewals_license_id_fkey" FOREIGN KEY ("license_id") REFERENCES "licenses"("id") ON DELETE CASCADE ON UPDATE CASCADE;
