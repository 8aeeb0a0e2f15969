import { withdrawSpending } from "../../accounts/member-progress";
import { spendMoneyLimit } from "../../accounts/staff/roles/money-limit";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { actorName } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { newRefundNo } from "../../core/ids";
import { formatMoney, stepOf, writeCents } from "../../core/money";
import { refusal } from "../../core/refusals/refusal";
import type { Order } from "../../db/generated/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { enqueueRefund } from "../../payments/refunds/refund-schedule";
import { postTransfer } from "../../wallet/post-transfer";
import { settleProblem } from "../buyer/open-problem";
import { settleFulfillment } from "../deliver-items";
import { isDeliveryFrozen, isDisputed } from "../disputes";
import { lockOrder } from "../mark-order-paid";
import { moveOrder } from "../move-order";
import { recordEvent } from "../record-event";
import { settleReviews } from "../reviews/settle-reviews";
import { combineFulfillment, paymentMoves } from "../state";
import { chooseRefundRoute, type RefundMethod, type RefundRoute } from "./choose-refund-route";
import { revokeItems } from "./revoke-items";

export interface RefundRequest {
  orderNo: string;
  amountCents: bigint;
  method: RefundMethod;
  reason: string | null;
  /** The same one again is the refund that was made, and no second one. */
  requestKey?: string | null;
  /** One item, by its number in the order: it is paid back and withdrawn alone, and once. */
  item?: number | undefined;
  /** Whether a refund of all, or of one item, lets the buyer keep what was delivered; it is withdrawn if nothing is said. */
  keys?: "keep" | "withdraw";
  /** A refund outside the shop that was paid already; else it waits as a task until somebody says so. */
  isPaidBack?: boolean;
}

/** An agent's held order: its payment was reported, but no money has moved for it yet, so none can be given back. */
async function isSiteOrderBooked(tx: Tx, orderNo: string): Promise<boolean> {
  return (await tx.ledgerTransfer.count({ where: { reasonKey: `site_order:${orderNo}` } })) > 0;
}

async function findEarlier(tx: Tx, orderId: number, { requestKey, amountCents, item }: RefundRequest) {
  if (!requestKey) return null;
  const refund = await tx.refund.findUnique({
    where: { orderId_requestKey: { orderId, requestKey } },
    select: { refundNo: true, amountCents: true, item: { select: { position: true } } },
  });
  if (!refund) return null;
  if (refund.amountCents === amountCents && refund.item?.position === item) return refund.refundNo;
  throw new AppError("idempotency_conflict", "refunded_with_another_amount");
}

interface Refunding {
  order: Order;
  request: RefundRequest;
  route: RefundRoute;
  isFull: boolean;
  /** The one item that is paid back. */
  itemId: number | null;
  /** Whether the shop's books hold the order's money. */
  isBooked: boolean;
  actor: AdminActor;
}

/** @throws AppError for an item that was paid back, or at another sum than it cost */
async function findRefundedItem(tx: Tx, order: Order, { item, amountCents }: RefundRequest) {
  if (item === undefined) return null;
  // Its operator is settled with by order.
  if (order.siteId !== null) throw new AppError("state_conflict", "item_of_agent");
  const row = await tx.orderItem.findUnique({
    where: { orderId_position: { orderId: order.id, position: item } },
    select: {
      id: true,
      totalCents: true,
      refund: { select: { id: true } },
      fulfillment: { select: { status: true } },
    },
  });
  if (!row) throw notFound("order_item");
  if (row.refund || row.fulfillment?.status === "revoked")
    throw new AppError("state_conflict", "item_refunded");
  if (row.totalCents !== amountCents)
    throw new AppError(
      "malformed",
      refusal("item_costs", { amount: writeCents(row.totalCents, order.currency) }),
      {
        field: "amount",
      },
    );
  return row.id;
}

/**
 * Judges how much may be paid back of an order whose row the caller has locked.
 * @throws AppError `state_conflict`, `malformed`
 */
async function judge(
  tx: Tx,
  order: Order,
  request: RefundRequest,
): Promise<Pick<Refunding, "route" | "isFull" | "isBooked" | "itemId">> {
  if (!paymentMoves[order.paymentStatus].includes("refunded")) {
    throw new AppError("state_conflict", refusal("not_refundable", { status: order.paymentStatus }));
  }
  if (await isDisputed(tx, order.id)) throw new AppError("state_conflict", "order_disputed");
  const itemId = await findRefundedItem(tx, order, request);
  const left = order.amountCents - order.refundedCents;
  const smallest = stepOf(order.currency);
  if (request.amountCents <= 0n || request.amountCents > left) {
    throw new AppError(
      "malformed",
      refusal("between", {
        min: writeCents(smallest, order.currency),
        max: writeCents(left, order.currency),
      }),
      {
        field: "amount",
      },
    );
  }
  // The rest of an order from before the currency's rule may have a fraction: it goes back whole.
  if (request.amountCents !== left && itemId === null && request.amountCents % smallest !== 0n)
    throw new AppError("malformed", "whole_amount", { field: "amount" });
  const route = await chooseRefundRoute(tx, order, request);
  const isFull = request.amountCents === left;
  const isBooked = order.siteId === null || (await isSiteOrderBooked(tx, order.orderNo));
  if (!isBooked && !isFull) throw new AppError("state_conflict", "not_settled");
  return { route, isFull, isBooked, itemId };
}

/** The row of the refund, and the transfer of its money. */
async function book(tx: Tx, { order, request, route, isBooked, itemId, actor }: Refunding) {
  const refundNo = newRefundNo();
  const isTask = request.method === "manual" && isBooked && !request.isPaidBack;
  const status = route.gateway ? "processing" : isTask ? "pending" : "done";
  const refund = await tx.refund.create({
    data: {
      refundNo,
      orderId: order.id,
      orderItemId: itemId,
      amountCents: request.amountCents,
      method: request.method,
      status,
      doneAt: status === "done" ? now() : null,
      ...route.gateway,
      nextAskAt: route.gateway ? now() : null,
      requestKey: request.requestKey ?? null,
      createdAt: now(),
      reason: request.reason,
      createdById: actor.staffId,
    },
  });
  if (isBooked) {
    await postTransfer(tx, {
      type: request.method === "deposit" ? "deposit_refund" : "order_refund",
      reasonKey: `refund:${refundNo}`,
      reference: order.orderNo,
      ...(request.reason ? { remark: request.reason } : {}),
      createdById: actor.staffId,
      entries: [
        { account: { kind: "shop_revenue" }, amountCents: -request.amountCents },
        { account: route.to, amountCents: request.amountCents },
      ],
    });
  }
  if (route.gateway) await enqueueRefund(tx, refund.id);
  if (order.userId !== null) await withdrawSpending(tx, order.userId, request.amountCents);
  return refund;
}

async function moveRefundedOrder(tx: Tx, { order, request, isFull }: Refunding): Promise<void> {
  const items = await tx.fulfillment.findMany({
    where: { orderItem: { orderId: order.id } },
    select: { status: true },
  });
  const isMoved = await moveOrder(tx, order.id, {
    to: isFull ? "refunded" : "partially_refunded",
    refundedCents: request.amountCents,
    fulfillment: combineFulfillment(items.map(({ status }) => status)),
  });
  if (!isMoved) throw new Error(`Order ${order.orderNo} cannot be refunded`);
}

async function announce(
  tx: Tx,
  { order, request, isFull, actor }: Refunding,
  { refundId, client }: { refundId: number; client: ClientInfo },
): Promise<void> {
  const amount = formatMoney(request.amountCents);
  await recordEvent(tx, {
    orderId: order.id,
    kind: "refunded",
    actor: actorName(actor),
    data: {
      amount,
      method: request.method,
      ...(request.item === undefined ? {} : { item: request.item }),
      ...((isFull || request.item !== undefined) && request.keys ? { keys: request.keys } : {}),
      ...(await settleProblem(tx, order.orderNo)),
    },
  });
  await enqueue(tx, "order.refunded", { orderId: order.id, refundId });
  await recordAudit(tx, actor, client, {
    action: "order.refund",
    target: `order:${order.orderNo}`,
    data: { amount, method: request.method, ...(request.item === undefined ? {} : { item: request.item }) },
  });
}

/** Pays back all or part of a paid order. @throws AppError `not_found`, `state_conflict`, `malformed` */
export const refundOrder = (actor: AdminActor, client: ClientInfo, request: RefundRequest): Promise<string> =>
  inTransaction((tx) => refundOrderIn(tx, actor, client, request));

export async function refundOrderIn(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  request: RefundRequest,
): Promise<string> {
  const found = await tx.order.findUnique({ where: { orderNo: request.orderNo }, select: { id: true } });
  if (!found) throw notFound("order");
  await lockOrder(tx, found.id);
  const order = await tx.order.findUniqueOrThrow({ where: { id: found.id } });
  const earlier = await findEarlier(tx, order.id, request);
  if (earlier) return earlier;
  const refunding = { order, request, actor, ...(await judge(tx, order, request)) };
  await spendMoneyLimit(tx, actor, request.amountCents);
  const refund = await book(tx, refunding);
  const { itemId, isFull } = refunding;
  if (isFull || itemId !== null)
    await revokeItems(tx, { orderId: order.id, itemId, isFull, keys: request.keys ?? "withdraw" });
  // The others may be all delivered now.
  if (!isFull && itemId !== null) await settleFulfillment(tx, order.id, actorName(actor));
  await moveRefundedOrder(tx, refunding);
  await settleReviews(tx, order.id, await isDeliveryFrozen(tx, order.id));
  await announce(tx, refunding, { refundId: refund.id, client });
  return refund.refundNo;
}
