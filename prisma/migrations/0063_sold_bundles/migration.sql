-- compatible-from: 0042
-- Whether a bundle was ever sold, without a scan of all items: only those that were sold in bundles are in it.
CREATE INDEX "order_items_bundle_product_idx" ON "order_items" ((("bundle" ->> 'product_id')::int)) WHERE "bundle" IS NOT NULL;
