-- CreateEnum
CREATE TYPE "notification_status" AS ENUM ('pending', 'sent', 'failed');

-- CreateTable
CREATE TABLE "notification_channels" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "settings_sealed" BYTEA NOT NULL,
    "events" JSONB NOT NULL,
    "quiet_from" INTEGER,
    "quiet_to" INTEGER,
    "failing_since" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_channels_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_events" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "alert_kind" TEXT,
    "data" JSONB NOT NULL,
    "reference" TEXT,
    "dedupe_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "queued_at" TIMESTAMPTZ(3),

    CONSTRAINT "operator_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_queue" (
    "channel_id" INTEGER NOT NULL,
    "event_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_queue_pkey" PRIMARY KEY ("channel_id","event_id")
);

-- CreateTable
CREATE TABLE "notification_deliveries" (
    "id" SERIAL NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "event_count" INTEGER NOT NULL,
    "message" JSONB NOT NULL,
    "status" "notification_status" NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_attempts" (
    "id" SERIAL NOT NULL,
    "delivery_id" INTEGER NOT NULL,
    "http_status" INTEGER,
    "latency_ms" INTEGER NOT NULL,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "operator_events_dedupe_key_key" ON "operator_events"("dedupe_key");

-- CreateIndex
CREATE INDEX "operator_events_created_at_idx" ON "operator_events"("created_at");

-- CreateIndex
CREATE INDEX "notification_queue_event_id_idx" ON "notification_queue"("event_id");

-- CreateIndex
CREATE INDEX "notification_deliveries_channel_id_kind_created_at_idx" ON "notification_deliveries"("channel_id", "kind", "created_at" DESC);

-- CreateIndex
CREATE INDEX "notification_deliveries_status_next_attempt_at_idx" ON "notification_deliveries"("status", "next_attempt_at");

-- CreateIndex
CREATE INDEX "notification_deliveries_created_at_idx" ON "notification_deliveries"("created_at");

-- CreateIndex
CREATE INDEX "notification_attempts_delivery_id_idx" ON "notification_attempts"("delivery_id");

-- AddForeignKey
ALTER TABLE "notification_queue" ADD CONSTRAINT "notification_queue_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_queue" ADD CONSTRAINT "notification_queue_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "operator_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "notification_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_attempts" ADD CONSTRAINT "notification_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "notification_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
