import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import type { AdminOrderDetail } from "@/lib/orders/admin-schema";

const known = [
  "created",
  "paid",
  "paid_late",
  "overpaid",
  "processing",
  "held",
  "delivered",
  "delivery_failed",
  "failed",
  "ready",
  "refunded",
  "refund_paid",
  "secret_replaced",
  "email_changed",
  "canceled",
  "expired",
  "note",
  "released",
  "revoked",
] as const;

const dots: Record<string, string> = {
  delivered: "bg-ok",
  ready: "bg-ok",
  paid: "bg-pine",
  delivery_failed: "bg-danger",
  failed: "bg-danger",
  overpaid: "bg-danger",
  paid_late: "bg-warn",
  held: "bg-warn",
  processing: "bg-warn",
};

function describe(data: Record<string, unknown>): string {
  return Object.values(data)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .map(String)
    .join(" · ");
}

type TimeLineProps = { detail: AdminOrderDetail; mayWrite: boolean };

/** Every event of the order, newest first. */
export function TimeLine({ detail, mayWrite }: TimeLineProps) {
  const t = useTranslations("admin-sell.order");
  const { order, events } = detail;
  const rows = events.map((event, no) => ({ ...event, no })).toReversed();
  const isBySystem = (actor: string) => actor === "system";

  return (
    <Panel
      title={t("timeline")}
      actions={
        mayWrite ? (
          <FormDialog
            trigger={
              <Button variant="ghost" size="sm">
                {t("note")}
              </Button>
            }
            title={t("note")}
            columns={1}
            fields={[
              {
                kind: "textarea",
                name: "note",
                label: t("note"),
                required: true,
                hint: t("notePlaceholder"),
              },
            ]}
            write={{ path: `/admin/orders/${order.order_no}/notes`, success: t("noteAdded") }}
            submitLabel={t("note")}
          />
        ) : null
      }
    >
      <ol className="flex flex-col">
        {rows.map((event, index) => {
          const kind = known.find((name) => name === event.kind);
          const text = describe(event.data);
          return (
            <li key={event.no} className="relative flex gap-3 pb-4 text-sm last:pb-0">
              {index < rows.length - 1 ? (
                <span aria-hidden className="absolute top-3 bottom-0 left-[0.3125rem] w-px bg-line-strong" />
              ) : null}
              <span
                aria-hidden
                className={cx(
                  "mt-1.5 size-2.5 shrink-0 rounded-full ring-4 ring-surface",
                  dots[event.kind] ?? "bg-line-strong",
                )}
              />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="font-medium">
                    {kind ? t(`events.${kind}`) : t("events.other", { kind: event.kind })}
                  </span>
                  <DateTime value={event.created_at} style="exact" className="text-ink-faint text-xs" />
                </p>
                <p className="text-ink-faint text-xs">
                  {isBySystem(event.actor)
                    ? t("by.system")
                    : event.actor === "guest"
                      ? t("by.guest")
                      : event.actor.replace(/^staff:/, "")}
                </p>
                {text ? (
                  <p className="mt-0.5 whitespace-pre-wrap break-words text-ink-muted">{text}</p>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
