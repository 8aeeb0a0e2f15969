-- What the minute's sweep looks for: nearly nothing, among everything that was ever sold.
CREATE INDEX "fulfilments_processing" ON "fulfilments" ("order_item_id") WHERE "status" = 'processing';
CREATE INDEX "orders_held" ON "orders" ("site_id", "paid_at") WHERE "fulfillment_status" = 'held';
