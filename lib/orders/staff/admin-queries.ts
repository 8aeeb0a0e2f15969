import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { notFound } from "../../core/errors";
import { baseLocale, type Locale } from "../../core/locale";
import { minCents } from "../../core/money";
import { countLimit, deepPage, deepSlice } from "../../core/paging";
import { readNoted } from "../../core/refusals/noted";
import { sayWithin, toldOf, toldOrNull } from "../../core/refusals/told";
import { isRecord } from "../../core/shapes/records";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { viewDelivered } from "../../fulfillment/view-delivered";
import { findOrderSource } from "../../payments/refunds/refund-source";
import { listServerRequests } from "../delivery-requests/list-server-requests";
import { labelAnswers } from "../form-answers";
import { orderSummaryView, paidThrough, staffOrderView } from "../view";
import { orderInclude, orderSummaryInclude } from "../viewed-rows";
import { openPurchases, orderFilter } from "./admin-filters";
import type { AdminOrderDetail, AdminOrderList, AdminOrdersQuery } from "./admin-schema";
import { paymentView, refundView } from "./money-view";
import { buyerName, buyerNames, type OrderRow, rowInclude, titlesIn, viewRows } from "./order-rows";

const orderings: Record<AdminOrdersQuery["sort"], Prisma.OrderOrderByWithRelationInput[]> = {
  newest: [{ createdAt: "desc" }, { id: "desc" }],
  oldest: [{ createdAt: "asc" }, { id: "asc" }],
  amount_desc: [{ amountCents: "desc" }, { id: "desc" }],
  amount_asc: [{ amountCents: "asc" }, { id: "asc" }],
};

/** With the titles in one language, for a page; without it as they were ordered. */
export async function listOrders(query: AdminOrdersQuery, lang?: Locale): Promise<AdminOrderList> {
  const where = await orderFilter(query);
  const [counted, rows] = await Promise.all([
    db().order.count({ where, ...countLimit }),
    db().order.findMany({
      where,
      orderBy: orderings[query.sort],
      ...deepSlice(query),
      include: rowInclude,
    }),
  ]);
  const titles = lang ? await titlesIn(lang, rows) : undefined;
  return { orders: await viewRows(rows, titles), ...deepPage(query, counted) };
}

export type OrderPosition = Pick<OrderRow, "id" | "createdAt">;

const olderThan = ({ id, createdAt }: OrderPosition): Prisma.OrderWhereInput => ({
  // The first condition is a range of the index, which an OR alone is not.
  createdAt: { lte: createdAt },
  OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }],
});

/** The next orders of the filtered list, newest first, behind the one at `last`: the thousandth costs what the first does. */
export async function readOrdersAfter(
  query: AdminOrdersQuery,
  last: OrderPosition | null,
  take: number,
): Promise<{ orders: AdminOrderList["orders"]; end: OrderPosition | undefined }> {
  const rows = await db().order.findMany({
    where: { AND: [await orderFilter(query), last ? olderThan(last) : {}] },
    orderBy: orderings.newest,
    take,
    include: rowInclude,
  });
  return { orders: await viewRows(rows), end: rows.at(-1) };
}

const detailExtras = {
  ...buyerNames,
  coupon: { select: { code: true } },
  events: { orderBy: { id: "asc" } },
  payments: { orderBy: { id: "asc" }, include: { channel: { select: { name: true } } } },
} satisfies Prisma.OrderInclude;

const purchaseInclude = {
  connection: { select: { id: true, name: true } },
  orderItem: { select: { position: true } },
} satisfies Prisma.PurchaseInclude;

type DetailRow = Prisma.OrderGetPayload<{ include: typeof orderSummaryInclude & typeof detailExtras }>;
type PurchaseRow = Prisma.PurchaseGetPayload<{ include: typeof purchaseInclude }>;

const purchaseView = (purchase: PurchaseRow): AdminOrderDetail["purchases"][number] => ({
  id: purchase.id,
  item: purchase.orderItem.position,
  connection: purchase.connection,
  // As the API has called it from the beginning.
  status: purchase.status === "awaiting_goods" ? "held" : purchase.status,
  is_open: openPurchases.includes(purchase.status),
  upstream_order_no: purchase.upstreamOrderNo,
  tries: purchase.pollCount,
  ...toldOrNull("last_error", purchase.lastError),
  next_try_at: toTimeOrNull(purchase.nextPollAt),
  created_at: toTime(purchase.createdAt),
});

/** Reads the buyer's answers, by the product's questions as they are now. */
async function formsOf({ items }: DetailRow): Promise<AdminOrderDetail["forms"]> {
  const questions = await db().product.findMany({
    where: { id: { in: items.filter((item) => item.form).map((item) => item.productId) } },
    select: { id: true, formFields: true },
  });
  return items.flatMap(({ form, position, productId }) => {
    if (!form) return [];
    const fields = questions.find(({ id }) => id === productId)?.formFields;
    return [{ item: position, answers: labelAnswers(fields, form) }];
  });
}

/** Everything about an order but the keys, which `revealOrder` shows and records. */
export async function getAdminOrder(orderNo: string): Promise<AdminOrderDetail> {
  const row = await db().order.findUnique({
    where: { orderNo },
    include: { ...orderSummaryInclude, ...detailExtras },
  });
  if (!row) throw notFound("order");
  const keys = await db().fulfillmentSecret.findMany({
    where: { replacedAt: null, fulfillment: { status: "ready", orderItem: { orderId: row.id } } },
    orderBy: { id: "asc" },
    select: { secretId: true, fulfillment: { select: { orderItem: { select: { position: true } } } } },
  });
  const source = await findOrderSource(db(), row.id);
  const purchases = await db().purchase.findMany({
    where: { orderItem: { orderId: row.id } },
    orderBy: { id: "desc" },
    include: purchaseInclude,
  });
  return {
    order: { ...orderSummaryView(row), paid_through: paidThrough(row) },
    buyer: row.buyerKind,
    buyer_name: buyerName(row),
    ip: row.ip,
    coupon_code: row.coupon?.code ?? null,
    forms: await formsOf(row),
    failures: row.items.flatMap(({ position, fulfillment }) =>
      fulfillment?.failureReason
        ? [{ item: position, ...toldOf("reason", readNoted(fulfillment.failureReason)) }]
        : [],
    ),
    keys: keys.map(({ secretId, fulfillment }) => ({
      item: fulfillment.orderItem.position,
      secret_id: secretId,
    })),
    purchases: purchases.map(purchaseView),
    server_requests: await listServerRequests(row.id),
    refunds: row.refunds.map((refund) => refundView(refund, row.items)),
    events: row.events.map((event) => ({
      kind: event.kind,
      actor: event.actor,
      data: isRecord(event.data) ? sayWithin(event.data, baseLocale) : {},
      created_at: toTime(event.createdAt),
    })),
    gateway_refund: source && {
      channel: source.channel.name,
      left: toMoney(minCents(source.leftCents, row.amountCents - row.refundedCents)),
    },
    payments: row.payments.map(paymentView),
  };
}

/** The order with its keys, for staff; that they were shown is audited. */
export async function revealOrder(actor: AdminActor, client: ClientInfo, orderNo: string) {
  return inTransaction(async (tx) => {
    const row = await tx.order.findUnique({ where: { orderNo }, include: orderInclude });
    if (!row) throw notFound("order");
    await recordAudit(tx, actor, client, { action: "order.reveal", target: `order:${orderNo}`, data: {} });
    return staffOrderView(row, await viewDelivered(tx, row.items));
  });
}
