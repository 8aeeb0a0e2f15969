-- compatible-from: 0042
-- CreateTable
CREATE TABLE "gateway_costs" (
    "id" SERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "bps" INTEGER,
    "fixed_cents" BIGINT,

    CONSTRAINT "gateway_costs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "gateway_costs_channel_id_since_key" ON "gateway_costs"("channel_id", "since");

-- CreateIndex
CREATE INDEX "payments_paid_at_idx" ON "payments" USING BRIN ("paid_at");

-- AddForeignKey
ALTER TABLE "gateway_costs" ADD CONSTRAINT "gateway_costs_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "payment_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
