import { isKeyed } from "../catalogue/schema";
import { noteOrNull, readNoted } from "../core/refusals/noted";
import { type Problem, problem } from "../core/refusals/refusal";
import type { Tx } from "../db/transaction";
import { findStockFulfiller } from "../fulfillment/find-fulfiller";
import type { DeliverableItem, SoldItem } from "../fulfillment/fulfiller";
import { beginDelivery, handOver } from "../fulfillment/hand-over";
import { newJob } from "../jobs/enqueue";
import type { NewJob } from "../jobs/sql/add-job";
import { moveStock } from "../stock/count-stock";
import type { StockMove } from "../stock/sql/reservations";
import { moveFulfillment } from "./move-fulfillment";
import { changeOrder } from "./move-order";
import type { NewEvent } from "./record-event";
import { findItemsToDeliver } from "./sql/order-rows";
import { combineFulfillment, type FulfillmentStatus, type PaymentStatus } from "./state";

interface Delivered {
  status: FulfillmentStatus;
  move?: StockMove;
  failure?: Problem;
}

const short = problem("short_at_delivery");

/** Reserves an item's units again: for late money, and before another try of a failed delivery. */
async function reserveAgain(tx: Tx, item: SoldItem): Promise<boolean> {
  const stock = findStockFulfiller(item);
  // Its product may sell keys by now: their counter is not for units.
  if (stock.units === "counter" && (await sellsKeys(tx, item.skuId))) return false;
  const move = await stock.reserve(tx, item);
  if (move?.reserved) await moveStock(tx, [move]);
  return move !== null;
}

async function sellsKeys(tx: Tx, skuId: number): Promise<boolean> {
  const { product } = await tx.sku.findUniqueOrThrow({
    where: { id: skuId },
    select: { product: { select: { autoSecretKind: true } } },
  });
  return isKeyed(product.autoSecretKind);
}

/** Gives an item's units back; the caller moves the counter last. */
export const releaseItem = (tx: Tx, item: SoldItem): Promise<StockMove> =>
  findStockFulfiller(item).release(tx, item);

/** A closed order gave its units back: takes them again, and marks as failed what is gone (C23). */
export async function reserveClosedItems(tx: Tx, orderId: number): Promise<void> {
  const items = await tx.orderItem.findMany({
    where: { orderId },
    orderBy: [{ skuId: "asc" }, { id: "asc" }],
  });
  for (const item of items)
    if (!(await reserveAgain(tx, item))) await moveFulfillment(tx, item, "failed", short);
}

async function deliverItem(tx: Tx, item: DeliverableItem): Promise<Delivered> {
  const { skuId, quantity } = item;
  if (await beginDelivery(tx, item)) return { status: "processing" };
  const failure = await handOver(tx, item);
  if (failure === null) return { status: "ready", move: { skuId, reserved: -quantity, sold: quantity } };
  return { status: "failed", failure, move: await releaseItem(tx, item) };
}

/** Further changes of the order with its delivery, in the same statement. */
interface Beside {
  isPaid?: boolean;
  events: readonly NewEvent[];
  jobs: readonly NewJob[];
}

const nothing: Beside = { events: [], jobs: [] };

/**
 * Delivers what is still open of a paid order whose row the caller has locked. Short stock is `failed` with nothing
 * consumed (C24), never a wrong "delivered". With `skuId` only what that SKU's new stock is for.
 */
export async function deliverItems(
  tx: Tx,
  orderId: number,
  actor: string,
  { skuId, beside }: { skuId?: number; beside?: Beside } = {},
): Promise<FulfillmentStatus> {
  const items = await findItemsToDeliver(tx, orderId);
  const moves: StockMove[] = [];
  const settled: SettledItem[] = [];
  for (const item of items) {
    settled.push(item);
    const from = item.status;
    if (from !== "pending" && from !== "held" && from !== "failed") continue;
    if (skuId !== undefined && item.skuId !== skuId) continue;
    if (from === "failed" && !(await reserveAgain(tx, item))) continue;
    const { status, move, failure = null } = await deliverItem(tx, item);
    const failureReason = noteOrNull(failure);
    if (move) moves.push(move);
    if (status !== from) settled.splice(-1, 1, { ...item, status, failureReason, hasMoved: true });
  }
  const [status] = await Promise.all([settle(tx, orderId, settled, actor, beside), moveStock(tx, moves)]);
  return status;
}

/** The money is here, and the goods wait until they are released. */
export async function holdItems(tx: Tx, orderId: number, actor: string, beside: Beside): Promise<void> {
  const items = await findItemsToDeliver(tx, orderId);
  const held = { status: "held", failureReason: null, hasMoved: true } as const;
  // Items that late money found sold out stay failed.
  const settled = items.map((item) => (item.status === "pending" ? { ...item, ...held } : item));
  await settle(tx, orderId, settled, actor, beside);
}

interface SettledItem {
  id: number;
  status: FulfillmentStatus;
  failureReason: string | null;
  /** Its move is still to be written. */
  hasMoved?: boolean;
  /** The order's. */
  paymentStatus: PaymentStatus;
  before: FulfillmentStatus;
}

/** Events of an order whose items are together something else than before. */
function told(
  fulfillment: FulfillmentStatus,
  items: readonly SettledItem[],
  orderId: number,
  actor: string,
): Beside {
  switch (fulfillment) {
    case "ready":
      return { events: [{ kind: "delivered", actor }], jobs: [newJob("order.delivered", { orderId })] };
    case "failed": {
      const noted = items.find((item) => item.failureReason)?.failureReason;
      const reason = noted ? readNoted(noted) : short;
      const events = [{ kind: "delivery_failed", actor, data: { reason } } as const];
      return { events, jobs: [newJob("order.failed", { orderId })] };
    }
    case "processing":
    case "held":
      return { ...nothing, events: [{ kind: fulfillment, actor }] };
    default:
      return nothing;
  }
}

/** Computes the order's statuses from its items, and writes them with those of the items; the event of a change once. */
async function settle(
  tx: Tx,
  orderId: number,
  items: readonly SettledItem[],
  actor: string,
  { isPaid = false, events, jobs }: Beside = nothing,
): Promise<FulfillmentStatus> {
  const [first] = items;
  if (!first) throw new Error(`Order ${orderId} has no items`);
  const { before, paymentStatus: payment } = first;
  const fulfillment = combineFulfillment(items.map(({ status }) => status));
  const isOther = before !== fulfillment;
  const move = isPaid
    ? ({ to: "paid", fulfillment } as const)
    : isOther || fulfillment === "failed"
      ? ({ to: "fulfillment", payment, fulfillment } as const)
      : null;
  const change = isOther ? told(fulfillment, items, orderId, actor) : nothing;
  const moved = items.filter(({ hasMoved }) => hasMoved);
  await changeOrder(tx, orderId, {
    move,
    items: moved.map(({ id: itemId, status: to, failureReason: reason }) => ({ itemId, to, reason })),
    events: [...events, ...change.events],
    jobs: [...jobs, ...change.jobs],
  });
  return fulfillment;
}

/** Recomputes the order's statuses from its items, which the caller has moved. */
export const settleFulfillment = async (tx: Tx, orderId: number, actor: string): Promise<FulfillmentStatus> =>
  settle(tx, orderId, await findItemsToDeliver(tx, orderId), actor);
