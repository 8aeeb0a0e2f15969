import { BellRing } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { StateBadge } from "@/components/admin/state-badge";
import { codeLink } from "@/components/admin/table/cells";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions, rowOptions } from "@/components/admin/table/filter-options";
import { LiveRows } from "@/components/admin/table/live-rows";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { listAdminChannels, listPaymentEvents } from "@/lib/payments/admin-queries";
import { type AdminPaymentEventList, eventListQuery } from "@/lib/payments/events/schema";
import { notificationVerdicts } from "@/lib/payments/state";
import { PaymentTabs } from "../payment-tabs";
import { NotificationHealthPanel } from "./notification-health";

type Row = AdminPaymentEventList["payment_events"][number];

const sources = ["notification", "query", "operator"] as const;

const page = adminPage({
  path: "/admin/payments/notifications",
  text: "admin-money.notices",
  icon: BellRing,
  permission: "payments:read",
});

export const generateMetadata = page.generateMetadata;

export default async function NotificationsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const list = await page.readList(eventListQuery, searchParams);
  const [data, own, channels, t, payments] = await Promise.all([
    listPaymentEvents(list.query),
    page.own(actor),
    listAdminChannels(),
    getTranslations("admin-money.notices"),
    getTranslations("admin-money.payments"),
  ]);
  const columns: Column<Row>[] = [
    {
      key: "time",
      head: t("columns.time"),
      cell: (row) => <DateTime value={row.created_at} style="exact" className="whitespace-nowrap" />,
    },
    { key: "channel", head: t("columns.channel"), from: "md", cell: (row) => row.channel_name ?? "—" },
    {
      key: "source",
      head: t("columns.source"),
      from: "lg",
      cell: (row) => {
        const source = sources.find((known) => known === row.source);
        return source ? t(`sources.${source}`) : row.source;
      },
    },
    {
      key: "verdict",
      head: t("columns.verdict"),
      cell: (row) => {
        const verdict = notificationVerdicts.find((known) => known === row.verdict);
        return (
          <StateBadge state={verdict ?? null}>{verdict ? t(`verdicts.${verdict}`) : row.verdict}</StateBadge>
        );
      },
    },
    {
      key: "payment",
      head: t("columns.payment"),
      cell: (row) =>
        row.payment_no ? (
          <Link href={`/admin/payments?search=${row.payment_no}`} className={codeLink}>
            {row.payment_no}
          </Link>
        ) : null,
    },
    {
      key: "cause",
      head: t("columns.cause"),
      className: "max-w-64",
      cell: (row) => {
        const reason = `reasons.${row.reason}` as "reasons.signature";
        return <span className="text-xs">{t.has(reason) ? t(reason) : row.reason}</span>;
      },
    },
    {
      key: "message",
      head: t("columns.message"),
      className: "max-w-96",
      cell: (row) =>
        row.message ? (
          <details className="text-xs">
            <summary className="w-fit rounded-sm text-ink-muted hover:text-ink">{t("message")}</summary>
            <pre className="mt-1 overflow-x-auto whitespace-pre-wrap break-all font-mono text-ink-muted">
              {row.message}
              {row.ip ? `\n${row.ip}` : ""}
              {row.request_id ? `\n${row.request_id}` : ""}
            </pre>
          </details>
        ) : null,
    },
  ];
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      actions={<LiveRows api="/admin/payments/events" list={list} since={own.drawnAt} />}
      rows={data.payment_events}
      rowKey={(row) => row.id}
      columns={columns}
      rowTone={(row) => (row.verdict === "refused" ? "danger" : undefined)}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          {
            name: "verdict",
            label: t("anyVerdict"),
            options: listOptions(notificationVerdicts, (value) => t(`verdicts.${value}`)),
          },
          {
            name: "channel_id",
            label: payments("anyChannel"),
            options: rowOptions(channels),
          },
        ],
        dates: true,
      }}
      head={{ title: payments("title") }}
    >
      <PaymentTabs current="notices" />
      <NotificationHealthPanel rows={data.health} />
    </ListPage>
  );
}
