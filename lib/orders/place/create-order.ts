import { addSeconds, now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { newOrderNo, newToken } from "../../core/ids";
import { minCents } from "../../core/money";
import { refusal } from "../../core/refusals/refusal";
import { inTransaction, type Tx } from "../../db/transaction";
import { findStockFulfiller } from "../../fulfillment/find-fulfiller";
import { buyerKeyOf } from "../../pricing/coupons/coupon-buyer";
import { reserveCoupon } from "../../pricing/coupons/coupon-use";
import type { OrderQuote } from "../../pricing/types";
import { moveStock } from "../../stock/count-stock";
import type { StockMove } from "../../stock/sql/reservations";
import { lockBalance } from "../../wallet/find-balance";
import { holdBalance } from "../../wallet/hold-balance";
import { closeOrder } from "../close-order";
import { lockOrder, markOrderPaid } from "../mark-order-paid";
import type { OrderDetail } from "../schema";
import { expandBundles, hasBundles } from "../sold-bundles";
import { besideGift } from "../sql/gifts";
import { insertOrder, type NewOrder } from "../sql/insert-order";
import { markBundles } from "../sql/mark-bundles";
import type { OrderBuyer } from "../sql/open-orders";
import { newOrderView } from "../view";
import {
  type FirstAnswer,
  forgetFirstAnswer,
  type Idempotency,
  keepFirstAnswer,
  takeIdempotencyKey,
} from "./idempotency";
import { insertOrderInOneStatement } from "./insert-order-in-one-statement";
import { checkOpenOrders, isStillAboveLimits, isWithinLimits, tooManyOpenOrders } from "./open-orders";

export interface CreateOrder {
  buyer: OrderBuyer;
  quote: OrderQuote;
  forms: (Record<string, string> | null)[];
  locale: string;
  /** Where the buyer is, as far as it is known, and the terms that they ordered under. */
  country?: string | null;
  termsVersion?: string | null;
  expireMinutes: number;
  /** Pay from the buyer's balance as far as it goes. */
  useBalance: boolean;
  idempotency: Idempotency | null;
  actor: string;
  gift?: NewOrder["gift"];
  beside?: NewOrder["beside"];
}

export interface CreatedOrder extends FirstAnswer {
  isRepeat: boolean;
  /** The order as it stands while it is not paid: nothing of it has to be read back. */
  unpaid?: OrderDetail;
}

/** Reserves every line in SKU order and returns the counters' moves, which come last. */
async function reserveLines(tx: Tx, quote: OrderQuote, itemIds: number[]): Promise<StockMove[]> {
  const lines = quote.lines.map((line, index) => ({ ...line, orderItemId: itemIds[index] ?? 0 }));
  const moves: StockMove[] = [];
  for (const line of lines.sort((a, b) => a.skuId - b.skuId)) {
    const { skuId, orderItemId: id, quantity, sale, pick = null } = line;
    if (pick !== null) await tx.orderItem.update({ where: { id }, data: { pick } });
    const move = await findStockFulfiller(line).reserve(tx, { id, skuId, quantity, sale, pick });
    if (!move && pick !== null)
      throw new AppError("insufficient_stock", refusal("pick_taken", { pick }), {
        field: "pick",
        product: line.slug,
      });
    if (!move)
      throw new AppError("insufficient_stock", refusal("sold_out", { title: line.title, quantity }), {
        product: line.bundle?.slug ?? line.slug,
      });
    if (move.reserved) moves.push(move);
  }
  return moves;
}

/** Stores which license or access each item renews. The delivery reads these rows. */
async function keepRenewals(tx: Tx, { lines }: OrderQuote, items: readonly { id: number }[]): Promise<void> {
  for (const [index, { renewal }] of lines.entries()) {
    const orderItemId = items[index]?.id;
    if (!renewal || orderItemId === undefined) continue;
    const { itemId: renewedItemId, licenseId, licenseDays, accessDays } = renewal;
    await tx.renewal.create({ data: { orderItemId, renewedItemId, licenseId, licenseDays, accessDays } });
  }
}

/** @returns what was held: the whole amount or as much as there is. */
export async function holdFromBalance(
  tx: Tx,
  order: { orderId: number; orderNo: string; userId: number },
  amountCents: bigint,
) {
  const part = minCents(await lockBalance(tx, order.userId), amountCents);
  if (part <= 0n) return 0n;
  await holdBalance(tx, { ...order, amountCents: part });
  await tx.order.update({ where: { id: order.orderId }, data: { walletPaidCents: part } });
  return part;
}

function toNewOrder(input: CreateOrder): NewOrder {
  const createdAt = now();
  return {
    ...input,
    ...(input.gift ? { beside: besideGift(input.gift) } : {}),
    orderNo: newOrderNo(),
    guestToken: input.buyer.kind === "guest" ? newToken() : null,
    createdAt,
    expireAt: addSeconds(createdAt, input.expireMinutes * 60),
  };
}

async function insertOrderInTransaction(tx: Tx, order: NewOrder, input: CreateOrder): Promise<CreatedOrder> {
  const { buyer, quote, idempotency, actor } = input;
  const first = idempotency && (await takeIdempotencyKey(tx, idempotency));
  if (first) return { ...first, isRepeat: true };
  await checkOpenOrders(tx, buyer);

  const { orderNo, guestToken } = order;
  const items = await insertOrder(tx, order);
  const orderId = items[0]?.orderId;
  if (orderId === undefined) throw new Error("An order needs at least one line");
  if (hasBundles(quote)) await markBundles(tx, orderId, order);
  await keepRenewals(tx, quote, items);

  // Balance, coupon, stock: the order in which everything that moves more than one of them locks its rows.
  const held =
    input.useBalance && buyer.kind === "user"
      ? await holdFromBalance(tx, { orderId, orderNo, userId: buyer.userId }, quote.amountCents)
      : 0n;
  const buyerKey = buyerKeyOf(buyer);
  if (quote.coupon && buyerKey) await reserveCoupon(tx, { couponId: quote.coupon.id, orderId, buyerKey });
  const moves = await reserveLines(
    tx,
    quote,
    items.map((item) => item.id),
  );
  if (idempotency) await keepFirstAnswer(tx, idempotency, { orderId, guestToken });
  await moveStock(tx, moves);
  const created = { orderId, guestToken, isRepeat: false };
  const hasUpstream = quote.lines.some((line) => line.source === "upstream");
  const waitsForPayment = quote.amountCents > held || hasUpstream || buyer.kind === "site";
  if (waitsForPayment) return { ...created, unpaid: newOrderView(order, held) };
  await markOrderPaid(tx, await lockOrder(tx, orderId), { actor });
  return created;
}

/**
 * One order with everything it reserves, or nothing at all. An order with nothing left to pay is paid and delivered in
 * the same transaction (C25), unless a main site has to be asked for its part first: the caller does that. An agent site
 * reports its payment in any case, also one of nothing.
 * @throws AppError `insufficient_stock`, `coupon_not_applicable`, `idempotency_conflict`, `rate_limited`
 */
export async function createOrder(asked: CreateOrder): Promise<CreatedOrder> {
  const input = expandBundles(asked);
  const order = toNewOrder(input);
  const { quote, useBalance, idempotency } = input;
  const isPlain = !hasBundles(quote) && quote.lines.every(({ pick, renewal }) => !pick && !renewal);
  const movesOnlyStock = isPlain && !useBalance && quote.coupon === null && quote.amountCents > 0n;
  const placed = movesOnlyStock ? await insertOrderInOneStatement(order, idempotency) : null;
  const created = placed
    ? {
        orderId: placed.orderId,
        guestToken: order.guestToken,
        isRepeat: false,
        unpaid: newOrderView(order, 0n),
      }
    : await inTransaction((tx) => insertOrderInTransaction(tx, order, input));
  if (!created.isRepeat && created.unpaid) await withdrawAboveLimits(input, created.orderId);
  return created;
}

/**
 * Undoes an order that was just made: it is closed, gives back what it reserved, and its request is a first one again.
 * @returns false, with nothing changed, when it is not open any more.
 */
export const withdrawOrder = (orderId: number, idempotency: Idempotency | null): Promise<boolean> =>
  inTransaction((tx) => withdraw(tx, orderId, idempotency));

async function withdraw(tx: Tx, orderId: number, idempotency: Idempotency | null): Promise<boolean> {
  if (!(await closeOrder(tx, orderId, "canceled", "system"))) return false;
  if (idempotency) await forgetFirstAnswer(tx, idempotency);
  return true;
}

/** @throws AppError `rate_limited` when orders of this buyer that were made at the same moment already fill its limits */
async function withdrawAboveLimits({ buyer, idempotency }: CreateOrder, orderId: number): Promise<void> {
  if (await isWithinLimits(buyer, orderId)) return;
  const isWithdrawn = await inTransaction(
    async (tx) =>
      (await isStillAboveLimits(tx, buyer, orderId)) && (await withdraw(tx, orderId, idempotency)),
  );
  if (isWithdrawn) throw tooManyOpenOrders();
}
