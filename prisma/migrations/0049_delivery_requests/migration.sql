-- compatible-from: 0042
-- What the seller's own server is asked to make, and how each attempt went.
-- CreateEnum
CREATE TYPE "delivery_request_status" AS ENUM ('pending', 'waiting', 'delivered', 'refused', 'timed_out', 'ended');

-- CreateTable
CREATE TABLE "delivery_requests" (
    "id" SERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "order_item_id" INTEGER NOT NULL,
    "sku_id" INTEGER NOT NULL,
    "body_sealed" BYTEA NOT NULL,
    "status" "delivery_request_status" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "deadline_at" TIMESTAMPTZ(3) NOT NULL,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "id" SERIAL NOT NULL,
    "request_id" INTEGER NOT NULL,
    "http_status" INTEGER,
    "latency_ms" INTEGER NOT NULL,
    "error" TEXT,
    "answer_sealed" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_secrets" (
    "sku_id" INTEGER NOT NULL,
    "secret_sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "delivery_secrets_pkey" PRIMARY KEY ("sku_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "delivery_requests_public_id_key" ON "delivery_requests"("public_id");

-- CreateIndex
CREATE INDEX "delivery_requests_order_item_id_idx" ON "delivery_requests"("order_item_id");

-- CreateIndex
CREATE INDEX "delivery_requests_status_idx" ON "delivery_requests"("status");

-- CreateIndex
CREATE INDEX "delivery_attempts_request_id_idx" ON "delivery_attempts"("request_id");

-- AddForeignKey
ALTER TABLE "delivery_requests" ADD CONSTRAINT "delivery_requests_order_item_id_fkey" FOREIGN KEY ("order_item_id") REFERENCES "order_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "delivery_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
