import { getLocale, getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { DateTime } from "@/components/ui/date-time";
import { disputeReason } from "@/lib/core/refusals/noted";
import { openDisputes } from "@/lib/orders/disputes";
import { disputeStates } from "@/lib/orders/disputes/schema";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";
import { sayTold } from "@/messages/say-to-staff";

type DisputesProps = { detail: AdminOrderDetail; mayWrite: boolean; mayExport: boolean };

/** Shows the gateway's questions about the payment, and the shop's possible answers. */
export async function Disputes({ detail, mayWrite, mayExport }: DisputesProps) {
  const [t, locale] = await Promise.all([getTranslations("admin-sell.order"), getLocale()]);
  const { order, events } = detail;
  if (order.payment_status === "unpaid" || !(mayWrite || mayExport)) return null;
  const open = openDisputes(events);
  const [first] = open;
  return (
    <Panel title={t("disputes")}>
      <div className="flex flex-col gap-3 text-sm">
        {open.map(({ disputeNo, amount, reason, dueAt }) => (
          <div key={disputeNo} className="rounded-md bg-danger-soft px-3.5 py-2.5 text-danger">
            <p className="break-all font-medium">{t("disputedNow", { no: disputeNo })}</p>
            <p>
              {t("disputedText", {
                amount: amount ?? order.amount,
                reason: reason ? sayTold(disputeReason(reason), locale) : "",
              })}
            </p>
            {dueAt ? (
              <p>
                {t("disputeDue")}: <DateTime value={dueAt} style="datetime" />
              </p>
            ) : null}
          </div>
        ))}
        <div className="flex flex-wrap gap-2">
          {mayWrite ? (
            <FormDialog
              trigger={
                <Button variant="secondary" size="sm">
                  {t("dispute")}
                </Button>
              }
              title={t("dispute")}
              description={t("disputeText")}
              columns={1}
              fields={[
                {
                  kind: "text",
                  name: "dispute_no",
                  label: t("disputeNo"),
                  value: first?.disputeNo ?? "",
                  required: true,
                },
                {
                  kind: "select",
                  name: "state",
                  label: t("disputeState"),
                  value: first ? "won" : "open",
                  options: disputeStates.map((value) => ({ value, label: t(`disputeStates.${value}`) })),
                },
                {
                  kind: "text",
                  name: "reason",
                  label: t("disputeReason"),
                  value: first?.reason ?? "",
                  required: true,
                },
                { kind: "datetime", name: "due_at", label: t("disputeDue"), empty: "omit" },
              ]}
              write={{ path: `/admin/orders/${order.order_no}/dispute`, success: t("disputeRecorded") }}
              submitLabel={t("dispute")}
            />
          ) : null}
          {mayExport ? (
            // Each reading is audited: the page is never fetched ahead.
            <a href={`/admin/orders/${order.order_no}/evidence`} className={buttonClass("secondary", "sm")}>
              {t("evidencePage")}
            </a>
          ) : null}
          {mayExport ? (
            <a
              href={`/api/v1/admin/orders/${order.order_no}/evidence`}
              download
              className={buttonClass("secondary", "sm")}
            >
              {t("evidence")}
            </a>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}
