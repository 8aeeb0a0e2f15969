-- compatible-from: 0042
-- What the limits on unpaid orders count, behind a condition that the index of all states does not serve: that one looks empty when
-- no order waited at the last count, and would then be read from end to end while thousands wait.
DROP INDEX "orders_open_by_email";
DROP INDEX "orders_open_by_network";
DROP INDEX "orders_open_by_user";
CREATE INDEX "orders_open_by_email" ON "orders" ("email")
  WHERE coalesce("status" = 'pending_payment', false) AND "buyer_kind" = 'guest';
CREATE INDEX "orders_open_by_network" ON "orders" (network_of("ip"))
  WHERE coalesce("status" = 'pending_payment', false) AND "buyer_kind" = 'guest';
CREATE INDEX "orders_open_by_user" ON "orders" ("user_id")
  WHERE coalesce("status" = 'pending_payment', false) AND "buyer_kind" = 'user';
