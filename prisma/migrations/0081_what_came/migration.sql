-- compatible-from: 0042
-- What a sale needs and what came of the last try: of gateways, and of the messages to the operator.
ALTER TABLE "payment_channels"
  ADD COLUMN "failing_since" TIMESTAMPTZ(3),
  ADD COLUMN "failed_at" TIMESTAMPTZ(3),
  ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "last_good_at" TIMESTAMPTZ(3),
  ADD COLUMN "last_problem" TEXT,
  ADD COLUMN "test_problem" TEXT;

ALTER TABLE "notification_channels" ADD COLUMN "last_good_at" TIMESTAMPTZ(3);
UPDATE "notification_channels" AS channel SET "last_good_at" =
  (SELECT max("sent_at") FROM "notification_deliveries" WHERE "channel_id" = channel."id" AND "status" = 'sent');
