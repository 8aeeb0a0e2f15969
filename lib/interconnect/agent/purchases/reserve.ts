import type { z } from "zod";
import { AppError } from "../../../core/errors";
import { log } from "../../../core/process/log";
import { toRateE8 } from "../../../core/rate";
import { note, noteOrNull } from "../../../core/refusals/noted";
import { type Problem, problem, refusal } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { inTransaction, type Tx } from "../../../db/transaction";
import { isUniqueViolation } from "../../../db/unique-violation";
import { enqueue } from "../../../jobs/enqueue";
import { raiseAlert } from "../../../notifications/alerts/raise-alert";
import type { UpstreamSource } from "../../../orders/place/upstream-source";
import { callMainSite, getMainSite, type MainSiteAnswer } from "../main-site-client";
import { mirrorSkus } from "../mirror-skus";
import { localCost } from "../price-rule";
import { foreignPlacedOrder } from "../schema";
import { preparePurchases } from "./create";
import { movePurchase } from "./move";
import { orderBody } from "./order-body";
import { type Told, termsProblem } from "./terms";

export type Reservation =
  | { result: "placed" }
  | { result: "short" }
  | { result: "refused"; problem: Problem; isDearer?: true }
  | { result: "differs"; problem: Problem; told: Told }
  | { result: "lost"; problem: Problem; retryAfterSeconds: number | null };

async function readPurchase(purchaseId: number) {
  return db().purchase.findUniqueOrThrow({
    where: { id: purchaseId },
    include: {
      connection: { select: { rate: true, name: true, needsRate: true } },
      orderItem: {
        select: {
          id: true,
          skuId: true,
          title: true,
          quantity: true,
          unitPriceCents: true,
          costCents: true,
          form: true,
          order: { select: { id: true, orderNo: true, email: true } },
        },
      },
    },
  });
}

type PurchaseRow = Awaited<ReturnType<typeof readPurchase>>;

/** Highest cost of a unit: what our buyer pays for it, or what it cost when a price below that was meant so. */
const maxUnitCost = ({ orderItem: { unitPriceCents, costCents } }: PurchaseRow): bigint =>
  costCents !== null && costCents > unitPriceCents ? costCents : unitPriceCents;

/** A price that rose since our buyer ordered: below cost nothing is sold, and the prices are pulled again at once (C61). */
async function refuseLoss(purchase: PurchaseRow, amountCents: bigint): Promise<Problem | null> {
  const sku = await db().sku.findUnique({
    where: { id: purchase.orderItem.skuId },
    select: { mapping: { select: { upstreamSku: { select: { costCents: true } } } } },
  });
  const quantity = BigInt(purchase.quantity);
  const isNews = amountCents > (sku?.mapping?.upstreamSku.costCents ?? 0n) * quantity;
  const cost = localCost(amountCents, { rateE8: toRateE8(purchase.connection.rate) });
  const isLoss = cost > maxUnitCost(purchase) * quantity;
  if (!isNews && !isLoss) return null;
  await inTransaction(async (tx) => {
    const { connectionId } = purchase;
    if (isNews) {
      await enqueue(
        tx,
        "connection.sync",
        { connectionId, trigger: "schedule" },
        { jobKey: `sync:${connectionId}` },
      );
    }
    if (!isLoss) return;
    await raiseAlert(tx, {
      kind: "upstream.below_cost",
      data: { title: purchase.orderItem.title, connection: purchase.connection.name },
      reference: `sku:${purchase.orderItem.skuId}`,
    });
  });
  return isLoss ? problem("price_above_ours") : null;
}

type Placed = z.output<typeof foreignPlacedOrder>;

async function storeReservation(purchase: PurchaseRow, placed: Placed): Promise<Reservation> {
  const foreign = termsProblem(purchase, { currency: placed.currency });
  const loss = await refuseLoss(purchase, placed.amount);
  try {
    const { count } = await db().purchase.updateMany({
      where: { id: purchase.id, upstreamOrderNo: null },
      data: {
        upstreamOrderNo: placed.upstream_order_no,
        amountCents: placed.amount,
        expireAt: placed.expire_at ?? null,
        lastError: noteOrNull(loss),
        pollCount: 0,
      },
    });
    if (foreign !== null) return { result: "differs", problem: foreign, told: placed };
    // Two answers to one number are the same order twice, or one of them is wrong.
    if (count === 0) return compareAnswers(purchase.id, placed);
  } catch (error) {
    if (!isUniqueViolation(error, "purchases_connection_id_upstream_order_no_key")) throw error;
    return { result: "refused", problem: problem("order_number_twice") };
  }
  return loss === null ? { result: "placed" } : { result: "refused", problem: loss, isDearer: true };
}

async function compareAnswers(purchaseId: number, told: Placed): Promise<Reservation> {
  const differs = termsProblem(await db().purchase.findUniqueOrThrow({ where: { id: purchaseId } }), told);
  return differs === null ? { result: "placed" } : { result: "differs", problem: differs, told };
}

/** Orders at the main site what the purchase names. Repeating it is safe: our number makes it happen once there (C44). */
export async function reservePurchase(purchaseId: number, totalMs?: number): Promise<Reservation> {
  const purchase = await readPurchase(purchaseId);
  if (purchase.upstreamOrderNo !== null) return { result: "placed" };
  // An order that is not placed yet would be placed at a price that nobody can compare.
  if (purchase.connection.needsRate)
    return { result: "refused", problem: problem("main_site_currency_no_rate") };
  const site = await getMainSite(purchase.connectionId);
  const made = orderBody(purchase, site.sharesBuyerEmail);
  if ("problem" in made) return { result: "refused", problem: made.problem };
  const answer: MainSiteAnswer<Placed> = await callMainSite(site, {
    method: "POST",
    path: "/api/v1/upstream/orders",
    body: made.body,
    answer: foreignPlacedOrder,
    ...(totalMs === undefined ? {} : { totalMs }),
  });
  if (answer.result === "ok") return storeReservation(purchase, answer.data);
  const { problem: reason } = answer;
  await db().purchase.update({ where: { id: purchaseId }, data: { lastError: note(reason) } });
  if (answer.result === "lost") return { result: "lost", problem: reason, retryAfterSeconds: null };
  if (answer.code === 4099) return { result: "short" };
  if (answer.code === 4290)
    return { result: "lost", problem: reason, retryAfterSeconds: answer.retryAfterSeconds };
  return { result: "refused", problem: reason };
}

/** A buyer waits for this answer: a few quick attempts, and then the order stands and jobs go on after payment. */
const waitingAttempts = [3_000, 3_000] as const;

async function reserveWhileBuyerWaits(purchaseId: number): Promise<Reservation> {
  let placed: Reservation = { result: "lost", problem: problem("no_answer"), retryAfterSeconds: null };
  for (const totalMs of waitingAttempts) {
    placed = await reservePurchase(purchaseId, totalMs);
    // A main site that asks to wait is not asked again before its time.
    if (placed.result !== "lost" || placed.retryAfterSeconds !== null) return placed;
  }
  return placed;
}

/** The main site has fewer than were asked for: the next buyer sees it before the next pull does. */
async function noteShort(tx: Tx, skuId: number, quantity: number): Promise<void> {
  const { count } = await tx.upstreamSku.updateMany({
    where: { mapping: { skuId }, stock: { gte: quantity } },
    data: { stock: quantity - 1 },
  });
  if (count > 0) await mirrorSkus(tx, { skuId });
}

/** Makes the sentence for a buyer who has paid nothing yet. */
function whyNot(placed: Exclude<Reservation, { result: "placed" | "lost" }>, item: PurchaseRow["orderItem"]) {
  const { title, quantity } = item;
  if (placed.result === "short") return refusal("sold_out", { title, quantity });
  return placed.result === "refused" && placed.isDearer
    ? refusal("price_changed", { title })
    : refusal("unavailable", { title });
}

async function reserveAll(orderId: number): Promise<void> {
  for (const { id } of await preparePurchases(orderId)) {
    const placed = await reserveWhileBuyerWaits(id);
    if (placed.result === "placed") continue;
    if (placed.result === "lost") {
      log.warn({ purchase_id: id, reason: placed.problem }, "an upstream order is placed after payment");
      continue;
    }
    const { orderItem, connection } = await readPurchase(id);
    await inTransaction(async (tx) => {
      const reason = placed.result === "short" ? problem("insufficient_stock_there") : placed.problem;
      await movePurchase(tx, id, "failed", { lastError: note(reason) }, ["created"]);
      if (placed.result === "short") return noteShort(tx, orderItem.skuId, orderItem.quantity);
      await raiseAlert(tx, {
        kind: "upstream.refused",
        data: { connection: connection.name, title: orderItem.title, reason },
        reference: `sku:${orderItem.skuId}`,
      });
    });
    throw new AppError("insufficient_stock", whyNot(placed, orderItem));
  }
}

/** Our order ended unpaid; the reservation at the main site runs out by itself. */
export async function cancelPurchases(orderId: number): Promise<void> {
  await inTransaction(async (tx) => {
    const reserved = await tx.purchase.findMany({
      where: {
        status: "created",
        orderItem: { orderId, order: { status: { in: ["expired", "canceled"] } } },
      },
      select: { id: true },
    });
    for (const { id } of reserved) await movePurchase(tx, id, "canceled");
  });
}

/** C62: buys our upstream items at their main sites, before our buyer pays for them. */
export const upstreamPurchases: UpstreamSource = { place: reserveAll };
