import type { AdminActor } from "../../acts/actor";
import { hasPermission } from "../../acts/permissions";
import type { AdminOrderDetail, AdminOrderList } from "./admin-schema";

const mayReadSuppliers = (actor: AdminActor) => hasPermission(actor, "interconnect:read");

/** For this reader: who may not read the interconnect learns that an order waits, and not for whom. */
export const ordersFor = (actor: AdminActor, list: AdminOrderList): AdminOrderList =>
  mayReadSuppliers(actor)
    ? list
    : { ...list, orders: list.orders.map((order) => ({ ...order, waits_for: null })) };

/** The same of one order: what was bought for it, and neither where nor under which number. */
export const orderFor = (actor: AdminActor, detail: AdminOrderDetail): AdminOrderDetail =>
  mayReadSuppliers(actor)
    ? detail
    : {
        ...detail,
        purchases: detail.purchases.map((purchase) => ({
          ...purchase,
          connection: null,
          upstream_order_no: null,
        })),
      };
