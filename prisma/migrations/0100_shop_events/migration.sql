-- compatible-from: 0042
-- CreateTable
CREATE TABLE "shop_events" (
    "id" BIGSERIAL NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB NOT NULL,
    "order_event_id" BIGINT,

    CONSTRAINT "shop_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_feeds" (
    "id" INTEGER NOT NULL,
    "read_up_to" BIGINT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_feeds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "told_stocks" (
    "sku_id" INTEGER NOT NULL,
    "level" TEXT NOT NULL,

    CONSTRAINT "told_stocks_pkey" PRIMARY KEY ("sku_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "shop_events_order_event_id_key" ON "shop_events"("order_event_id");

-- CreateIndex
CREATE INDEX "shop_events_created_at_idx" ON "shop_events"("created_at");

-- AddForeignKey
ALTER TABLE "told_stocks" ADD CONSTRAINT "told_stocks_sku_id_fkey" FOREIGN KEY ("sku_id") REFERENCES "skus"("id") ON DELETE CASCADE ON UPDATE CASCADE;
