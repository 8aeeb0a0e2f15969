-- compatible-from: 0042
-- A main site in another currency sells nothing here before somebody sets a rate.
ALTER TABLE "connections" ADD COLUMN     "needs_rate" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "rate_for" TEXT;

ALTER TABLE "purchases" ADD COLUMN     "currency" TEXT;
