import { BellRing } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { codeLink } from "@/components/admin/table/cells";
import { type ListColumns, momentColumn } from "@/components/admin/table/columns";
import { listFilter, rowFilter } from "@/components/admin/table/filter-options";
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

export default page.list(eventListQuery, async ({ list, frame, t }) => {
  const [data, channels, payments] = await Promise.all([
    listPaymentEvents(list.query),
    listAdminChannels(),
    getTranslations("admin-money.payments"),
  ]);
  const columns: ListColumns<typeof page.text, Row> = [
    momentColumn(),
    { key: "channel", from: "md", cell: (row) => row.channel_name ?? "—" },
    {
      key: "source",
      from: "lg",
      cell: (row) => {
        const source = sources.find((known) => known === row.source);
        return source ? t(`sources.${source}`) : row.source;
      },
    },
    {
      key: "verdict",
      cell: (row) => {
        const verdict = notificationVerdicts.find((known) => known === row.verdict);
        return (
          <StateBadge state={verdict ?? null}>{verdict ? t(`verdicts.${verdict}`) : row.verdict}</StateBadge>
        );
      },
    },
    {
      key: "payment",
      cell: (row) =>
        row.payment_no ? (
          <Link href={`/admin/payments?search=${row.payment_no}`} className={codeLink}>
            {row.payment_no}
          </Link>
        ) : null,
    },
    {
      key: "cause",
      className: "max-w-64",
      cell: (row) => {
        const reason = `reasons.${row.reason}` as "reasons.signature";
        return <span className="text-xs">{t.has(reason) ? t(reason) : row.reason}</span>;
      },
    },
    {
      key: "message",
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
      {...frame}
      data={data}
      live="/admin/payments/events"
      rows={data.payment_events}
      rowKey={(row) => row.id}
      columns={columns}
      rowTone={(row) => (row.verdict === "refused" ? "danger" : undefined)}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          listFilter("verdict", t("anyVerdict"), notificationVerdicts, (value) => t(`verdicts.${value}`)),
          rowFilter("channel_id", payments("anyChannel"), channels),
        ],
        dates: true,
      }}
      head={{ title: payments("title") }}
    >
      <PaymentTabs current="notices" />
      <NotificationHealthPanel rows={data.health} />
    </ListPage>
  );
});
