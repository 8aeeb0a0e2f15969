-- compatible-from: 0042
-- The oldest callback of a site that waits is looked for at each of its good calls after an outage.
CREATE INDEX "callbacks_waiting" ON "callbacks" ("site_id", "id") WHERE "status" = 'pending';
