-- compatible-from: 0042
-- CreateTable
CREATE TABLE "site_test_keys" (
    "site_id" INTEGER NOT NULL,
    "api_key" TEXT NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "callback_url" TEXT,
    "callback_problem" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_test_keys_pkey" PRIMARY KEY ("site_id")
);

-- CreateTable
CREATE TABLE "site_test_orders" (
    "id" SERIAL NOT NULL,
    "site_id" INTEGER NOT NULL,
    "order_no" TEXT NOT NULL,
    "downstream_order_no" TEXT NOT NULL,
    "content_hash" BYTEA NOT NULL,
    "product_id" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,
    "amount_cents" BIGINT NOT NULL,
    "is_by_hand" BOOLEAN NOT NULL,
    "expire_at" TIMESTAMPTZ(3) NOT NULL,
    "downstream_payment_id" TEXT,
    "paid_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "site_test_orders_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "site_test_keys_api_key_key" ON "site_test_keys"("api_key");

-- CreateIndex
CREATE UNIQUE INDEX "site_test_orders_order_no_key" ON "site_test_orders"("order_no");

-- CreateIndex
CREATE INDEX "site_test_orders_created_at_idx" ON "site_test_orders"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "site_test_orders_site_id_downstream_order_no_key" ON "site_test_orders"("site_id", "downstream_order_no");

-- CreateIndex
CREATE UNIQUE INDEX "site_test_orders_site_id_downstream_payment_id_key" ON "site_test_orders"("site_id", "downstream_payment_id");

-- AddForeignKey
ALTER TABLE "site_test_keys" ADD CONSTRAINT "site_test_keys_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "site_test_orders" ADD CONSTRAINT "site_test_orders_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "sites"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- A process of an older version knows no test keys. A key of this form can be no other key, in either direction.
ALTER TABLE "site_test_keys" ADD CONSTRAINT "site_test_keys_form" CHECK ("api_key" LIKE 'sk\_test\_%');
