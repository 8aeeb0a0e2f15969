-- compatible-from: 0042
-- How long buyers waited is read from the few lines that tell it.
CREATE INDEX "order_events_waited_idx" ON "order_events" ("created_at" DESC, "id" DESC) WHERE jsonb_exists("data", 'waited_seconds');
