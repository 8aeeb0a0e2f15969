import { getTranslations } from "next-intl/server";
import { Facts, Panel } from "@/components/admin/page-frame";
import { DateTime } from "@/components/ui/date-time";
import type { AdminOrderDetail } from "@/lib/orders/admin-schema";

export async function OrderSide({ detail }: { detail: AdminOrderDetail }) {
  const [t, status] = await Promise.all([
    getTranslations("admin-sell.order"),
    getTranslations("admin.status.buyer"),
  ]);
  const { order } = detail;
  return (
    <div className="flex flex-col gap-4">
      <Panel title={t("buyer")}>
        <Facts
          facts={[
            { label: t("kind"), value: status(detail.buyer) },
            { label: t("name"), value: detail.buyer_name || "—" },
            order.email !== null &&
              order.email !== detail.buyer_name && { label: t("email"), value: order.email },
            detail.ip !== null && {
              label: t("ip"),
              value: <code className="font-mono text-xs">{detail.ip}</code>,
            },
          ]}
        />
      </Panel>
      <Panel title={t("placed")}>
        <Facts
          facts={[
            { label: t("placed"), value: <DateTime value={order.created_at} style="exact" /> },
            order.status === "pending_payment" && {
              label: t("expires"),
              value: <DateTime value={order.expire_at} style="exact" />,
            },
            order.paid_at !== null && {
              label: t("paidAt"),
              value: <DateTime value={order.paid_at} style="exact" />,
            },
            order.delivered_at !== null && {
              label: t("deliveredAt"),
              value: <DateTime value={order.delivered_at} style="exact" />,
            },
          ]}
        />
      </Panel>
    </div>
  );
}
