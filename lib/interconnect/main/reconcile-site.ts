import { exportList } from "../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { notFound } from "../../core/errors";
import { formatMoney, writeCents } from "../../core/money";
import { pageSlice } from "../../core/paging";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import { getSettings } from "../../settings/queries";
import type { Reconciliation } from "./admin/schema";
import { type Period, sumSiteOrders } from "./sql/site-sums";

const inPeriod = (siteId: number, { from, to }: Period): Prisma.OrderWhereInput => ({
  siteId,
  buyerKind: "site",
  createdAt: { gte: from, lt: to },
});

const include = {
  siteOrder: true,
  items: { orderBy: { position: "asc" }, take: 1 },
} satisfies Prisma.OrderInclude;
type Row = Prisma.OrderGetPayload<{ include: typeof include }>;

const rowView = (row: Row): Reconciliation["rows"][number] => ({
  order_no: row.orderNo,
  downstream_order_no: row.siteOrder?.downstreamOrderNo ?? "",
  downstream_payment_id: row.siteOrder?.downstreamPaymentId ?? null,
  title: row.items[0]?.title ?? "",
  sku_name: row.items[0]?.skuName ?? null,
  quantity: row.items[0]?.quantity ?? 0,
  amount: toMoney(row.amountCents),
  refunded_amount: toMoney(row.refundedCents),
  status: row.status,
  fulfillment_status: row.fulfillmentStatus,
  settlement_mode: row.siteOrder?.settlementMode ?? "trust",
  created_at: toTime(row.createdAt),
  paid_at: toTimeOrNull(row.paidAt),
  delivered_at: toTimeOrNull(row.deliveredAt),
});

async function requireSite(siteId: number): Promise<void> {
  if (!(await db().site.findUnique({ where: { id: siteId }, select: { id: true } }))) throw notFound("site");
}

const pair = (orders: bigint, amount: bigint | null) => ({
  orders: Number(orders),
  amount: toMoney(amount ?? 0n),
});

/** Adds up the orders, payments, deliveries and refunds of one agent in one period. */
export async function getReconciliation(
  siteId: number,
  { page, per_page, ...period }: Period & { page: number; per_page: number },
): Promise<Reconciliation> {
  await requireSite(siteId);
  const { currency } = await getSettings();
  const [sums, rows] = await Promise.all([
    sumSiteOrders(siteId, period),
    db().order.findMany({
      where: inPeriod(siteId, period),
      include,
      orderBy: { id: "asc" },
      ...pageSlice({ page, per_page }),
    }),
  ]);
  const balance = (sums.paid_amount ?? 0n) - (sums.refunded_amount ?? 0n);
  return {
    currency,
    ordered: pair(sums.ordered, sums.ordered_amount),
    paid: pair(sums.paid, sums.paid_amount),
    delivered: pair(sums.delivered, sums.delivered_amount),
    held: pair(sums.held, sums.held_amount),
    refunded: pair(sums.refunded, sums.refunded_amount),
    balance: toMoney(balance),
    open_on_account: formatMoney(balance - (sums.from_deposit ?? 0n)),
    rows: rows.map(rowView),
    total: Number(sums.ordered),
    page,
    per_page,
  };
}

const columns = {
  order_no: "text",
  downstream_order_no: "text",
  downstream_payment_id: "text",
  title: "text",
  sku_name: "text",
  quantity: "number",
  amount: "number",
  refunded_amount: "number",
  status: "text",
  fulfillment_status: "text",
  settlement_mode: "text",
  created_at: "time",
  paid_at: "time",
  delivered_at: "time",
} as const;

const rowReader = (siteId: number, period: Period) => async (after: number, take: number) =>
  (
    await db().order.findMany({
      where: { ...inPeriod(siteId, period), id: { gt: after } },
      include,
      orderBy: { id: "asc" },
      take,
    })
  ).map((row) => ({
    ...rowView(row),
    id: row.id,
    amount: writeCents(row.amountCents, row.currency),
    refunded_amount: writeCents(row.refundedCents, row.currency),
  }));

/** The same rows as a file for the agent's bookkeeper. What the agent wrote itself cannot become a formula (A20). */
export async function exportReconciliation(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
  period: Period,
): Promise<AsyncGenerator<string>> {
  await requireSite(siteId);
  return exportList(actor, client, {
    action: "site.export_reconciliation",
    target: `site:${siteId}`,
    data: { from: toTime(period.from), to: toTime(period.to) },
    columns,
    cell: (row, column) => row[column],
    read: rowReader(siteId, period),
  });
}
