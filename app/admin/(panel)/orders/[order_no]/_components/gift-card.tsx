import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Facts, Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import type { OrderDetail } from "@/lib/orders/schema";

/** Recipient of the order; the mail is sent again, or to another address. */
export async function GiftCard({ order, mayWrite }: { order: OrderDetail; mayWrite: boolean }) {
  const t = await getTranslations("admin-sell.order.gift");
  const { gift } = order;
  if (!gift) return null;
  const path = `/admin/orders/${order.order_no}/gift`;
  return (
    <Panel title={t("title")}>
      <Facts
        facts={[
          { label: t("to"), value: gift.email },
          gift.from_name !== null && { label: t("from"), value: gift.from_name },
          {
            label: t("opened"),
            value: gift.opened_at ? <DateTime value={gift.opened_at} style="exact" /> : t("notOpened"),
          },
        ]}
      />
      {gift.message ? (
        <p className="mt-3 whitespace-pre-wrap break-words text-sm">
          <span className="block text-ink-muted text-xs">{t("message")}</span>
          {gift.message}
        </p>
      ) : null}
      {mayWrite ? (
        <div className="mt-3 flex flex-wrap gap-2">
          {order.fulfillment_status === "ready" ? (
            <ConfirmAction
              trigger={
                <Button variant="secondary" size="sm">
                  {t("resend")}
                </Button>
              }
              title={t("resendTitle")}
              description={t("resendText", { email: gift.email })}
              confirmLabel={t("resend")}
              path={path}
              success={t("resent")}
              tone="primary"
            />
          ) : null}
          <FormDialog
            trigger={
              <Button variant="secondary" size="sm">
                {t("change")}
              </Button>
            }
            title={t("change")}
            description={t("changeText")}
            columns={1}
            fields={[{ kind: "email", name: "email", label: t("to"), value: gift.email, required: true }]}
            write={{ path, success: t("changed") }}
            submitLabel={t("change")}
          />
        </div>
      ) : null}
    </Panel>
  );
}
