import { isKeyed } from "../../catalogue/schema";
import { notFound } from "../../core/errors";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import type { Prisma } from "../../db/generated/client";
import type { DeliveredMembers } from "../../fulfillment/schema";
import type { OrderDetail } from "../../orders/schema";
import { orderDetailView } from "../../orders/view";
import type { orderInclude } from "../../orders/viewed-rows";
import type { FulfillmentView, SiteOrderDetail } from "./schema";

type SiteOrderRow = Prisma.OrderGetPayload<{ include: typeof orderInclude & { siteOrder: true } }>;

/** The units one by one, unless links or other things stand beside the keys in the payload. */
function unitsOf([item, ...others]: OrderDetail["items"]): string[] | undefined {
  if (!item || others.length > 0) return undefined;
  const { secrets, living, files } = item.fulfillment;
  if (living || files) return undefined;
  return isKeyed(item.kind) && secrets?.length !== item.quantity ? undefined : secrets;
}

/** The payload only while it may be had: paid, ready and not taken back. */
export function fulfillmentView({
  fulfillment: { status, payload },
  items,
}: Pick<OrderDetail, "fulfillment" | "items">): FulfillmentView {
  if (status !== "ready" || payload === undefined) return { status };
  const secrets = unitsOf(items);
  return { status, payload, ...(secrets ? { secrets } : {}) };
}

/** @throws AppError `not_found` for an order that no agent site made. */
export function siteOrderDetailView(
  row: SiteOrderRow,
  delivered: ReadonlyMap<number, DeliveredMembers>,
): SiteOrderDetail {
  const order = orderDetailView(row, new Map(), delivered);
  const [item] = order.items;
  if (!row.siteOrder || !item) throw notFound("order");
  return {
    upstream_order_no: row.orderNo,
    downstream_order_no: row.siteOrder.downstreamOrderNo,
    status: row.status,
    amount: toMoney(row.amountCents),
    paid_at: toTimeOrNull(row.paidAt),
    expire_at: toTime(row.expireAt),
    product_id: item.product_id,
    sku_id: item.sku_id,
    quantity: item.quantity,
    refunded_amount: toMoney(row.refundedCents),
    fulfillment: fulfillmentView(order),
  };
}
