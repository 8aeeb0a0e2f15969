-- compatible-from: 0042
-- Where a channel's exchange rate is fetched from, and how that went.
CREATE TABLE "channel_rate_sources" (
    "channel_id" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "is_inverse" BOOLEAN NOT NULL,
    "every_minutes" INTEGER NOT NULL,
    "max_jump_bps" INTEGER NOT NULL,
    "max_age_minutes" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "tried_at" TIMESTAMPTZ(3),
    "good_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "proposed_rate" DECIMAL(18,8),

    CONSTRAINT "channel_rate_sources_pkey" PRIMARY KEY ("channel_id")
);

ALTER TABLE "channel_rate_sources" ADD CONSTRAINT "channel_rate_sources_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "payment_channels"("id") ON DELETE CASCADE ON UPDATE CASCADE;
