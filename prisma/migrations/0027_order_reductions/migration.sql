-- compatible-from: 0026
-- What made an order's discount, by its name: [{"kind": "coupon", "name": "WELCOME10", "cents": "250"}]. Null on orders from before.
ALTER TABLE "orders" ADD COLUMN "reductions" JSONB;
