import type { z } from "zod";
import type { AdminActor } from "../../acts/actor";
import { hasPermission } from "../../acts/permissions";
import { AppError } from "../../core/errors";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import { toMailRow } from "../../notifications/view";
import { listPaymentsFor } from "../../payments/admin-queries";
import { listOpenProblems } from "../buyer/open-problem";
import { readMessagesOf } from "../sql/customers";
import type { CustomerActivity, customerTotals, RecentOrder } from "./schema";

const [shownOrders, shownRows] = [5, 10];
/** A customer of thousands of orders is read as far back as somebody asks about. */
const newestOrders = 100;

/** The newest five. */
export async function readRecentOrders(where: Prisma.OrderWhereInput): Promise<RecentOrder[]> {
  const rows = await db().order.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: shownOrders,
    select: { orderNo: true, status: true, amountCents: true, currency: true, createdAt: true },
  });
  return rows.map((row) => ({
    order_no: row.orderNo,
    status: row.status,
    amount: toMoney(row.amountCents),
    currency: row.currency,
    created_at: toTime(row.createdAt),
  }));
}

/** Sums of what was paid for, by currency. */
export async function readTotals(where: Prisma.OrderWhereInput): Promise<z.infer<typeof customerTotals>> {
  const rows = await db().order.groupBy({
    by: ["currency"],
    where: { ...where, paymentStatus: { not: "unpaid" } },
    _count: true,
    _sum: { amountCents: true, refundedCents: true },
  });
  return rows.map(({ currency, _count, _sum }) => ({
    currency,
    orders: _count,
    paid: toMoney(_sum.amountCents ?? 0n),
    refunded: toMoney(_sum.refundedCents ?? 0n),
  }));
}

async function readMessages(orders: readonly { id: number; orderNo: string }[]) {
  const [rows, open] = await Promise.all([
    readMessagesOf(
      db(),
      orders.map(({ id }) => id),
      shownRows,
    ),
    listOpenProblems(),
  ]);
  const numbers = new Map(orders.map(({ id, orderNo }) => [id, orderNo]));
  return rows.map(({ orderId, kind, text, at }) => {
    const orderNo = numbers.get(orderId) ?? "";
    return {
      order_no: orderNo,
      by: kind === "problem" ? ("buyer" as const) : ("shop" as const),
      text: text ?? "",
      at: toTime(at),
      is_open: kind === "problem" && open.includes(orderNo),
    };
  });
}

async function readLicenses(orderIds: number[]) {
  const rows = await db().license.findMany({
    where: { orderItem: { orderId: { in: orderIds } } },
    orderBy: { id: "desc" },
    take: shownRows,
    select: {
      publicId: true,
      product: true,
      plan: true,
      status: true,
      expiresAt: true,
      orderItem: { select: { order: { select: { orderNo: true } } } },
    },
  });
  return rows.map((row) => ({
    license_id: row.publicId,
    product: row.product,
    plan: row.plan,
    status: row.status,
    order_no: row.orderItem.order.orderNo,
    expires_at: toTimeOrNull(row.expiresAt),
  }));
}

const readMails = async (recipient: string) =>
  (await db().mail.findMany({ where: { recipient }, orderBy: { id: "desc" }, take: shownRows })).map(
    toMailRow,
  );

/** A customer's orders: an account's own, a guest's by the address. */
export const ordersOfCustomer = (who: { userId: number } | { email: string }): Prisma.OrderWhereInput =>
  "userId" in who ? { userId: who.userId } : { email: who.email, buyerKind: "guest" };

/** Everything that happened with one customer lately, as far as the reader's role goes. @throws AppError `malformed`, `not_found` */
export async function readCustomer(
  actor: AdminActor,
  query: { user_id?: number | undefined; email?: string | undefined },
): Promise<CustomerActivity> {
  if (query.user_id === undefined && query.email === undefined)
    throw new AppError("malformed", "required", { field: "email" });
  const may = (permission: Parameters<typeof hasPermission>[1]) => hasPermission(actor, permission);
  const user =
    query.user_id === undefined
      ? null
      : await db().user.findUnique({ where: { id: query.user_id }, select: { id: true, email: true } });
  const email = user?.email ?? query.email ?? "";
  const where = ordersOfCustomer(query.user_id === undefined ? { email } : { userId: query.user_id });
  const orders = await db().order.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: newestOrders,
    select: { id: true, orderNo: true },
  });
  const ids = orders.map(({ id }) => id);
  const [totals, recent, messages, payments, licenses, mails] = await Promise.all([
    may("orders:read") ? readTotals(where) : null,
    may("orders:read") ? readRecentOrders(where) : null,
    may("orders:read") ? readMessages(orders) : null,
    may("payments:read")
      ? listPaymentsFor({ orderIds: ids, userId: query.user_id ?? null }, shownRows)
      : null,
    may("orders:read") ? readLicenses(ids) : null,
    email === "" ? [] : readMails(email),
  ]);
  return { totals, recent, messages, payments, licenses, mails };
}
