import type { AdminActor } from "../acts/actor";
import { hasPermission } from "../acts/permissions";
import { readNotedOrNull } from "../core/refusals/noted";
import type { Told } from "../core/refusals/refusal";
import { toTime } from "../core/wire";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { getGuestCard } from "../orders/customers/guest-card";
import { readRecentOrders, readTotals } from "../orders/customers/read-customer";
import { openPurchases } from "../orders/staff/admin-filters";
import { orderEventEntry } from "./order-event-entry";
import type { BuyerHistory, HistoryEntry as Entry, OrderHistory } from "./types";

const nobody = { kind: "shop", name: null } as const;

async function readEvents(orderId: number): Promise<Entry[]> {
  const rows = await db().orderEvent.findMany({ where: { orderId }, orderBy: { id: "asc" } });
  const ids = rows.flatMap(({ actor }) => /^site:(\d+)$/.exec(actor)?.[1] ?? []).map(Number);
  const sites = ids.length > 0 ? await db().site.findMany({ where: { id: { in: ids } } }) : [];
  return rows.map((row) => orderEventEntry(row, new Map(sites.map(({ id, name }) => [id, name]))));
}

async function readMails(reference: string): Promise<Entry[]> {
  const rows = await db().mail.findMany({ where: { reference }, orderBy: { id: "asc" }, take: 100 });
  return rows.map((row) => ({
    at: toTime(row.sentAt ?? row.createdAt),
    area: "mail",
    kind: row.kind,
    state: row.status,
    by: nobody,
    text: row.recipient,
    problem: row.status === "sent" ? null : readNotedOrNull(row.lastError),
    href: `/admin/mails?search=${reference}`,
  }));
}

async function readNotifications(orderId: number): Promise<Entry[]> {
  const rows = await db().paymentEvent.findMany({
    where: { payment: { orderId } },
    orderBy: { id: "desc" },
    take: 100,
    include: { channel: { select: { name: true } } },
  });
  return rows.map((row) => ({
    at: toTime(row.createdAt),
    area: "notification",
    kind: row.source,
    state: row.verdict,
    by: { kind: "gateway", name: row.channel?.name ?? null },
    text: row.tradeNo,
    problem: null,
    refusal: row.verdict === "refused" ? row.reason : null,
    href: "/admin/payments/notifications",
  }));
}

async function readCallbacks(orderId: number, orderNo: string): Promise<Entry[]> {
  const rows = await db().callback.findMany({
    where: { orderId },
    orderBy: { id: "asc" },
    take: 100,
    include: { site: { select: { name: true } } },
  });
  return rows.map((row) => ({
    at: toTime(row.deliveredAt ?? row.createdAt),
    area: "callback",
    kind: row.event,
    state: row.status,
    by: nobody,
    text: row.site.name,
    problem: row.status === "delivered" ? null : readNotedOrNull(row.lastError),
    href: `/admin/callbacks?search=${orderNo}`,
  }));
}

async function readPurchases(orderId: number, orderNo: string): Promise<Entry[]> {
  const rows = await db().purchase.findMany({
    where: { orderItem: { orderId } },
    orderBy: { id: "asc" },
    include: { connection: { select: { name: true } } },
  });
  return rows.flatMap((row): Entry[] => {
    const entry = (at: Date | null, state: string, problem: Told | null = null): Entry[] =>
      at
        ? [
            {
              at: toTime(at),
              area: "purchase",
              kind: "purchase",
              state,
              by: { kind: "main_site", name: row.connection.name },
              text: row.upstreamOrderNo,
              problem,
              href: `/admin/purchases?search=${orderNo}`,
            },
          ]
        : [];
    const isUnderWay = openPurchases.includes(row.status) || row.status === "delivered";
    return [
      ...entry(row.createdAt, "ordered"),
      ...entry(row.paidAt, "paid"),
      ...entry(row.deliveredAt, "delivered"),
      ...(isUnderWay ? [] : entry(row.updatedAt, row.status, readNotedOrNull(row.lastError))),
    ];
  });
}

/** Orders of one buyer: by account or agent site, a guest's by the address. */
function ordersOf(order: { userId: number | null; siteId: number | null; email: string | null }) {
  if (order.siteId !== null) return { where: { siteId: order.siteId }, query: `site_id=${order.siteId}` };
  if (order.userId !== null) return { where: { userId: order.userId }, query: `user_id=${order.userId}` };
  if (order.email === null) return null;
  return { where: { email: order.email }, query: `search=${encodeURIComponent(order.email)}` };
}

async function readNote(order: { userId: number | null; siteId: number | null; email: string | null }) {
  if (order.userId !== null)
    return (await db().user.findUnique({ where: { id: order.userId }, select: { note: true } }))?.note ?? "";
  return order.siteId === null && order.email !== null ? (await getGuestCard(order.email)).note : "";
}

async function readBuyer(
  actor: AdminActor,
  order: { id: number; userId: number | null; siteId: number | null; email: string | null },
): Promise<BuyerHistory> {
  const { siteId, userId } = order;
  const card =
    siteId !== null && hasPermission(actor, "interconnect:read")
      ? `/admin/sites/${siteId}`
      : userId !== null && hasPermission(actor, "customers:read")
        ? `/admin/users/${userId}`
        : siteId === null && order.email !== null && hasPermission(actor, "customers:read")
          ? `/admin/users/guest?email=${encodeURIComponent(order.email)}`
          : null;
  const own = ordersOf(order);
  if (!own) return { href: card, note: "", orders: null, totals: null, recent: [] };
  const where: Prisma.OrderWhereInput = { ...own.where, id: { not: order.id } };
  const [recent, totals, note] = await Promise.all([
    readRecentOrders(where),
    // An agent site has too many orders to be counted while somebody waits; its own page has its figures.
    siteId === null ? readTotals(where) : null,
    hasPermission(actor, "customers:read") ? readNote(order) : "",
  ]);
  return {
    href: card,
    note,
    orders: `/admin/orders?${own.query}`,
    totals,
    recent,
  };
}

/**
 * Everything that happened around an order, newest first, and what else its buyer bought. Mails, notifications, callbacks and
 * purchases only for whom may read them.
 */
export async function getOrderHistory(actor: AdminActor, orderNo: string): Promise<OrderHistory> {
  const order = await db().order.findUniqueOrThrow({
    where: { orderNo },
    select: { id: true, userId: true, siteId: true, email: true },
  });
  const may = (permission: Parameters<typeof hasPermission>[1]) => hasPermission(actor, permission);
  const [buyer, ...lists] = await Promise.all([
    readBuyer(actor, order),
    readEvents(order.id),
    may("customers:read") ? readMails(orderNo) : [],
    may("payments:read") ? readNotifications(order.id) : [],
    may("interconnect:read") ? readCallbacks(order.id, orderNo) : [],
    may("interconnect:read") ? readPurchases(order.id, orderNo) : [],
  ]);
  // The lists are in the order of their rows: what happened in the same millisecond stays in it.
  const entries = lists
    .flat()
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .toReversed();
  return { buyer, entries };
}
