-- compatible-from: 0042
-- Stock that a seller's own server says: what was asked and answered stands beside the counter that orders take from.
ALTER TABLE "sku_stocks" ADD COLUMN "is_asked" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "asked_stocks" (
    "sku_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL DEFAULT 0,
    "sold_then" INTEGER NOT NULL DEFAULT 0,
    "next_ask_at" TIMESTAMPTZ(3) NOT NULL,
    "answer" INTEGER,
    "answered_at" TIMESTAMPTZ(3),
    "kept_until" TIMESTAMPTZ(3) NOT NULL,
    "last_error" TEXT,

    CONSTRAINT "asked_stocks_pkey" PRIMARY KEY ("sku_id"),
    CONSTRAINT "asked_stocks_answer_check" CHECK ("answer" >= 0)
);

ALTER TABLE "asked_stocks" ADD CONSTRAINT "asked_stocks_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;
