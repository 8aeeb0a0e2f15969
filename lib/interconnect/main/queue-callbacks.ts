import { now } from "../../core/clock";
import { open, seal } from "../../core/crypto";
import { parseMoney, sumCents } from "../../core/money";
import { note } from "../../core/refusals/noted";
import { problem } from "../../core/refusals/refusal";
import { toMoney, toTime } from "../../core/wire";
import { batchReads } from "../../db/batches";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { viewDelivered } from "../../fulfillment/view-delivered";
import { lockOrder } from "../../orders/mark-order-paid";
import { findOrderDetail } from "../../orders/sql/order-detail";
import { orderDetailView } from "../../orders/view";
import type { OrderDetailRow } from "../../orders/viewed-rows";
import { enqueueCallbackAttempt } from "./enqueue-callback-attempt";
import {
  type CallbackMessage,
  callbackEvents,
  callbackMessage,
  callbackSources,
  type FulfillmentView,
} from "./schema";
import { type CallbackSource, findCallbackSources, findToldOrders } from "./sql/callback-events";
import { fulfillmentView } from "./view";

const aad = (orderEventId: bigint) => `callbacks:body_sealed:${orderEventId}:v1`;
export const openCallbackBody = (orderEventId: bigint, sealed: Uint8Array) => open(sealed, aad(orderEventId));

type Told = NonNullable<Awaited<ReturnType<typeof findCallbackSources>>>;

/** Sum of the refunds up to and including this event. */
function refundedUntil(events: readonly CallbackSource[], event: CallbackSource): bigint {
  const refunds = events.filter(({ kind, id }) => kind === "refunded" && id <= event.id);
  return sumCents(
    refunds.map(({ data }) => {
      const amount = data && typeof data === "object" && "amount" in data ? data.amount : undefined;
      return (typeof amount === "string" ? parseMoney(amount) : undefined) ?? 0n;
    }),
  );
}

/** C50. Null when the event is stale: content that was revoked since is not sent. */
function messageOf(
  order: OrderDetailRow,
  fulfillment: FulfillmentView,
  told: Told,
  event: NumberedEvent,
): CallbackMessage | null {
  const common = {
    upstream_order_no: order.orderNo,
    downstream_order_no: told.downstreamOrderNo,
    timestamp: toTime(event.createdAt),
    event_id: eventId(order.orderNo, event.sequence),
    sequence: event.sequence,
  };
  const name = callbackEvents.find((each) => callbackSources[each].kind === event.kind);
  switch (name) {
    case undefined:
      return null;
    case "order.refunded": {
      const refunded = refundedUntil(told.events, event);
      const isWhole = refunded >= order.amountCents;
      return {
        event: name,
        ...common,
        fulfillment: isWhole ? { status: "revoked" } : fulfillment,
        refunded_amount: toMoney(refunded),
      };
    }
    default:
      return fulfillment.payload === undefined ? null : { event: name, ...common, fulfillment };
  }
}

/** Names an event of an order, the same at every attempt. */
export const eventId = (orderNo: string, sequence: number | bigint) => `${orderNo}-${sequence}`;

type NumberedEvent = CallbackSource & { sequence: number };

/**
 * C118. The time line is only added to, so a later reading gives an event the number that it had. Its time leads, so that events
 * after a restored backup are above those that the backup did not know; a clock that went back does not lead.
 */
function numbered(events: readonly CallbackSource[]): NumberedEvent[] {
  let last = 0;
  return events.map((event) => {
    last = Math.max(event.createdAt.getTime(), last + 1);
    return { ...event, sequence: last };
  });
}

/** Members in the order of the specification, so that the body reads like its example. */
const bodyOf = (message: CallbackMessage): string => {
  const { event, upstream_order_no, downstream_order_no, fulfillment, timestamp, ...rest } =
    callbackMessage.parse(message);
  return JSON.stringify({ event, upstream_order_no, downstream_order_no, fulfillment, timestamp, ...rest });
};

async function insertCallback(
  tx: Tx,
  orderId: number,
  { siteId, disabledAt, failingSince }: Told,
  event: NumberedEvent,
  message: CallbackMessage,
) {
  const isDisabled = disabledAt !== null;
  const { id } = await tx.callback.create({
    data: {
      siteId,
      orderId,
      event: message.event,
      orderEventId: event.id,
      sequence: event.sequence,
      bodySealed: seal(bodyOf(message), aad(event.id)),
      status: isDisabled ? "failed" : "pending",
      lastError: isDisabled ? note(problem("callback_address_is_off")) : null,
      nextAttemptAt: isDisabled ? null : now(),
      createdAt: now(),
    },
    select: { id: true },
  });
  const isQueued = failingSince !== null;
  if (!isDisabled) await enqueueCallbackAttempt(tx, { id, siteId, isQueued }, new Date());
}

const findToldTogether = batchReads((orderIds: readonly number[]) => findToldOrders(db(), orderIds));

/**
 * C51: makes the callbacks that an order's time line asks for and that do not exist yet, in its order. What calls this is a
 * job that was written in the transaction of the event; running it twice, or two of them at once, adds nothing.
 */
export async function queueCallbacks(orderId: number): Promise<void> {
  if (!(await findToldTogether(orderId)).has(orderId)) return;
  await inTransaction(async (tx) => {
    await lockOrder(tx, orderId);
    const told = await findCallbackSources(tx, orderId);
    const waiting = numbered(told?.events ?? []).filter(({ isKept }) => !isKept);
    const order = waiting.length > 0 ? await findOrderDetail(tx, orderId) : null;
    if (!told || !order) return;
    const delivered = await viewDelivered(tx, order.detail.items);
    const fulfillment = fulfillmentView(orderDetailView(order.detail, new Map(), delivered));
    for (const event of waiting) {
      const message = messageOf(order.detail, fulfillment, told, event);
      if (message) await insertCallback(tx, orderId, told, event, message);
    }
  });
}
