-- AlterTable
ALTER TABLE "callback_logs" ADD COLUMN     "masked_body" TEXT;

-- AlterTable
ALTER TABLE "request_logs" ADD COLUMN     "details" JSONB,
ADD COLUMN     "downstream_order_no" TEXT,
ADD COLUMN     "order_no" TEXT;

-- CreateIndex
CREATE INDEX "callback_logs_upstream_order_no_idx" ON "callback_logs"("upstream_order_no");

-- CreateIndex
CREATE INDEX "callback_logs_downstream_order_no_idx" ON "callback_logs"("downstream_order_no");

-- CreateIndex
CREATE INDEX "callback_logs_request_id_idx" ON "callback_logs"("request_id");

-- CreateIndex
CREATE INDEX "request_logs_request_id_idx" ON "request_logs"("request_id");

-- CreateIndex
CREATE INDEX "request_logs_order_no_idx" ON "request_logs"("order_no");

-- CreateIndex
CREATE INDEX "request_logs_downstream_order_no_idx" ON "request_logs"("downstream_order_no");

-- CreateIndex
CREATE INDEX "site_orders_downstream_order_no_idx" ON "site_orders"("downstream_order_no");

-- CreateIndex
CREATE INDEX "payment_events_trade_no_idx" ON "payment_events"("trade_no");
