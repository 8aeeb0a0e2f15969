import { readMainAccount } from "../../interconnect/agent/account/main-account";
import { importPictures } from "../../interconnect/agent/import-pictures";
import { judgeRates } from "../../interconnect/agent/judge-rate";
import { payPurchase } from "../../interconnect/agent/purchases/pay";
import { inMainSitePlace } from "../../interconnect/agent/purchases/places";
import { pollPurchase } from "../../interconnect/agent/purchases/poll";
import { cancelPurchases } from "../../interconnect/agent/purchases/reserve";
import { startPurchases, sweepPurchases } from "../../interconnect/agent/purchases/start";
import { syncConnection, syncDueConnections } from "../../interconnect/agent/sync-connection";
import { pingSite } from "../../interconnect/main/ping-site";
import { queueCallbacks } from "../../interconnect/main/queue-callbacks";
import { sweepDeposits } from "../../interconnect/main/release-held-orders";
import { sendCallback, sweepCallbacks } from "../../interconnect/main/send-callback";
import { watchDeposits } from "../../interconnect/main/statements/watch-deposits";
import type { Handlers } from "../types";

export const handlers: Handlers = {
  "order.paid": ({ orderId }) => startPurchases(orderId),
  "order.released": ({ orderId }) => startPurchases(orderId),
  "order.closed": ({ orderId }) => cancelPurchases(orderId),
  "order.delivered": ({ orderId }) => queueCallbacks(orderId),
  "order.refunded": ({ orderId }) => queueCallbacks(orderId),
  "order.secret_changed": ({ orderId }) => queueCallbacks(orderId),
  "site.ping": async ({ siteId }) => {
    await pingSite(siteId);
  },
  "callback.send": ({ callbackId }) => sendCallback(callbackId),
  "purchase.pay": ({ purchaseId }) => inMainSitePlace(purchaseId, payPurchase),
  "purchase.poll": ({ purchaseId }) => inMainSitePlace(purchaseId, pollPurchase),
  "connection.sync": async ({ connectionId, trigger }) => {
    // Its currency first: nothing is offered for import at a price of another one.
    await readMainAccount(connectionId);
    await syncConnection(connectionId, trigger);
  },
  "product.pictures": ({ productId }) => importPictures(productId),
  "interconnect.sweep": async () => {
    // None of them may keep the others from their turn.
    const sweeps = [
      sweepCallbacks,
      sweepPurchases,
      sweepDeposits,
      watchDeposits,
      judgeRates,
      syncDueConnections,
    ];
    const failures: unknown[] = [];
    for (const sweep of sweeps) await sweep().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, "A part of the interconnect's sweep failed");
  },
};
