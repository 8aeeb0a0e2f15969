import { Hourglass } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { ShortCode } from "@/components/admin/short-code";
import { givesWay } from "@/components/admin/table/cells";
import {
  type ListColumns,
  moneyColumn,
  orderColumn,
  personColumn,
  timeColumn,
} from "@/components/admin/table/columns";
import { rowFilter } from "@/components/admin/table/filter-options";
import { LiveRefresh } from "@/components/admin/table/live-refresh";
import { UnitsOf } from "@/components/admin/table/row-cells";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/components/ui/money";
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

export default page.list(heldQuery, async ({ list, frame, may }) => {
  const mayWrite = may("interconnect:write");
  const [data, sites, { currency }, trade, locale] = await Promise.all([
    listHeldOrders(list.query),
    listSiteNames(),
    getSettings(),
    getTranslations("admin-trade"),
    getLocale(),
  ]);
  const columns: ListColumns<typeof page.text, Row> = [
    orderColumn(),
    personColumn("site", ({ site }) => ({ name: site.name, href: `/admin/sites/${site.id}` })),
    {
      key: "theirs",
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
      from: "md",
      className: givesWay,
      cell: (row) => <UnitsOf title={row.title} quantity={row.quantity} />,
    },
    {
      key: "mode",
      from: "md",
      className: "break-keep",
      cell: (row) => trade(`modeShort.${row.settlement_mode}`),
    },
    moneyColumn("amount", (row) => [row.amount, currency], { isMain: true }),
    timeColumn("paid", (row) => row.paid_at, { from: "md" }),
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
      areas={["admin-trade.held"]}
      {...frame}
      data={data}
      rows={data.orders}
      rowKey={(row) => row.order_no}
      columns={columns}
      selectable={mayWrite}
      filters={{
        selects: [rowFilter("site_id", trade("held.anySite"), sites)],
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
});
