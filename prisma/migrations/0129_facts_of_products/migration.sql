-- compatible-from: 0071
-- Terms of a product that its page states: days, hours, and texts.
ALTER TABLE "products"
  ADD COLUMN "guarantee_days" INTEGER,
  ADD COLUMN "refund_days" INTEGER,
  ADD COLUMN "delivery_hours" INTEGER,
  ADD COLUMN "region" TEXT,
  ADD COLUMN "platform" TEXT;
ALTER TABLE "order_items" ADD COLUMN "delivery_hours" INTEGER;
