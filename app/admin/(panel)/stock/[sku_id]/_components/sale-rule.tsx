import { ArrowDownUp } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { AdminSku } from "@/lib/catalogue/admin/admin-queries";
import { saleOrders } from "@/lib/catalogue/schema";

/** Which free key a buyer gets, and how long it has to be good for. */
export async function SaleRuleDialog({ sku }: { sku: AdminSku }) {
  const t = await getTranslations("admin-sell.keys");
  return (
    <FormDialog
      trigger={
        <Button variant="secondary" size="sm">
          <ArrowDownUp aria-hidden />
          {t("saleOrder")}
        </Button>
      }
      title={t("saleOrder")}
      description={t("saleOrderText")}
      columns={1}
      fields={[
        {
          kind: "select",
          name: "sale_order",
          label: t("sellsFirst"),
          value: sku.sale_order,
          options: saleOrders.map((value) => ({ value, label: t(`saleOrders.${value}`) })),
        },
        {
          kind: "number",
          name: "min_days_left",
          label: t("minDaysLeft"),
          hint: t("minDaysLeftHint"),
          value: sku.min_days_left,
          min: 0,
          max: 3650,
          required: true,
        },
        {
          kind: "switch",
          name: "is_pickable",
          label: t("isPickable"),
          hint: t("isPickableHint"),
          value: sku.is_pickable,
        },
      ]}
      write={{ path: `/admin/skus/${sku.id}`, method: "PATCH", success: t("saleOrderSaved") }}
      submitLabel={t("save")}
    />
  );
}
