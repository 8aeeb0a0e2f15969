import { Coins, Download } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import type { SearchParams } from "@/components/admin/list-query";
import { PageHead, Stat } from "@/components/admin/page-frame";
import { ShortCode } from "@/components/admin/short-code";
import { StateBadge } from "@/components/admin/state-badge";
import { OrderLink } from "@/components/admin/table/cells";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { formatMoney, Money } from "@/components/ui/money";
import { addSeconds, now } from "@/lib/core/clock";
import { idText, timeIn } from "@/lib/core/wire";
import { type Reconciliation, reconciliationQuery } from "@/lib/interconnect/main/admin/schema";
import { listSiteNames } from "@/lib/interconnect/main/admin-queries";
import { getReconciliation } from "@/lib/interconnect/main/reconcile-site";
import { fulfillmentStatuses } from "@/lib/orders/state";

type Row = Reconciliation["rows"][number];

const query = reconciliationQuery.extend({
  site_id: idText.optional(),
  from: timeIn.optional(),
  to: timeIn.optional(),
});
type Query = z.output<typeof query>;

/** The month so far, unless the address says otherwise. */
function periodOf({ from, to }: Query): { from: Date; to: Date } {
  const at = now();
  const first = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  return { from: from ?? first, to: to ?? addSeconds(at, 60) };
}

const page = adminPage({
  path: "/admin/reconciliation",
  text: "admin-trade.reconciliation",
  icon: Coins,
  permission: "interconnect:read",
  menu: { group: "mainSide", after: "callbacks" },
});

export const generateMetadata = page.generateMetadata;

export default async function ReconciliationPage({ searchParams }: { searchParams: SearchParams }) {
  await page.open();
  const list = await page.readList(query, searchParams);
  const [sites, t] = await Promise.all([listSiteNames(), getTranslations("admin-trade.reconciliation")]);
  const site = sites.find((one) => one.id === list.query.site_id);
  const period = periodOf(list.query);
  const exported = new URLSearchParams({ from: period.from.toISOString(), to: period.to.toISOString() });
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <FilterBar
        dates
        selects={[
          {
            name: "site_id",
            label: t("site"),
            options: sites.map((one) => ({ value: String(one.id), label: one.name })),
          },
        ]}
      >
        {site ? (
          <a
            href={`/api/v1/admin/interconnect/sites/${site.id}/reconciliation/export?${exported}`}
            download
            className={buttonClass("secondary", "sm")}
          >
            <Download aria-hidden />
            {t("export")}
          </a>
        ) : null}
      </FilterBar>
      {site ? (
        <Sheet siteId={site.id} query={list.query} period={period} href={(page) => list.href({ page })} />
      ) : (
        <EmptyState icon={Coins} title={t("choose")} description={t("chooseText")} />
      )}
    </>
  );
}

type SheetProps = {
  siteId: number;
  query: Query;
  period: { from: Date; to: Date };
  href: (page: number) => string;
};

async function Sheet({ siteId, query: { page, per_page }, period, href }: SheetProps) {
  const [data, t, status, locale] = await Promise.all([
    getReconciliation(siteId, { ...period, page, per_page }),
    getTranslations("admin-trade.reconciliation"),
    getTranslations("admin.status.fulfillment"),
    getLocale(),
  ]);
  const { currency } = data;
  const sums = ["ordered", "paid", "delivered", "held", "refunded"] as const;
  const columns: Column<Row>[] = [
    {
      key: "order",
      head: t("columns.order"),
      cell: (row) => <OrderLink orderNo={row.order_no} />,
    },
    {
      key: "theirs",
      head: t("columns.theirs"),
      cell: (row) => <ShortCode value={row.downstream_order_no} />,
    },
    {
      key: "payment",
      head: t("columns.payment"),
      from: "xl",
      cell: (row) => (row.downstream_payment_id ? <ShortCode value={row.downstream_payment_id} /> : null),
    },
    {
      key: "product",
      head: t("columns.product"),
      from: "md",
      className: "max-w-56 truncate",
      cell: (row) => `${row.title}${row.sku_name ? ` · ${row.sku_name}` : ""} × ${row.quantity}`,
    },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => {
        const known = fulfillmentStatuses.find((one) => one === row.fulfillment_status);
        return (
          <StateBadge state={known ?? null}>{known ? status(known) : row.fulfillment_status}</StateBadge>
        );
      },
    },
    {
      key: "amount",
      head: t("columns.amount"),
      align: "right",
      cell: (row) => <Money value={row.amount} currency={currency} />,
    },
    {
      key: "refunded",
      head: t("columns.refunded"),
      align: "right",
      from: "md",
      cell: (row) =>
        row.refunded_amount === "0.00" ? null : <Money value={row.refunded_amount} currency={currency} />,
    },
    {
      key: "created",
      head: t("columns.created"),
      align: "right",
      from: "lg",
      cell: (row) => <DateTime value={row.created_at} className="text-ink-muted" />,
    },
  ];
  return (
    <>
      <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-3 2xl:grid-cols-6">
        {sums.map((key) => (
          <Stat
            key={key}
            label={t(key)}
            value={<Money value={data[key].amount} currency={currency} />}
            note={t("orders", { count: data[key].orders })}
          />
        ))}
        <Stat
          label={t("balance")}
          value={<Money value={data.balance} currency={currency} />}
          note={t("open", { amount: formatMoney(data.open_on_account, currency, locale) })}
        />
      </div>
      <DataTable
        label={t("title")}
        columns={columns}
        rows={data.rows}
        rowKey={(row) => row.order_no}
        empty={{ icon: Coins, title: t("empty") }}
        page={{ page: data.page, perPage: data.per_page, total: data.total, href }}
      />
    </>
  );
}
