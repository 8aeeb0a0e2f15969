import { BellRing } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { DateTime } from "@/components/ui/date-time";
import { requirePageAdmin } from "@/lib/http/session";
import { listAdminChannels, listPaymentEvents } from "@/lib/payments/admin-queries";
import { type AdminPaymentEventList, eventListQuery } from "@/lib/payments/schema";
import { notificationVerdicts } from "@/lib/payments/state";
import { PaymentTabs } from "../payment-tabs";

type Row = AdminPaymentEventList["payment_events"][number];

const sources = ["notification", "query"] as const;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-money.notices"))("title") };
}

export default async function NotificationsPage({ searchParams }: { searchParams: SearchParams }) {
  await requirePageAdmin("/admin/payments/notifications", "payments:read");
  const list = await readListQuery(eventListQuery, "/admin/payments/notifications", searchParams);
  const [data, channels, t, payments] = await Promise.all([
    listPaymentEvents(list.query),
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
          <StateBadge state={row.verdict}>{verdict ? t(`verdicts.${verdict}`) : row.verdict}</StateBadge>
        );
      },
    },
    {
      key: "payment",
      head: t("columns.payment"),
      cell: (row) =>
        row.payment_no ? (
          <Link
            href={`/admin/payments?search=${row.payment_no}`}
            className="font-mono text-xs hover:text-pine"
          >
            {row.payment_no}
          </Link>
        ) : null,
    },
    {
      key: "cause",
      head: t("columns.cause"),
      cell: (row) => <code className="font-mono text-xs">{row.reason}</code>,
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
    <>
      <PageHead title={payments("title")} />
      <PaymentTabs current="notices" />
      <FilterBar
        search={{ placeholder: t("search") }}
        selects={[
          {
            name: "verdict",
            label: t("anyVerdict"),
            options: notificationVerdicts.map((value) => ({
              value,
              label: t(`verdicts.${value}`),
            })),
          },
          {
            name: "channel_id",
            label: payments("anyChannel"),
            options: channels.map((row) => ({ value: String(row.id), label: row.name })),
          },
        ]}
      />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={data.payment_events}
        rowKey={(row) => row.id}
        rowTone={(row) => (row.verdict === "refused" ? "danger" : undefined)}
        empty={{ icon: BellRing, title: t("empty"), description: t("emptyText") }}
        isFiltered={list.isFiltered}
        clearHref="/admin/payments/notifications"
        page={{
          page: data.page,
          perPage: data.per_page,
          total: data.total,
          href: (page) => list.href({ page }),
        }}
      />
    </>
  );
}
