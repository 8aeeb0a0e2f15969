import { addSeconds, now } from "../../../core/clock";
import { note } from "../../../core/refusals/noted";
import { type Problem, problem } from "../../../core/refusals/refusal";
import { toTime } from "../../../core/wire";
import { db } from "../../../db/client";
import type { SiteTestKey, SiteTestOrder } from "../../../db/generated/client";
import { inTransaction } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import { OutgoingError } from "../../../outgoing/outgoing-call";
import { signedHeaders } from "../../signature";
import { nextWait } from "../callback-schedule";
import { postToReceiver } from "../post-to-receiver";
import { eventId } from "../queue-callbacks";
import { callbackMessage } from "../schema";
import { openTestSecret } from "./test-keys";
import { fulfillmentOf } from "./test-order";

const limits = { totalMs: 15_000, maxBytes: 4_000 };
/** A test that nobody receives is not sent for days. */
const mostAttempts = 5;

/** Its one event. */
function numbersOf({ orderNo, deliveredAt }: SiteTestOrder) {
  const sequence = (deliveredAt ?? now()).getTime();
  return { event_id: eventId(orderNo, sequence), sequence };
}

const bodyOf = (order: SiteTestOrder) =>
  JSON.stringify(
    callbackMessage.parse({
      ...numbersOf(order),
      event: "order.fulfilled",
      upstream_order_no: order.orderNo,
      downstream_order_no: order.downstreamOrderNo,
      fulfillment: fulfillmentOf(order),
      timestamp: toTime(order.deliveredAt ?? now()),
    }),
  );

async function post(key: SiteTestKey, url: string, order: SiteTestOrder): Promise<Problem | null> {
  const body = new TextEncoder().encode(bodyOf(order));
  const secret = openTestSecret(key.apiKey, key.secretSealed);
  const headers = signedHeaders({ key: key.apiKey, secret }, body, new Date());
  try {
    const message = { key: key.apiKey, headers, eventId: numbersOf(order).event_id, body };
    const { status } = await postToReceiver(url, message, limits);
    return status >= 200 && status < 300 ? null : problem("receiver_answered_http", { status });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return error.problem;
  }
}

/** Prepares once, and now, what a person would prepare. */
async function deliver(testOrderId: number): Promise<SiteTestOrder | null> {
  await db().siteTestOrder.updateMany({
    where: { id: testOrderId, paidAt: { not: null }, deliveredAt: null },
    data: { deliveredAt: now() },
  });
  return db().siteTestOrder.findFirst({ where: { id: testOrderId, deliveredAt: { not: null } } });
}

/** Delivers a paid test order and tells its site, with the test key and to the address for tests alone. */
export async function tellTestOrder({
  testOrderId,
  attempts,
}: {
  testOrderId: number;
  attempts: number;
}): Promise<void> {
  const order = await deliver(testOrderId);
  if (!order) return;
  const key = await db().siteTestKey.findUnique({ where: { siteId: order.siteId } });
  if (!key?.callbackUrl) return;
  const failed = await post(key, key.callbackUrl, order);
  await inTransaction(async (tx) => {
    await tx.siteTestKey.updateMany({
      where: { siteId: key.siteId, apiKey: key.apiKey, callbackUrl: key.callbackUrl },
      data: { callbackProblem: failed && note(failed) },
    });
    const made = attempts + 1;
    const wait = nextWait({ attempts: made, isThrottled: false, retryAfterSeconds: null, random: 0.5 });
    if (failed === null || wait === null || made >= mostAttempts) return;
    await enqueue(
      tx,
      "site.test_order",
      { testOrderId, attempts: made },
      { runAt: addSeconds(new Date(), wait) },
    );
  });
}
