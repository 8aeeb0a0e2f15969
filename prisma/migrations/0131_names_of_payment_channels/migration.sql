-- compatible-from: 0071
-- The name of a payment channel in other languages, by locale.
ALTER TABLE "payment_channels" ADD COLUMN "translations" JSONB NOT NULL DEFAULT '{}';
