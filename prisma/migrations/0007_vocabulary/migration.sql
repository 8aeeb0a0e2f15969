-- One spelling and one word for one thing: fulfillment, and overpaid for money that an order does not need.
ALTER TABLE "fulfilments" RENAME TO "fulfillments";
ALTER TABLE "fulfillments" RENAME CONSTRAINT "fulfilments_pkey" TO "fulfillments_pkey";
ALTER TABLE "fulfillments" RENAME CONSTRAINT "fulfilments_order_item_id_fkey" TO "fulfillments_order_item_id_fkey";
ALTER INDEX "fulfilments_order_item_id_key" RENAME TO "fulfillments_order_item_id_key";
ALTER INDEX "fulfilments_failed" RENAME TO "fulfillments_failed";
ALTER INDEX "fulfilments_processing" RENAME TO "fulfillments_processing";
ALTER SEQUENCE "fulfilments_id_seq" RENAME TO "fulfillments_id_seq";

ALTER TABLE "fulfilment_secrets" RENAME TO "fulfillment_secrets";
ALTER TABLE "fulfillment_secrets" RENAME COLUMN "fulfilment_id" TO "fulfillment_id";
ALTER TABLE "fulfillment_secrets" RENAME CONSTRAINT "fulfilment_secrets_pkey" TO "fulfillment_secrets_pkey";
ALTER TABLE "fulfillment_secrets" RENAME CONSTRAINT "fulfilment_secrets_fulfilment_id_fkey" TO "fulfillment_secrets_fulfillment_id_fkey";
ALTER TABLE "fulfillment_secrets" RENAME CONSTRAINT "fulfilment_secrets_secret_id_fkey" TO "fulfillment_secrets_secret_id_fkey";
ALTER INDEX "fulfilment_secrets_secret_id_key" RENAME TO "fulfillment_secrets_secret_id_key";
ALTER INDEX "fulfilment_secrets_fulfilment_id_idx" RENAME TO "fulfillment_secrets_fulfillment_id_idx";
ALTER SEQUENCE "fulfilment_secrets_id_seq" RENAME TO "fulfillment_secrets_id_seq";

ALTER TYPE "payment_disposition" RENAME VALUE 'surplus' TO 'overpaid';
ALTER TYPE "ledger_type" RENAME VALUE 'surplus' TO 'overpaid';
UPDATE "order_events" SET "kind" = 'overpaid' WHERE "kind" = 'surplus_payment';
UPDATE "alerts" SET "kind" = 'payment.overpaid', "dedupe_key" = replace("dedupe_key", 'payment.surplus', 'payment.overpaid') WHERE "kind" = 'payment.surplus';

ALTER TABLE "email_codes" RENAME COLUMN "tries" TO "attempts";
ALTER TABLE "login_challenges" RENAME COLUMN "tries" TO "attempts";
