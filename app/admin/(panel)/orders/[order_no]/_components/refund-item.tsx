import { randomUUID } from "node:crypto";
import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Button } from "@/components/ui/button";
import { parseMoney } from "@/lib/core/money";
import type { AdminOrderDetail } from "@/lib/orders/admin-schema";
import { isKeptPart, refundMethods } from "./refund-methods";

type Item = AdminOrderDetail["order"]["items"][number];

/** One of several items of a paid order, which cost something and was not paid back. */
export function isRefundable({ order, buyer, refunds }: AdminOrderDetail, item: Item): boolean {
  const cost = parseMoney(item.total_price) ?? 0n;
  const left = (parseMoney(order.amount) ?? 0n) - (parseMoney(order.refunded_amount) ?? 0n);
  return (
    order.items.length > 1 &&
    buyer !== "site" &&
    (order.payment_status === "paid" || order.payment_status === "partially_refunded") &&
    item.fulfillment.status !== "revoked" &&
    cost > 0n &&
    cost <= left &&
    refunds.every((refund) => refund.item !== item.id)
  );
}

/** Pays back what one item cost, and withdraws it alone. */
export async function RefundItem({ detail, item }: { detail: AdminOrderDetail; item: Item }) {
  const t = await getTranslations("admin-sell.order");
  const { order } = detail;
  const { gateway, methods } = refundMethods(detail);
  const path = `/admin/orders/${order.order_no}/refund`;
  const sum = `${item.total_price} ${order.currency}`;
  return (
    <div className="mt-1 flex justify-end">
      <FormDialog
        trigger={
          <Button variant="ghost" size="bare" className="px-1.5 py-0.5 text-xs">
            {t("refundItem")}
          </Button>
        }
        title={t("refundItem")}
        description={[
          t("refundItemText", { name: item.title, sum }),
          ...(isKeptPart(detail, item) ? [t("refundKeptPart", { name: item.title })] : []),
        ].join(" ")}
        columns={1}
        fields={[
          {
            kind: "select",
            name: "method",
            label: t("method"),
            hint: gateway
              ? t("refundAtGateway", {
                  channel: gateway.channel,
                  left: `${gateway.left} ${order.currency}`,
                })
              : undefined,
            options: methods.map((value) => ({ value, label: t(`methods.${value}`) })),
          },
          {
            kind: "switch",
            name: "paid_back",
            label: t("paidBack"),
            hint: t("paidBackHint"),
            when: { name: "method", values: ["manual"] },
          },
          ...(item.fulfillment.status === "ready"
            ? [
                {
                  kind: "select" as const,
                  name: "keys",
                  label: t("refundItemKeys"),
                  options: (["withdraw", "keep"] as const).map((value) => ({
                    value,
                    label: t(`refundKeysOptions.${value}`),
                  })),
                },
              ]
            : []),
          { kind: "text", name: "reason", label: t("reason"), empty: "omit" },
        ]}
        fixed={{ item: item.id, amount: item.total_price, request_key: randomUUID() }}
        write={{
          path,
          success: t("refundDone"),
          approval: { kind: "order.refund", order_no: order.order_no },
        }}
        submitLabel={t("refundItem")}
        danger
      />
    </div>
  );
}
