-- compatible-from: 0042
-- CreateTable
CREATE TABLE "tax_rate_versions" (
    "id" SERIAL NOT NULL,
    "rates" TEXT NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tax_rate_versions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tax_rate_versions_replaced_at_idx" ON "tax_rate_versions"("replaced_at");
