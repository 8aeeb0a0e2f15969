"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ActButton } from "@/components/admin/form/act-button";
import { Problem } from "@/components/admin/later-problem";
import { StateBadge } from "@/components/admin/state-badge";
import { useApi } from "@/components/admin/use-api";
import { DateTime } from "@/components/ui/date-time";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { DeliveryDetail } from "@/lib/notifications/outbound/schema";

function Attempts({ delivery }: { delivery: DeliveryDetail }) {
  const t = useTranslations("admin-notify");
  if (delivery.log.length === 0) return <p className="text-ink-faint text-sm">{t("noAttempts")}</p>;
  return (
    <ul className="divide-y divide-line">
      {delivery.log.map((attempt) => (
        <li
          key={`${attempt.created_at} ${attempt.latency_ms}`}
          className="flex items-start gap-3 py-2 text-sm"
        >
          <DateTime value={attempt.created_at} style="exact" className="shrink-0 text-ink-muted" />
          <span className="min-w-0 flex-1 break-words text-ink-muted">
            {attempt.error_rule ? <Problem told={attempt.error_rule} /> : t("delivered")}
            {attempt.http_status ? ` (${attempt.http_status})` : ""}
          </span>
          <span className="tabular shrink-0 text-ink-faint text-xs">{attempt.latency_ms} ms</span>
        </li>
      ))}
    </ul>
  );
}

/** One message as it went out, with every attempt. */
export function MessageReader({ id, title, mayResend }: { id: number; title: string; mayResend: boolean }) {
  const t = useTranslations("admin-notify");
  const [isOpen, setOpen] = useState(false);
  const { data } = useApi<DeliveryDetail>(isOpen ? `/admin/notification-deliveries/${id}` : null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={title}
        onClick={() => setOpen(true)}
        className="block max-w-full truncate rounded-sm text-left font-medium hover:text-pine"
      >
        {title}
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent title={title} size="md">
          {data ? (
            <div className="flex flex-col gap-4">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="flex items-center gap-2 text-ink-muted text-sm">
                  <StateBadge state={data.status}>{t(`statuses.${data.status}`)}</StateBadge>
                  {data.channel.name}
                </span>
                {mayResend ? (
                  <ActButton
                    write={{ path: `/admin/notification-deliveries/${id}/resend`, success: t("resent") }}
                  >
                    {t("resend")}
                  </ActButton>
                ) : null}
              </div>
              {data.event ? (
                <pre className="whitespace-pre-wrap break-words rounded-md bg-sunken p-3 font-mono text-xs">
                  {JSON.stringify(data.event, null, 2)}
                </pre>
              ) : null}
              <dl className="grid gap-x-4 gap-y-1.5 rounded-md bg-sunken p-3 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
                {data.rows.map(([label, value]) => (
                  <div key={`${label} ${value}`} className="contents">
                    <dt className="text-ink-muted">{label}</dt>
                    <dd className="min-w-0 break-words">{value}</dd>
                  </div>
                ))}
                <dt className="text-ink-muted">{t("link")}</dt>
                <dd className="min-w-0">
                  <a href={data.url} className="break-all text-pine hover:underline">
                    {data.url}
                  </a>
                </dd>
              </dl>
              <section>
                <h3 className="mb-1 font-semibold text-sm">{t("attempts")}</h3>
                <Attempts delivery={data} />
              </section>
            </div>
          ) : (
            <Skeleton className="h-48 w-full" />
          )}
        </DialogContent>
      </Dialog>
    </>
  );
}
