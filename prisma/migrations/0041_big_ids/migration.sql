-- compatible-from: 0040
-- no transaction
-- Each statement rewrites one table and holds its lock alone (docs/decisions/0607). Repeated, it finds bigint and does nothing.
-- A sequence that an integer column owned ends at 2,147,483,647, too.
ALTER TABLE "request_logs" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "request_logs_id_seq" AS BIGINT;
ALTER TABLE "order_events" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "order_events_id_seq" AS BIGINT;
ALTER TABLE "callbacks" ALTER COLUMN "order_event_id" SET DATA TYPE BIGINT;
ALTER TABLE "ledger_entries" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "ledger_entries_id_seq" AS BIGINT;
