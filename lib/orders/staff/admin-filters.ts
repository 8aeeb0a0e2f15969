import { orderNoPattern } from "../../core/ids";
import { recordOf } from "../../core/shapes/records";
import { db } from "../../db/client";
import { createdBetween, likeLiteral } from "../../db/filters";
import type { Prisma, PurchaseStatus } from "../../db/generated/client";
import { awaitedRequestStatuses } from "../../fulfillment/kinds/dynamic/state";
import { listOpenProblems } from "../buyer/open-problem";
import { type AdminOrdersQuery, type OrderTab, orderTabs } from "./admin-schema";

/** Purchases that the main site may still deliver. */
export const openPurchases: PurchaseStatus[] = ["created", "paying", "awaiting_goods"];
const waitsForMainSite = { some: { purchases: { some: { status: { in: openPurchases } } } } };
/** An item that neither a main site nor the shop's own server is still to deliver. */
const needsAPerson = {
  some: {
    fulfillment: { status: { in: ["pending", "processing"] } },
    purchases: { none: { status: { in: openPurchases } } },
    requests: { none: { status: { in: awaitedRequestStatuses } } },
  },
} satisfies Prisma.OrderItemListRelationFilter;

const isPaid = { paymentStatus: { in: ["paid", "partially_refunded"] } } satisfies Prisma.OrderWhereInput;

const tabFilters: Record<Exclude<OrderTab, "problems">, Prisma.OrderWhereInput> = {
  todo: {
    ...isPaid,
    OR: [
      { fulfillmentStatus: { in: ["failed", "held"] } },
      { fulfillmentStatus: "processing", items: needsAPerson },
    ],
  },
  failed: { ...isPaid, fulfillmentStatus: "failed" },
  by_hand: { ...isPaid, fulfillmentStatus: "processing", items: needsAPerson },
  held: { ...isPaid, fulfillmentStatus: "held" },
  main_site: { ...isPaid, fulfillmentStatus: "processing", items: waitsForMainSite },
};

const tabFilter = async (tab: OrderTab): Promise<Prisma.OrderWhereInput> =>
  tab === "problems" ? { orderNo: { in: await listOpenProblems() } } : tabFilters[tab];

/** How many orders each tab has. */
export async function countOrderTabs(): Promise<Record<OrderTab, number>> {
  const counts = await Promise.all(
    orderTabs.map(async (tab) => [tab, await db().order.count({ where: await tabFilter(tab) })] as const),
  );
  const byTab = new Map<OrderTab, number>(counts);
  return recordOf(orderTabs, (tab) => byTab.get(tab) ?? 0);
}

/** Order numbers are letters and digits of one case: everything that begins with the text lies between these two. */
function searchFilter(search: string): Prisma.OrderWhereInput {
  const upper = search.toUpperCase();
  if (orderNoPattern.test(upper)) return { orderNo: upper };
  if (/^K[0-9A-Z]+$/.test(upper)) return { orderNo: { gte: upper, lte: upper.padEnd(24, "Z") } };
  return { email: { startsWith: likeLiteral(search.toLowerCase()) } };
}

export async function orderFilter(
  query: Omit<AdminOrdersQuery, "page" | "per_page" | "sort">,
): Promise<Prisma.OrderWhereInput> {
  const search = query.search?.trim();
  const parts: Prisma.OrderWhereInput[] = [
    ...(query.tab ? [await tabFilter(query.tab)] : []),
    ...(query.product_id ? [{ items: { some: { productId: query.product_id } } }] : []),
    ...(query.channel_id
      ? [{ payments: { some: { channelId: query.channel_id, state: "paid" as const } } }]
      : []),
    ...(search ? [searchFilter(search)] : []),
  ];
  return {
    AND: parts,
    ...(query.status ? { status: query.status } : {}),
    ...(query.fulfillment ? { fulfillmentStatus: query.fulfillment } : {}),
    ...(query.user_id ? { userId: query.user_id } : {}),
    ...(query.site_id ? { siteId: query.site_id } : {}),
    ...(query.buyer ? { buyerKind: query.buyer } : {}),
    ...createdBetween(query),
  };
}
