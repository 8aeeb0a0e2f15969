-- A channel may count in another currency than the shop. The rate is units of the channel's currency for one of the shop's;
-- what it came to is frozen in the payment, and a gateway's message is compared with that.
ALTER TABLE "payment_channels" ADD COLUMN "rate" DECIMAL(18,8),
  ADD COLUMN "rate_rounding" TEXT NOT NULL DEFAULT 'up',
  ADD COLUMN "tested_at" TIMESTAMPTZ(3),
  ADD COLUMN "test_passed" BOOLEAN;
ALTER TABLE "payment_channels" ADD CONSTRAINT "payment_channels_rate_check" CHECK ("rate" > 0),
  ADD CONSTRAINT "payment_channels_rate_rounding_check" CHECK ("rate_rounding" IN ('up', 'nearest'));
ALTER TABLE "payments" ADD COLUMN "gateway_cents" BIGINT,
  ADD COLUMN "gateway_currency" TEXT,
  ADD COLUMN "gateway_rate" DECIMAL(18,8);
ALTER TABLE "payments" ADD CONSTRAINT "payments_gateway_amount_check"
  CHECK (("gateway_cents" IS NULL) = ("gateway_currency" IS NULL) AND ("gateway_cents" IS NULL) = ("gateway_rate" IS NULL)
    AND ("gateway_cents" IS NULL OR "gateway_cents" > 0));
