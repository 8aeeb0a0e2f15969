-- compatible-from: 0035
-- What an option delivers besides its units (lib/fulfillment), the settings of that by kind, and what a line delivered when it was ordered.
ALTER TABLE "skus" ADD COLUMN "fulfillers" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN "fulfiller_settings" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "order_items" ADD COLUMN "fulfillers" TEXT[] DEFAULT ARRAY[]::TEXT[];
