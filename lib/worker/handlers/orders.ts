import { askStock, sweepQuestions } from "../../fulfillment/kinds/dynamic/stock-question";
import { checkVersion } from "../../fulfillment/kinds/file/check-version";
import { findStorage } from "../../fulfillment/kinds/file/storage/find-storage";
import { remindOfOldTexts } from "../../fulfillment/kinds/living/remind-of-old-texts";
import { sweepOrders } from "../../orders/close-order";
import { endAccesses } from "../../orders/deliver/end-accesses";
import { redeliverFailed } from "../../orders/deliver/redeliver-failed";
import { remindOfEnds } from "../../orders/deliver/remind-of-ends";
import { tellReadersOfText } from "../../orders/deliver/tell-readers";
import { sendRequest } from "../../orders/delivery-requests/send-request";
import { sweepRequests } from "../../orders/delivery-requests/sweep-requests";
import { issueWaitingReceipts } from "../../orders/receipts/issue-receipts";
import { reportFailure, reportLowStock } from "../../orders/staff/watch-orders";
import { runImport } from "../../stock/imports/run-import";
import { voidExpiredSecrets } from "../../stock/void-expired-secrets";
import { whenClockIsRight } from "../guard-clock";
import type { Handlers } from "../types";

export const handlers = {
  "order.sweep": async () => {
    await whenClockIsRight(sweepOrders)();
    await sweepRequests();
    await sweepQuestions();
  },
  "receipt.issue": whenClockIsRight(issueWaitingReceipts),
  "order.redeliver": ({ skuId }) => redeliverFailed(skuId),
  "stock.import": ({ importId }) => runImport(importId),
  "stock.expire": whenClockIsRight(async () => {
    // None of them may keep the others from their turn.
    const sweeps = [voidExpiredSecrets, endAccesses, remindOfOldTexts, remindOfEnds];
    const results = await Promise.allSettled(sweeps.map((sweep) => sweep()));
    const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, "A part of the sweep of dates failed");
  }),
  "living.tell": ({ skuId }) => tellReadersOfText(skuId),
  "file.check": ({ versionId }) => checkVersion(versionId),
  "file.remove": async ({ storageKey, storage = "folder", store = null }) =>
    (await findStorage({ storageKey, storage, store })).remove(storageKey),
  "stock.ask": ({ skuId }) => askStock(skuId),
  "delivery.ask": ({ requestId }) => sendRequest(requestId),
  "order.paid": ({ orderId }) => reportLowStock(orderId),
  "order.failed": ({ orderId }) => reportFailure(orderId),
} satisfies Handlers;
