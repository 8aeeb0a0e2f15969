-- compatible-from: 0042
-- Whom a channel is shown to, and for what; nothing in it is everybody and everything.
ALTER TABLE "payment_channels" ADD COLUMN "offer_rules" JSONB NOT NULL DEFAULT '{}';
