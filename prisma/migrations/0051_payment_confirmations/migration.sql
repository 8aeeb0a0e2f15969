-- compatible-from: 0042
-- CreateTable
CREATE TABLE "payment_confirmations" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER,
    "recharge_id" INTEGER,
    "payment_id" INTEGER,
    "amount_cents" BIGINT NOT NULL,
    "reference" TEXT,
    "note" TEXT NOT NULL,
    "proof_id" TEXT,
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_confirmations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_proofs" (
    "id" TEXT NOT NULL,
    "picture_sealed" BYTEA NOT NULL,
    "created_by_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_proofs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_confirmations_payment_id_key" ON "payment_confirmations"("payment_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_confirmations_proof_id_key" ON "payment_confirmations"("proof_id");

-- CreateIndex
CREATE INDEX "payment_confirmations_order_id_idx" ON "payment_confirmations"("order_id");

-- CreateIndex
CREATE INDEX "payment_confirmations_recharge_id_idx" ON "payment_confirmations"("recharge_id");

-- CreateIndex
CREATE INDEX "payment_confirmations_created_by_id_idx" ON "payment_confirmations"("created_by_id");

-- CreateIndex
CREATE INDEX "payment_proofs_created_by_id_idx" ON "payment_proofs"("created_by_id");

-- CreateIndex
CREATE INDEX "payment_proofs_created_at_idx" ON "payment_proofs"("created_at");

-- AddForeignKey
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_recharge_id_fkey" FOREIGN KEY ("recharge_id") REFERENCES "recharges"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_proof_id_fkey" FOREIGN KEY ("proof_id") REFERENCES "payment_proofs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_proofs" ADD CONSTRAINT "payment_proofs_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "staff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What was paid is an order or a recharge, and what was seen at a gateway has the gateway's number.
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_owner_check" CHECK (num_nonnulls("order_id", "recharge_id") = 1);
ALTER TABLE "payment_confirmations" ADD CONSTRAINT "payment_confirmations_reference_check" CHECK ("payment_id" IS NULL OR "reference" IS NOT NULL);
