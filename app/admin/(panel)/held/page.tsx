import { Hourglass } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { ShortCode } from "@/components/admin/short-code";
import { givesWay, OrderLink, UnitsOf } from "@/components/admin/table/cells";
import type { Column } from "@/components/admin/table/data-table";
import { rowOptions } from "@/components/admin/table/filter-options";
import { LiveRefresh } from "@/components/admin/table/live-refresh";
import { buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { formatMoney, Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { listHeldOrders } from "@/lib/interconnect/main/admin/queries";
import { heldQuery, type heldRow } from "@/lib/interconnect/main/admin/schema";
import { listSiteNames } from "@/lib/interconnect/main/admin-queries";
import { getSettings } from "@/lib/settings/queries";
import { ReleaseButton } from "./_components/release-button";

type Row = z.infer<typeof heldRow>;

const page = adminPage({
  path: "/admin/held",
  text: "admin-trade.held",
  icon: Hourglass,
  permission: "interconnect:read",
  menu: { group: "mainSide", after: "request-log", hotkey: "h" },
});

export const generateMetadata = page.generateMetadata;

export default async function HeldPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "interconnect:write");
  const list = await page.readList(heldQuery, searchParams);
  const [data, own, sites, { currency }, trade, locale] = await Promise.all([
    listHeldOrders(list.query),
    page.own(actor),
    listSiteNames(),
    getSettings(),
    getTranslations("admin-trade"),
    getLocale(),
  ]);
  const columns: Column<Row>[] = [
    {
      key: "order",
      head: trade("held.columns.order"),
      cell: (row) => <OrderLink orderNo={row.order_no} />,
    },
    {
      key: "site",
      head: trade("held.columns.site"),
      className: givesWay,
      cell: (row) => (
        <Link
          href={`/admin/sites/${row.site.id}`}
          title={row.site.name}
          className="block truncate hover:text-pine"
        >
          {row.site.name}
        </Link>
      ),
    },
    {
      key: "theirs",
      head: trade("held.columns.theirs"),
      from: "lg",
      cell: (row) => (
        <>
          <ShortCode value={row.downstream_order_no} className="flex" />
          {row.downstream_payment_id ? (
            <ShortCode value={row.downstream_payment_id} className="flex text-ink-faint" />
          ) : null}
        </>
      ),
    },
    {
      key: "product",
      head: trade("held.columns.product"),
      from: "md",
      className: givesWay,
      cell: (row) => <UnitsOf title={row.title} quantity={row.quantity} />,
    },
    {
      key: "mode",
      head: trade("held.columns.mode"),
      from: "md",
      cell: (row) => trade(`modeShort.${row.settlement_mode}`),
    },
    {
      key: "amount",
      head: trade("held.columns.amount"),
      align: "right",
      cell: (row) => <Money value={row.amount} currency={currency} className="font-medium" />,
    },
    {
      key: "paid",
      head: trade("held.columns.paid"),
      align: "right",
      from: "md",
      cell: (row) =>
        row.paid_at ? (
          <DateTime value={row.paid_at} style="ago" className="whitespace-nowrap text-ink-muted" />
        ) : null,
    },
    actionsColumn((row) => (
      <>
        <Link href={`/admin/reconciliation?site_id=${row.site.id}`} className={buttonClass("ghost", "sm")}>
          {trade("held.reconcile")}
        </Link>
        {mayWrite ? <ReleaseButton rows={[row]} currency={currency} /> : null}
      </>
    )),
  ];
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      rows={data.orders}
      rowKey={(row) => row.order_no}
      columns={columns}
      selectable={mayWrite}
      filters={{
        selects: [
          {
            name: "site_id",
            label: trade("held.anySite"),
            options: rowOptions(sites),
          },
        ],
      }}
      actions={
        <>
          {data.total > 0 ? (
            <span className="tabular font-medium text-sm">
              {trade("held.sum", {
                count: data.total,
                amount: formatMoney(data.total_amount, currency, locale),
              })}
            </span>
          ) : null}
          <LiveRefresh />
        </>
      }
      bulk={
        <>
          <ReleaseButton rows={data.orders} ofChosen currency={currency} />
          <ReleaseButton rows={data.orders} ofChosen isOutside currency={currency} />
        </>
      }
    />
  );
}
