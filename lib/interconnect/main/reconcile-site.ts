import type { AdminActor, ClientInfo } from "../../accounts/actor";
import { recordAudit } from "../../accounts/record-audit";
import { csvLine } from "../../core/csv";
import { notFound } from "../../core/errors";
import { formatMoney } from "../../core/money";
import { pageSlice } from "../../core/paging";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import type { Reconciliation } from "./admin/schema";

export interface Period {
  from: Date;
  to: Date;
}

interface Sums {
  ordered: bigint;
  ordered_amount: bigint | null;
  paid: bigint;
  paid_amount: bigint | null;
  delivered: bigint;
  delivered_amount: bigint | null;
  held: bigint;
  held_amount: bigint | null;
  refunded: bigint;
  refunded_amount: bigint | null;
  from_deposit: bigint | null;
}

const inPeriod = (siteId: number, { from, to }: Period): Prisma.OrderWhereInput => ({
  siteId,
  buyerKind: "site",
  createdAt: { gte: from, lt: to },
});

/** Sums over the orders made in the period, as they stand now; the agent's own books have the same numbers to compare. */
async function sum(siteId: number, { from, to }: Period): Promise<Sums> {
  const [row] = await db().$queryRaw<Sums[]>`
    SELECT count(*) AS ordered, sum(amount_cents)::bigint AS ordered_amount,
      count(*) FILTER (WHERE payment_status <> 'unpaid') AS paid,
      (sum(amount_cents) FILTER (WHERE payment_status <> 'unpaid'))::bigint AS paid_amount,
      count(*) FILTER (WHERE fulfillment_status = 'ready') AS delivered,
      (sum(amount_cents) FILTER (WHERE fulfillment_status = 'ready'))::bigint AS delivered_amount,
      count(*) FILTER (WHERE fulfillment_status = 'held') AS held,
      (sum(amount_cents) FILTER (WHERE fulfillment_status = 'held'))::bigint AS held_amount,
      count(*) FILTER (WHERE refunded_cents > 0) AS refunded, sum(refunded_cents)::bigint AS refunded_amount,
      (SELECT -sum(e.amount_cents)::bigint FROM ledger_entries e
        JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'site_deposit' AND a.site_id = ${siteId}
        JOIN ledger_transfers t ON t.id = e.transfer_id AND t.type IN ('deposit_pay', 'deposit_refund')
        JOIN orders x ON x.order_no = t.reference AND x.site_id = ${siteId}
          AND x.created_at >= ${from} AND x.created_at < ${to}) AS from_deposit
    FROM orders WHERE site_id = ${siteId} AND buyer_kind = 'site' AND created_at >= ${from} AND created_at < ${to}`;
  if (!row) throw new Error("An aggregate returned no row");
  return row;
}

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

/** What was ordered, paid, delivered and refunded by one agent in one period. */
export async function getReconciliation(
  siteId: number,
  { page, per_page, ...period }: Period & { page: number; per_page: number },
): Promise<Reconciliation> {
  await requireSite(siteId);
  const { currency } = await getSettings();
  const [sums, rows] = await Promise.all([
    sum(siteId, period),
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

const columns = [
  "order_no",
  "downstream_order_no",
  "downstream_payment_id",
  "title",
  "sku_name",
  "quantity",
  "amount",
  "refunded_amount",
  "status",
  "fulfillment_status",
  "settlement_mode",
  "created_at",
  "paid_at",
  "delivered_at",
] as const;

const batch = 1000;

async function* readLines(siteId: number, period: Period): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let after = 0; ; ) {
    const rows = await db().order.findMany({
      where: { ...inPeriod(siteId, period), id: { gt: after } },
      include,
      orderBy: { id: "asc" },
      take: batch,
    });
    const views = rows.map(rowView);
    yield views.map((view) => csvLine(columns.map((column) => view[column]))).join("");
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}

/** The same rows as a file for the agent's bookkeeper. What the agent wrote itself cannot become a formula (A20). */
export async function exportReconciliation(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
  period: Period,
): Promise<AsyncGenerator<string>> {
  await requireSite(siteId);
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, {
      action: "site.export_reconciliation",
      target: `site:${siteId}`,
      data: { from: toTime(period.from), to: toTime(period.to) },
    }),
  );
  return readLines(siteId, period);
}
