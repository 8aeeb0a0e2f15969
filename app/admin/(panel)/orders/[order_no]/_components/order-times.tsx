import { getTranslations } from "next-intl/server";
import { DateTime } from "@/components/ui/date-time";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";

/** Facts of when an order was placed, paid and delivered, and until when it can be paid. */
export async function orderTimes({ order }: AdminOrderDetail) {
  const t = await getTranslations("admin-sell.order");
  const at = (time: string) => <DateTime value={time} style="exact" />;
  return [
    { label: t("placed"), value: at(order.created_at) },
    order.status === "pending_payment" && { label: t("expires"), value: at(order.expire_at) },
    order.paid_at !== null && { label: t("paidAt"), value: at(order.paid_at) },
    order.delivered_at !== null && { label: t("deliveredAt"), value: at(order.delivered_at) },
  ];
}
