import { BellRing } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { ActButton } from "@/components/admin/form/act-button";
import { LinkTabs } from "@/components/admin/link-tabs";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import { areasOf } from "@/lib/accounts/permissions";
import { isLocale } from "@/lib/core/locale";
import { requirePageAdmin } from "@/lib/http/session";
import { listAlerts } from "@/lib/notifications/admin-queries";
import { alertArea } from "@/lib/notifications/alert-texts";
import { alertQuery } from "@/lib/notifications/schema";

import { settleAlerts } from "@/lib/reports/settle-alerts";
import { alertPlace } from "@/lib/reports/task-kinds";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-system.alerts"))("title") };
}

export default async function AlertsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requirePageAdmin("/admin/alerts");
  const list = await readListQuery(alertQuery, "/admin/alerts", searchParams);
  await settleAlerts();
  const [locale, t] = await Promise.all([getLocale(), getTranslations("admin-system.alerts")]);
  const data = await listAlerts(list.query, {
    areas: areasOf(actor, "read"),
    locale: isLocale(locale) ? locale : "en",
  });
  const writable: string[] = areasOf(actor, "write");
  return (
    <>
      <PageHead title={t("title")} />
      <LinkTabs
        label={t("tabs")}
        tabs={(["open", "resolved", "all"] as const).map((state) => ({
          href: list.href({ state: state === "open" ? null : state }),
          label: state === "open" ? `${t("open")} (${data.open})` : t(state),
          isCurrent: list.query.state === state,
        }))}
      />
      {data.alerts.length === 0 ? (
        <EmptyState
          icon={BellRing}
          title={list.query.state === "resolved" ? t("emptyResolved") : t("empty")}
          description={list.query.state === "resolved" ? undefined : t("emptyText")}
        />
      ) : null}
      <ul className="flex flex-col gap-2">
        {data.alerts.map((alert) => {
          const place = alertPlace(alert.kind, alert.reference);
          return (
            <li
              key={alert.id}
              className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3"
            >
              <span
                aria-hidden
                className={`mt-1.5 size-2 shrink-0 rounded-full ${alert.resolved_at ? "bg-line-strong" : "bg-danger"}`}
              />
              <div className="min-w-0 flex-1 basis-64">
                <p className="break-words text-sm">{alert.message}</p>
                <p className="mt-0.5 flex flex-wrap gap-x-2 text-ink-faint text-xs">
                  <code className="font-mono">{alert.kind}</code>
                  <DateTime value={alert.last_seen_at} />
                  {alert.count > 1 ? <span>{t("times", { count: alert.count })}</span> : null}
                </p>
              </div>
              <div className="flex items-center gap-2">
                {place ? (
                  <Link href={place} className="rounded-sm px-2 text-pine text-sm hover:underline">
                    {t("look")}
                  </Link>
                ) : null}
                {writable.includes(alertArea(alert.kind)) && !alert.resolved_at ? (
                  <ActButton
                    write={{ path: `/admin/alerts/${alert.id}/resolve`, success: t("resolvedSaved") }}
                  >
                    {t("resolve")}
                  </ActButton>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
      <Pagination
        className="mt-4"
        page={data.page}
        perPage={data.per_page}
        total={data.total}
        href={(page) => list.href({ page })}
      />
    </>
  );
}
