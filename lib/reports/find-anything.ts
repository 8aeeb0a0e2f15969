import type { AdminActor } from "../acts/actor";
import { hasPermission, type Permission } from "../acts/permissions";
import { findTitled } from "../catalogue/admin/find-titled";
import { orderNoPattern } from "../core/ids";
import { db } from "../db/client";
import { likeLiteral } from "../db/filters";
import { hashSecret } from "../stock/seal-secret";
import { hashGiftCardCode, normaliseGiftCardCode } from "../wallet/gift-cards/gift-card-code";
import type { FoundThings } from "./schema";
import { findGuestAddresses, findUsersByAddress } from "./sql/find-users";

/** `isExact`: the whole text is this thing's own number, key, address or name. */
type Hit = FoundThings["hits"][number] & { isExact: boolean };
type Search = (text: string) => Promise<Hit[]>;

const most = 5;
/** Order numbers are letters and digits: everything that begins with `prefix` lies between these two. */
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const between = (prefix: string) => ({ gte: prefix, lte: prefix.padEnd(24, "Z") });

const exactFirst = (hits: readonly Hit[]): Hit[] => [
  ...hits.filter(({ isExact }) => isExact),
  ...hits.filter(({ isExact }) => !isExact),
];

async function findOrders(text: string): Promise<Hit[]> {
  const upper = text.toUpperCase();
  const isNumber = /^K[0-9A-Z]{3,}$/.test(upper);
  if (!isNumber && !text.includes("@")) return [];
  const rows = await db().order.findMany({
    where: isNumber
      ? { orderNo: orderNoPattern.test(upper) ? upper : between(upper) }
      : { email: { startsWith: likeLiteral(text.toLowerCase()) } },
    orderBy: { createdAt: "desc" },
    take: most,
    include: { items: { select: { title: true }, orderBy: { position: "asc" } }, user: true },
  });
  return rows.map((row) => ({
    kind: "order",
    title: row.orderNo,
    note: `${row.items.map((item) => item.title).join(", ")} · ${row.email ?? row.user?.email ?? ""}`,
    state: row.status,
    href: `/admin/orders/${row.orderNo}`,
    // An address is its person's first, and then of the orders that were placed with it.
    isExact: row.orderNo === upper,
  }));
}

/** Numbers of a gateway, and of an agent site for an order of its own. */
async function findPayments(text: string): Promise<Hit[]> {
  if (text.length < 6 || /\s/.test(text)) return [];
  const rows = await db().payment.findMany({
    where: { OR: [{ tradeNo: text }, { paymentNo: text.toUpperCase() }] },
    take: most,
    include: { order: { select: { orderNo: true } }, channel: { select: { name: true } } },
  });
  return rows.map((row) => ({
    kind: "payment",
    title: row.tradeNo ?? row.paymentNo,
    note: row.channel.name,
    state: null,
    href: row.order ? `/admin/orders/${row.order.orderNo}` : `/admin/payments?search=${row.paymentNo}`,
    isExact: true,
  }));
}

async function findAgentOrders(text: string): Promise<Hit[]> {
  if (text.length < 4 || /\s/.test(text)) return [];
  const sites = await db().site.findMany({ select: { id: true } });
  const rows = await db().siteOrder.findMany({
    where: { siteId: { in: sites.map((site) => site.id) }, downstreamOrderNo: text },
    take: most,
    include: { order: { select: { orderNo: true } }, site: { select: { name: true } } },
  });
  return rows.map((row) => ({
    kind: "order",
    title: row.order.orderNo,
    note: `${row.site.name} · ${row.downstreamOrderNo}`,
    state: null,
    href: `/admin/orders/${row.order.orderNo}`,
    isExact: true,
  }));
}

/** A key is found by its keyed hash over all options: never by reading one. */
async function findKeys(text: string): Promise<Hit[]> {
  if (text.length < 4) return [];
  const rows = await db().secret.findMany({
    where: { contentHash: hashSecret(text) },
    take: most,
    include: {
      sku: { select: { name: true, product: { select: { title: true } } } },
      orderItem: { select: { order: { select: { orderNo: true } } } },
    },
  });
  return rows.map((row) => ({
    kind: "key",
    title: `${row.sku.product.title} · ${row.sku.name}`,
    note: row.orderItem?.order.orderNo ?? null,
    state: row.status,
    href: row.orderItem
      ? `/admin/orders/${row.orderItem.order.orderNo}`
      : `/admin/stock/${row.skuId}?secret_id=${row.id}`,
    isExact: true,
  }));
}

async function findGiftCards(text: string): Promise<Hit[]> {
  if (normaliseGiftCardCode(text).length !== 20) return [];
  const row = await db().giftCard.findUnique({
    where: { codeHash: hashGiftCardCode(text) },
    include: { batch: { select: { name: true } }, redeemedBy: { select: { email: true } } },
  });
  if (!row) return [];
  const note = [row.batch.name, row.redeemedBy?.email].filter(Boolean).join(" · ");
  return [
    {
      kind: "gift_card",
      title: `No. ${row.id}`,
      note,
      state: row.status,
      href: `/admin/gift-cards/${row.batchId}?card_id=${row.id}`,
      isExact: true,
    },
  ];
}

async function findUsers(text: string): Promise<Hit[]> {
  if (text.length < 3) return [];
  const rows = await findUsersByAddress(text, most);
  return rows.map(({ id, email }) => ({
    kind: "user",
    title: email,
    note: null,
    state: null,
    href: `/admin/users/${id}`,
    isExact: isSame(email, text),
  }));
}

/** Finds buyers without an account, whose address is all there is of them. */
async function findGuests(text: string): Promise<Hit[]> {
  if (text.length < 3) return [];
  const addresses = await findGuestAddresses(text, most);
  return addresses.map((email) => ({
    kind: "guest",
    title: email,
    note: null,
    state: null,
    href: `/admin/users/guest?email=${encodeURIComponent(email)}`,
    isExact: isSame(email, text),
  }));
}

async function findProducts(text: string): Promise<Hit[]> {
  const contains = { contains: likeLiteral(text), mode: "insensitive" as const };
  const rows = await db().product.findMany({
    where: { OR: [...findTitled(text), { skus: { some: { code: contains } } }] },
    orderBy: [{ status: "asc" }, { id: "desc" }],
    // More than are shown: the one of this very name may be the oldest.
    take: 20 * most,
    select: { id: true, title: true, status: true, skus: { select: { code: true } } },
  });
  const hits = rows.map(({ id, title, status, skus }) => ({
    kind: "product" as const,
    title,
    note: null,
    state: status,
    href: `/admin/products/${id}`,
    isExact: [title, ...skus.map(({ code }) => code)].some((name) => isSame(name, text)),
  }));
  return exactFirst(hits).slice(0, most);
}

async function findSites(text: string): Promise<Hit[]> {
  const rows = await db().site.findMany({
    where: { OR: [{ name: { contains: likeLiteral(text), mode: "insensitive" } }, { apiKey: text }] },
    take: most,
    select: { id: true, name: true, apiKey: true },
  });
  return rows.map(({ id, name, apiKey }) => ({
    kind: "site",
    title: name,
    note: null,
    state: null,
    href: `/admin/sites/${id}`,
    isExact: isSame(name, text) || apiKey === text,
  }));
}

const searches: readonly (readonly [Permission, Search])[] = [
  ["customers:read", findGuests],
  ["orders:read", findOrders],
  ["payments:read", findPayments],
  ["interconnect:read", findAgentOrders],
  ["stock:read", findKeys],
  ["marketing:read", findGiftCards],
  ["customers:read", findUsers],
  ["catalogue:read", findProducts],
  ["interconnect:read", findSites],
];

/** A guest's only order stands before the guest: there is nothing to choose between. */
function onlyOrderFirst(hits: readonly Hit[]): readonly Hit[] {
  const orders = hits.filter(({ kind }) => kind === "order");
  const isOnly = orders.length === 1 && hits.some(({ kind, isExact }) => kind === "guest" && isExact);
  return isOnly ? [...orders, ...hits.filter(({ kind }) => kind !== "order")] : hits;
}

/** Finds things of all kinds that a text may name and the caller may see; an exact name stands first. */
export async function findAnything(actor: AdminActor, text: string): Promise<FoundThings> {
  const found = await Promise.all(
    searches.filter(([permission]) => hasPermission(actor, permission)).map(([, search]) => search(text)),
  );
  return { hits: onlyOrderFirst(exactFirst(found.flat())).map(({ isExact: _, ...hit }) => hit) };
}
