-- compatible-from: 0071
-- CreateTable
CREATE TABLE "order_gifts" (
    "order_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "message" TEXT,
    "from_name" TEXT,
    "opened_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "order_gifts_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "gift_tokens" (
    "token_hash" BYTEA NOT NULL,
    "order_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gift_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "gift_tokens_order_id_idx" ON "gift_tokens"("order_id");

-- AddForeignKey
ALTER TABLE "order_gifts" ADD CONSTRAINT "order_gifts_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gift_tokens" ADD CONSTRAINT "gift_tokens_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order_gifts"("order_id") ON DELETE CASCADE ON UPDATE CASCADE;
