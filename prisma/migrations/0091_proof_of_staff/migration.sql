-- compatible-from: 0042
-- When staff last proved who they are in a session; acts that hire, unlock, re-route mail or make money ask for it.
ALTER TABLE "staff_sessions" ADD COLUMN "proved_at" TIMESTAMPTZ(3);
-- Until when a one-time password opens the admin.
ALTER TABLE "staff" ADD COLUMN "one_time_until" TIMESTAMPTZ(3);
UPDATE "staff" SET "one_time_until" = now() + INTERVAL '7 days' WHERE "must_change_password";
-- The rate that a fetched one is compared with beside the one in use: of the beginning of the day that runs.
ALTER TABLE "channel_rate_sources" ADD COLUMN "day_rate" DECIMAL(18, 8), ADD COLUMN "day_rate_at" TIMESTAMPTZ(3);
-- A key that leaked is not published from then on.
ALTER TABLE "license_signing_keys" ADD COLUMN "withdrawn_at" TIMESTAMPTZ(3);
