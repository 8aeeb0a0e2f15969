-- compatible-from: 0042
-- An order at a main site that may be paid there is a question to a person, and a unit that came before is not handed over again.
ALTER TABLE "purchases" ADD COLUMN     "open_payments" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "question" TEXT,
ADD COLUMN     "takes_repeats" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "purchases" ADD CONSTRAINT "purchases_open_payments_check" CHECK ("open_payments" >= 0);
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_question_check" CHECK ("question" IN ('paid', 'repeat'));

CREATE TABLE "received_units" (
    "connection_id" INTEGER NOT NULL,
    "upstream_product_id" INTEGER NOT NULL,
    "upstream_sku_id" INTEGER NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "purchase_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "received_units_pkey" PRIMARY KEY ("connection_id","upstream_product_id","upstream_sku_id","fingerprint")
);

CREATE INDEX "received_units_purchase_id_idx" ON "received_units"("purchase_id");

ALTER TABLE "received_units" ADD CONSTRAINT "received_units_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
