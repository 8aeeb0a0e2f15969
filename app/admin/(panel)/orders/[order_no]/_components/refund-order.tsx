import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { MoneyAct } from "@/components/admin/form/money-limit";
import { Button } from "@/components/ui/button";
import { formatMoney, nameAmount } from "@/lib/core/money";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import { itemName } from "./item-name";
import { refundFields, refundWrite } from "./refund-fields";
import { isKeptPart, refundableCents } from "./refund-methods";

/** Pays back an order, or a part of its money. */
export async function RefundOrder({ detail }: { detail: AdminOrderDetail }) {
  const t = await getTranslations("admin-sell.order");
  const { order } = detail;
  const left = formatMoney(refundableCents(order));
  return (
    <FormDialog
      trigger={
        <Button variant="secondary" size="sm">
          <MoneyAct act={t("refund")} />
        </Button>
      }
      title={t("refund")}
      description={[
        t("refundText", { left: nameAmount(left, order.currency) }),
        ...order.items
          .filter((item) => isKeptPart(detail, item))
          .map((item) => t("refundKeptPart", { name: itemName(item) })),
      ].join(" ")}
      columns={1}
      fields={[
        { kind: "money", name: "amount", label: t("amount"), value: left, required: true },
        ...refundFields(t, detail, {
          hasGoods: order.items.some((item) => item.fulfillment.status === "ready"),
          keys: { label: t("refundKeys"), hint: t("refundKeysHint") },
        }),
      ]}
      {...refundWrite(t, order.order_no)}
      submitLabel={t("refund")}
      danger
    />
  );
}
