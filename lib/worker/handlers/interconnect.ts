import { payPurchase, pollPurchase } from "../../interconnect/agent/advance-purchase";
import { cancelPurchases, startPurchases, sweepPurchases } from "../../interconnect/agent/start-purchases";
import { syncConnection, syncDueConnections } from "../../interconnect/agent/sync-connection";
import { queueCallbacks } from "../../interconnect/main/queue-callbacks";
import { sweepDeposits } from "../../interconnect/main/release-held-orders";
import { sendCallback, sweepCallbacks } from "../../interconnect/main/send-callback";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "order.paid": ({ orderId }) => startPurchases(orderId),
  "order.closed": ({ orderId }) => cancelPurchases(orderId),
  "order.delivered": ({ orderId }) => queueCallbacks(orderId),
  "order.refunded": ({ orderId }) => queueCallbacks(orderId),
  "order.secret_changed": ({ orderId }) => queueCallbacks(orderId),
  "callback.send": ({ callbackId }) => sendCallback(callbackId),
  "purchase.pay": ({ purchaseId }) => payPurchase(purchaseId),
  "purchase.poll": ({ purchaseId }) => pollPurchase(purchaseId),
  "connection.sync": ({ connectionId, trigger }) => syncConnection(connectionId, trigger),
  "interconnect.sweep": async () => {
    // None of them may keep the others from their turn.
    const sweeps = [sweepCallbacks, sweepPurchases, sweepDeposits, syncDueConnections];
    const failures: unknown[] = [];
    for (const sweep of sweeps) await sweep().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, "A part of the interconnect's sweep failed");
  },
};
