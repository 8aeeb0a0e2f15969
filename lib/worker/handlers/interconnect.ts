import { recordOf } from "../../core/shapes/records";
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
import { type CallbackEvent, callbackSources } from "../../interconnect/main/schema";
import { sendCallback, sweepCallbacks } from "../../interconnect/main/send-callback";
import { watchDeposits } from "../../interconnect/main/statements/watch-deposits";
import { tellTestOrder } from "../../interconnect/main/test-key/tell-test-order";
import type { Handlers } from "../types";

type CallbackJob = (typeof callbackSources)[CallbackEvent]["job"];

type Queueing = (payload: { orderId: number }) => Promise<void>;
const queue: Queueing = ({ orderId }) => queueCallbacks(orderId);

/** Every event's own job, which is a kind of job about one order, queues it. */
const queueing = recordOf(
  Object.values(callbackSources).map(({ job }): CallbackJob => job),
  () => queue,
) satisfies Pick<Handlers, CallbackJob>;

const others = {
  "order.paid": ({ orderId }) => startPurchases(orderId),
  "order.released": ({ orderId }) => startPurchases(orderId),
  "order.closed": ({ orderId }) => cancelPurchases(orderId),
  "site.ping": async ({ siteId }) => {
    await pingSite(siteId);
  },
  "callback.send": ({ callbackId }) => sendCallback(callbackId),
  "site.test_order": tellTestOrder,
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
} satisfies Omit<Handlers, CallbackJob>;

export const handlers = { ...queueing, ...others } satisfies Handlers;
