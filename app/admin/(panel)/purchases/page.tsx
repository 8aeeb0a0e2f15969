import { ShoppingBag } from "lucide-react";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { Problem } from "@/components/admin/problem";
import { ShortCode } from "@/components/admin/short-code";
import { StateBadge } from "@/components/admin/state-badge";
import { givesWay } from "@/components/admin/table/cells";
import { type ListColumns, orderColumn, personColumn, timeColumn } from "@/components/admin/table/columns";
import { listFilter, rowFilter } from "@/components/admin/table/filter-options";
import { UnitsOf } from "@/components/admin/table/row-cells";
import { buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { ForeignMoney } from "@/components/ui/money";
import { listPurchases } from "@/lib/interconnect/agent/admin/queries";
import { listConnections } from "@/lib/interconnect/agent/admin-queries";
import {
  purchaseQuery,
  type purchaseRow,
  purchaseWireStatuses,
} from "@/lib/interconnect/agent/purchases/schema";
import { OpenSums } from "./_components/open-sums";
import { PurchaseActs } from "./_components/purchase-acts";

type Row = z.infer<typeof purchaseRow>;

const page = adminPage({
  path: "/admin/purchases",
  text: "admin-trade.purchases",
  icon: ShoppingBag,
  permission: "interconnect:read",
  menu: { group: "agentSide", after: "connections" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(purchaseQuery, async ({ list, frame, t }) => {
  const [data, { connections }] = await Promise.all([listPurchases(list.query), listConnections()]);
  const columns: ListColumns<typeof page.text, Row> = [
    orderColumn(),
    {
      key: "product",
      from: "md",
      className: givesWay,
      cell: (row) => <UnitsOf title={row.title} quantity={row.quantity} />,
    },
    personColumn("connection", ({ connection }) => ({
      name: connection.name,
      href: `/admin/connections/${connection.id}`,
    })),
    {
      key: "theirs",
      from: "xl",
      cell: (row) => (
        <>
          {row.upstream_order_no ? <ShortCode value={row.upstream_order_no} className="flex" /> : "—"}
          <ShortCode value={row.downstream_order_no} className="flex text-ink-faint" />
        </>
      ),
    },
    {
      key: "status",
      className: "max-w-52 sm:w-1/4 sm:min-w-52 sm:max-w-0",
      cell: (row) => (
        <>
          <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>
          {row.last_error ? (
            <Problem told={row.last_error_rule} className="mt-0.5 block truncate text-danger text-xs" />
          ) : null}
          {row.next_try_at ? (
            <span className="block text-ink-faint text-xs">
              {t("attempt", { count: row.tries })}
              {", "}
              {t.rich("nextAttempt", { at: () => <DateTime value={row.next_try_at ?? ""} style="exact" /> })}
            </span>
          ) : row.tries > 1 ? (
            <span className="block text-ink-faint text-xs">{t("attempts", { count: row.tries })}</span>
          ) : null}
        </>
      ),
    },
    {
      key: "amount",
      align: "right",
      cell: (row) => (
        <>
          {row.amount === null ? "—" : <ForeignMoney value={row.amount} currency={row.currency} />}
          {row.refunded_amount === "0.00" ? null : (
            <span className="block text-ink-faint text-xs">
              {t.rich("returnedPart", {
                amount: () => <ForeignMoney value={row.refunded_amount} currency={row.currency} />,
              })}
            </span>
          )}
        </>
      ),
    },
    timeColumn("created", (row) => row.created_at, { from: "md" }),
    actionsColumn((row) => <PurchaseActs row={row} />),
  ];
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.purchases}
      rowKey={(row) => row.id}
      columns={columns}
      rowTone={(row) => (row.status === "failed" ? "danger" : undefined)}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          listFilter("status", t("anyStatus"), purchaseWireStatuses, (value) => t(`statuses.${value}`)),
          listFilter("open", t("anyOpen"), ["true", "false"] as const, (value) =>
            value === "true" ? t("openOnly") : t("closedOnly"),
          ),
          rowFilter("connection_id", t("anyConnection"), connections),
        ],
        dates: true,
      }}
      csv="/admin/interconnect/purchases/export"
      live="/admin/interconnect/purchases"
      note={<OpenSums open={data.open} />}
      emptyAction={
        <Link href="/admin/connections" className={buttonClass("secondary", "sm")}>
          {t("emptyAct")}
        </Link>
      }
    />
  );
});
