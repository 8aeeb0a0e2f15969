-- compatible-from: 0042
-- In which order a key was handed out that this database does not have, since a restore or a fail-over: nobody puts it on sale again.
ALTER TABLE "secrets" ADD COLUMN "lost_order_no" TEXT;
