import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { MoneyAct } from "@/components/admin/form/money-limit";
import { Button } from "@/components/ui/button";
import { nameAmount, parseMoney } from "@/lib/core/money";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import { refundFields, refundWrite } from "./refund-fields";
import { isKeptPart, isOpenForRefund, refundableCents } from "./refund-methods";

type Item = AdminOrderDetail["order"]["items"][number];

/** Tells whether an item is one of several of a paid order, cost something and was not paid back. */
export function isRefundable({ order, buyer, refunds }: AdminOrderDetail, item: Item): boolean {
  const cost = parseMoney(item.total_price) ?? 0n;
  return (
    order.items.length > 1 &&
    buyer !== "site" &&
    isOpenForRefund(order) &&
    item.fulfillment.status !== "revoked" &&
    cost > 0n &&
    cost <= refundableCents(order) &&
    refunds.every((refund) => refund.item !== item.id)
  );
}

/** Pays back what one item cost, and withdraws it alone. */
export async function RefundItem({ detail, item }: { detail: AdminOrderDetail; item: Item }) {
  const t = await getTranslations("admin-sell.order");
  const { order } = detail;
  const sum = nameAmount(item.total_price, order.currency);
  return (
    <div className="mt-1 flex justify-end">
      <FormDialog
        trigger={
          <Button variant="ghost" size="bare" className="px-1.5 py-0.5 text-xs">
            <MoneyAct act={t("refundItem")} sum={item.total_price} />
          </Button>
        }
        title={t("refundItem")}
        description={[
          t("refundItemText", { name: item.title, sum }),
          ...(isKeptPart(detail, item) ? [t("refundKeptPart", { name: item.title })] : []),
        ].join(" ")}
        columns={1}
        fields={refundFields(t, detail, {
          hasGoods: item.fulfillment.status === "ready",
          keys: { label: t("refundItemKeys") },
        })}
        {...refundWrite(t, order.order_no, { item: item.id, amount: item.total_price })}
        submitLabel={t("refundItem")}
        danger
      />
    </div>
  );
}
