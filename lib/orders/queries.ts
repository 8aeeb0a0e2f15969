import type { GuestActor, UserActor } from "../acts/actor";
import { findSoldProducts } from "../catalogue/sold-goods";
import { now } from "../core/clock";
import { notFound } from "../core/errors";
import { orderNoPattern } from "../core/ids";
import { pageSlice } from "../core/paging";
import type { Lang } from "../core/translations";
import { textOfUnits } from "../core/units-text";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { inTransaction, type Reader } from "../db/transaction";
import { viewDelivered } from "../fulfillment/view-delivered";
import { findOwnOrders } from "./buyer/sql";
import { closeOrder } from "./close-order";
import { noteFirstView } from "./first-views";
import { nameGoods } from "./name-goods";
import type { OrderDetail, OrderList } from "./schema";
import { findOrderDetail } from "./sql/order-detail";
import type { OrderStatus } from "./state";
import { orderDetailView, orderSummaryView } from "./view";
import { orderSummaryInclude } from "./viewed-rows";

/** C27: foreign, unknown and malformed are one answer. */
const orderNotFound = () => notFound("order");

export const ownedBy = (actor: GuestActor | UserActor): Prisma.OrderWhereInput =>
  actor.kind === "guest" ? { id: actor.orderId } : { userId: actor.userId, buyerKind: "user" };

/** The order's row id when the caller owns it. @throws AppError `not_found` */
export async function getOwnOrderId(actor: GuestActor | UserActor, orderNo: string): Promise<number> {
  if (!orderNoPattern.test(orderNo)) throw orderNotFound();
  const row = await db().order.findFirst({
    where: { orderNo, ...ownedBy(actor) },
    select: { id: true, status: true, expireAt: true },
  });
  if (!row) throw orderNotFound();
  // Expiry does not wait for the sweep where somebody looks (C21).
  if (row.status === "pending_payment" && row.expireAt <= now()) {
    await inTransaction((tx) => closeOrder(tx, row.id, "expired", "system"));
  }
  return row.id;
}

async function readDetail(reader: Reader, orderId: number) {
  const found = await findOrderDetail(reader, orderId);
  if (!found) throw orderNotFound();
  const delivered = await viewDelivered(reader, found.detail.items);
  return {
    order: orderDetailView(found.detail, found.questions, delivered),
    isFirstView: found.isFirstView,
  };
}

export const getOrderDetail = async (reader: Reader, orderId: number): Promise<OrderDetail> =>
  (await readDetail(reader, orderId)).order;

/** The first time that its goods are in it is kept, with the reader's address. */
export async function getOwnOrder(
  actor: GuestActor | UserActor,
  orderNo: string,
  ip: string,
): Promise<OrderDetail> {
  const orderId = await getOwnOrderId(actor, orderNo);
  const { order, isFirstView } = await readDetail(db(), orderId);
  if (isFirstView && order.fulfillment.payload !== undefined) noteFirstView(orderId, ip);
  return order;
}

export interface OwnOrdersFilter {
  page: number;
  per_page: number;
  status?: OrderStatus | undefined;
  order_no?: string | undefined;
  search?: string | undefined;
  lang?: Lang;
}

/** Newest first, without keys. */
export async function listOwnOrders(actor: UserActor, filter: OwnOrdersFilter): Promise<OrderList> {
  const where: Prisma.OrderWhereInput = {
    ...ownedBy(actor),
    ...(filter.status ? { status: filter.status } : {}),
    ...(filter.order_no ? { orderNo: filter.order_no } : {}),
    ...(filter.search
      ? {
          id: {
            in: await findOwnOrders(db(), {
              userId: actor.userId,
              search: filter.search,
              status: filter.status,
            }),
          },
        }
      : {}),
  };
  const [total, rows] = await Promise.all([
    db().order.count({ where }),
    db().order.findMany({
      where,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      ...pageSlice(filter),
      include: orderSummaryInclude,
    }),
  ]);
  const orders = rows.map(orderSummaryView);
  const items = filter.lang ? orders.flatMap((order) => order.items) : [];
  const goods = await findSoldProducts(items, filter.lang);
  return {
    orders: orders.map((order) => nameGoods(order, goods)),
    total,
    page: filter.page,
    per_page: filter.per_page,
  };
}

/** All keys of an order as a text file. @throws AppError `not_found` when there is nothing delivered yet. */
export async function getSecretsText(
  actor: GuestActor | UserActor,
  orderNo: string,
  ip: string,
): Promise<string> {
  const order = await getOwnOrder(actor, orderNo, ip);
  const units = order.items.flatMap((item) => item.fulfillment.secrets ?? []);
  if (order.fulfillment.payload === undefined) throw notFound("delivered_content");
  return textOfUnits(units);
}
