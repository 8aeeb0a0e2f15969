import { randomUUID } from "node:crypto";
import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { nameAmount } from "@/lib/core/money";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import { refundMethods } from "./refund-methods";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-sell.order">>>;

/** Fields of every refund: the way of the money, the fate of delivered goods, and the reason. */
export function refundFields(
  t: Texts,
  detail: AdminOrderDetail,
  { hasGoods, keys }: { hasGoods: boolean; keys: { label: string; hint?: string } },
): FieldSpec[] {
  const { gateway, methods } = refundMethods(detail);
  return [
    {
      kind: "select",
      name: "method",
      label: t("method"),
      hint: gateway
        ? t("refundAtGateway", {
            channel: gateway.channel,
            left: nameAmount(gateway.left, detail.order.currency),
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
    ...(hasGoods
      ? [
          {
            kind: "select" as const,
            name: "keys",
            ...keys,
            options: (["withdraw", "keep"] as const).map((value) => ({
              value,
              label: t(`refundKeysOptions.${value}`),
            })),
          },
        ]
      : []),
    { kind: "text", name: "reason", label: t("reason"), empty: "omit" },
  ];
}

/** One form, one refund: a second press of the same form gives nothing back. */
export const refundWrite = (t: Texts, orderNo: string, part: { item?: number; amount?: string } = {}) => ({
  fixed: { ...part, request_key: randomUUID() },
  write: {
    path: `/admin/orders/${orderNo}/refund`,
    success: t("refundDone"),
    approval: { kind: "order.refund", order_no: orderNo } as const,
  },
});
