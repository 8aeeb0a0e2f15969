-- What one customer line is: an IPv4 address, and the half of an IPv6 address that a provider gives to one line.
CREATE FUNCTION "network_of"("ip" text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN "ip" LIKE '%:%' THEN host(network(set_masklen(split_part("ip", '%', 1)::inet, 64))) ELSE "ip" END;

-- What the limits on unpaid orders count.
DROP INDEX "orders_open_by_ip";
CREATE INDEX "orders_open_by_network" ON "orders" (network_of("ip")) WHERE "status" = 'pending_payment' AND "buyer_kind" = 'guest';
CREATE INDEX "orders_open_by_user" ON "orders" ("user_id") WHERE "status" = 'pending_payment' AND "buyer_kind" = 'user';
