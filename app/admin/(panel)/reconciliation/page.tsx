import { Coins, Download } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { PageHead, Stat } from "@/components/admin/page-frame";
import { ShortCode } from "@/components/admin/short-code";
import { StateBadge } from "@/components/admin/state-badge";
import {
  type ListColumns,
  moneyColumn,
  orderColumn,
  timeColumn,
  withHeads,
} from "@/components/admin/table/columns";
import { DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { rowFilter } from "@/components/admin/table/filter-options";
import { buttonClass } from "@/components/ui/button";
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

export default page.list(query, async ({ list, t }) => {
  const sites = await listSiteNames();
  const site = sites.find((one) => one.id === list.query.site_id);
  const period = periodOf(list.query);
  const exported = new URLSearchParams({ from: period.from.toISOString(), to: period.to.toISOString() });
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <FilterBar dates selects={[rowFilter("site_id", t("site"), sites)]}>
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
});

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
  const columns: ListColumns<"admin-trade.reconciliation", Row> = [
    orderColumn(),
    { key: "theirs", cell: (row) => <ShortCode value={row.downstream_order_no} /> },
    {
      key: "payment",
      from: "xl",
      cell: (row) => (row.downstream_payment_id ? <ShortCode value={row.downstream_payment_id} /> : null),
    },
    {
      key: "product",
      from: "md",
      className: "max-w-44 truncate",
      cell: (row) => {
        const text = `${row.title}${row.sku_name ? ` · ${row.sku_name}` : ""} × ${row.quantity}`;
        return <span title={text}>{text}</span>;
      },
    },
    {
      key: "status",
      cell: (row) => {
        const known = fulfillmentStatuses.find((one) => one === row.fulfillment_status);
        return (
          <StateBadge state={known ?? null}>{known ? status(known) : row.fulfillment_status}</StateBadge>
        );
      },
    },
    moneyColumn("amount", (row) => [row.amount, currency]),
    moneyColumn(
      "refunded",
      (row) => (row.refunded_amount === "0.00" ? null : [row.refunded_amount, currency]),
      { from: "md" },
    ),
    timeColumn("created", (row) => row.created_at, { style: "datetime", from: "lg" }),
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
        columns={withHeads(columns, (key) => t(`columns.${key}`))}
        rows={data.rows}
        rowKey={(row) => row.order_no}
        empty={{ icon: Coins, title: t("empty") }}
        page={{ page: data.page, perPage: data.per_page, total: data.total, href }}
      />
    </>
  );
}
