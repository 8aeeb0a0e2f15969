import { checkVersion } from "../../fulfillment/kinds/file/check-version";
import { removeStored } from "../../fulfillment/kinds/file/file-folder";
import { sweepOrders } from "../../orders/close-order";
import { sendRequest } from "../../orders/delivery-requests/send-request";
import { sweepRequests } from "../../orders/delivery-requests/sweep-requests";
import { issueWaitingReceipts } from "../../orders/receipts/issue-receipts";
import { redeliverFailed } from "../../orders/redeliver-failed";
import { reportFailure, reportLowStock } from "../../orders/watch-orders";
import { runImport } from "../../stock/imports/run-import";
import { voidExpiredSecrets } from "../../stock/void-expired-secrets";
import { whenClockIsRight } from "../guard-clock";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "order.sweep": async () => {
    await whenClockIsRight(sweepOrders)();
    await sweepRequests();
  },
  "receipt.issue": whenClockIsRight(issueWaitingReceipts),
  "order.redeliver": ({ skuId }) => redeliverFailed(skuId),
  "stock.expire": whenClockIsRight(voidExpiredSecrets),
  "stock.import": ({ importId }) => runImport(importId),
  "file.check": ({ versionId }) => checkVersion(versionId),
  "file.remove": ({ storageKey }) => removeStored(storageKey),
  "delivery.ask": ({ requestId }) => sendRequest(requestId),
  "order.paid": ({ orderId }) => reportLowStock(orderId),
  "order.sold": ({ orderId }) => reportLowStock(orderId),
  "order.failed": ({ orderId }) => reportFailure(orderId),
};
