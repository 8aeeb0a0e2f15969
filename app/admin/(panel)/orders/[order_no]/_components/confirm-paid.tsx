import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { MoneyAct } from "@/components/admin/form/money-limit";
import { Button } from "@/components/ui/button";
import { nameAmount } from "@/lib/core/money";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";

/** The money of an order that somebody saw: at the gateway of one of its payments, or outside any gateway. */
export async function ConfirmPaid({ detail: { order, payments } }: { detail: AdminOrderDetail }) {
  const t = await getTranslations("admin-sell.order");
  const open = payments.filter(({ state }) => state !== "paid").toReversed();
  return (
    <FormDialog
      trigger={
        <Button size="sm">
          <MoneyAct act={t("confirmPaid")} sum={order.amount} />
        </Button>
      }
      title={t("confirmPaidTitle")}
      description={t("confirmPaidText")}
      columns={1}
      fields={[
        ...(open.length > 0
          ? [
              {
                kind: "select" as const,
                name: "payment_no",
                label: t("confirmPaidWhere"),
                hint: t("confirmPaidWhereHint"),
                empty: "omit" as const,
                choose: t("confirmPaidOutside"),
                options: open.map(({ payment_no, channel, amount }) => ({
                  value: payment_no,
                  label: `${channel} · ${nameAmount(amount, order.currency)} · ${payment_no}`,
                })),
              },
            ]
          : []),
        {
          kind: "text",
          name: "reference",
          label: t("confirmPaidReference"),
          hint: t("confirmPaidReferenceHint"),
          empty: "omit",
        },
        { kind: "text", name: "note", label: t("confirmPaidNote"), required: true },
        {
          kind: "proof",
          name: "proof_id",
          label: t("confirmPaidProof"),
          hint: t("confirmPaidProofHint"),
          empty: "omit",
        },
      ]}
      write={{
        path: `/admin/orders/${order.order_no}/confirm-paid`,
        success: t("confirmed"),
        approval: { kind: "order.confirm_paid", order_no: order.order_no },
        sum: order.amount,
      }}
      submitLabel={t("confirmPaid")}
    />
  );
}
