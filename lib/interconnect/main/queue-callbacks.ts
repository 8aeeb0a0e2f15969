import { now } from "../../core/clock";
import { open, seal } from "../../core/crypto";
import { parseMoney, sumCents } from "../../core/money";
import { toMoney, toTime } from "../../core/wire";
import type { Prisma } from "../../db/generated/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { lockOrder } from "../../orders/mark-order-paid";
import { orderDetailView } from "../../orders/view";
import { orderInclude } from "../../orders/viewed-rows";
import { enqueueCallbackAttempt } from "./enqueue-callback-attempt";
import { type CallbackMessage, callbackEvents, callbackMessage, callbackSources } from "./schema";
import { findSiteOfOrder } from "./sql";
import { fulfillmentView } from "./view";

const place = (orderEventId: bigint) => `callbacks:body_sealed:${orderEventId}:v1`;
export const openCallbackBody = (orderEventId: bigint, sealed: Uint8Array) =>
  open(sealed, place(orderEventId));

const include = {
  ...orderInclude,
  siteOrder: true,
  site: { select: { callbackUrl: true, callbackDisabledAt: true, callbackFailingSince: true } },
  events: { where: { kind: { in: Object.values(callbackSources) } }, orderBy: { id: "asc" } },
  callbacks: { select: { orderEventId: true } },
} satisfies Prisma.OrderInclude;

type OrderRow = Prisma.OrderGetPayload<{ include: typeof include }>;
type OrderEventRow = OrderRow["events"][number];

/** What was refunded up to and including this event. */
function refundedUntil(row: OrderRow, event: OrderEventRow): bigint {
  const refunds = row.events.filter(({ kind, id }) => kind === "refunded" && id <= event.id);
  return sumCents(
    refunds.map(({ data }) => {
      const amount = data && typeof data === "object" && !Array.isArray(data) ? data.amount : undefined;
      return (typeof amount === "string" ? parseMoney(amount) : undefined) ?? 0n;
    }),
  );
}

/** C50. Null when the event is stale: content that was revoked since is not sent. */
function messageOf(row: OrderRow, downstreamOrderNo: string, event: OrderEventRow): CallbackMessage | null {
  const fulfillment = fulfillmentView(orderDetailView(row).fulfillment);
  const common = {
    upstream_order_no: row.orderNo,
    downstream_order_no: downstreamOrderNo,
    timestamp: toTime(event.createdAt),
  };
  const name = callbackEvents.find((each) => callbackSources[each] === event.kind);
  switch (name) {
    case undefined:
      return null;
    case "order.refunded": {
      const refunded = refundedUntil(row, event);
      const isWhole = refunded >= row.amountCents;
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

/** Members in the order of the specification, so that the body reads like its example. */
const bodyOf = (message: CallbackMessage): string => {
  const { event, upstream_order_no, downstream_order_no, fulfillment, timestamp, ...rest } =
    callbackMessage.parse(message);
  return JSON.stringify({ event, upstream_order_no, downstream_order_no, fulfillment, timestamp, ...rest });
};

async function insertCallback(
  tx: Tx,
  row: OrderRow,
  siteId: number,
  event: OrderEventRow,
  message: CallbackMessage,
) {
  const isDisabled = row.site?.callbackDisabledAt != null;
  const { id } = await tx.callback.create({
    data: {
      siteId,
      orderId: row.id,
      event: message.event,
      orderEventId: event.id,
      bodySealed: seal(bodyOf(message), place(event.id)),
      status: isDisabled ? "failed" : "pending",
      lastError: isDisabled ? "The callback address is switched off" : null,
      nextAttemptAt: isDisabled ? null : now(),
      createdAt: now(),
    },
    select: { id: true },
  });
  const isQueued = row.site?.callbackFailingSince != null;
  if (!isDisabled) await enqueueCallbackAttempt(tx, { id, siteId, isQueued }, new Date());
}

/**
 * C51: makes the callbacks that an order's time line asks for and that do not exist yet, in its order. What calls this is a
 * job that was written in the transaction of the event; running it twice, or two of them at once, adds nothing.
 */
export async function queueCallbacks(orderId: number): Promise<void> {
  const siteId = await findSiteOfOrder(orderId);
  if (siteId === null) return;
  await inTransaction(async (tx) => {
    await lockOrder(tx, orderId);
    const row = await tx.order.findUniqueOrThrow({ where: { id: orderId }, include });
    if (!row.siteOrder || !row.site?.callbackUrl) return;
    const known = new Set(row.callbacks.map((callback) => callback.orderEventId));
    for (const event of row.events) {
      if (known.has(event.id)) continue;
      const message = messageOf(row, row.siteOrder.downstreamOrderNo, event);
      if (message) await insertCallback(tx, row, siteId, event, message);
    }
  });
}
