import { Hourglass } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import type { z } from "zod";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { ShortCode } from "@/components/admin/short-code";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { BulkBar, SelectionScope } from "@/components/admin/table/selection";
import { ClientMessages } from "@/components/store/client-messages";
import { DateTime } from "@/components/ui/date-time";
import { formatMoney, Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/accounts/permissions";
import { requirePageAdmin } from "@/lib/http/session";
import { listHeldOrders } from "@/lib/interconnect/main/admin/queries";
import { heldQuery, type heldRow } from "@/lib/interconnect/main/admin/schema";
import { listSites } from "@/lib/interconnect/main/admin-queries";
import { getSettings } from "@/lib/settings/queries";
import { ReleaseButton } from "./_components/release-button";

type Row = z.infer<typeof heldRow>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-trade.held"))("title") };
}

export default async function HeldPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requirePageAdmin("/admin/held", "interconnect:read");
  const mayWrite = hasPermission(actor, "interconnect:write");
  const list = await readListQuery(heldQuery, "/admin/held", searchParams);
  const [data, { sites }, { currency }, trade, locale] = await Promise.all([
    listHeldOrders(list.query),
    listSites({ page: 1, per_page: 200 }),
    getSettings(),
    getTranslations("admin-trade"),
    getLocale(),
  ]);
  const columns: (Column<Row> | null)[] = [
    {
      key: "order",
      head: trade("held.columns.order"),
      cell: (row) => (
        <Link
          href={`/admin/orders/${row.order_no}`}
          className="font-medium font-mono text-xs hover:text-pine"
        >
          {row.order_no}
        </Link>
      ),
    },
    {
      key: "site",
      head: trade("held.columns.site"),
      className: "max-w-44",
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
      className: "max-w-64",
      cell: (row) => (
        <span className="flex gap-2">
          <span className="truncate">{row.title}</span>
          <span className="tabular text-ink-faint">× {row.quantity}</span>
        </span>
      ),
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
    mayWrite
      ? {
          key: "actions",
          head: "",
          align: "right",
          cell: (row) => <ReleaseButton orderNos={[row.order_no]} />,
        }
      : null,
  ];
  return (
    <ClientMessages areas={["admin", "admin-trade"]}>
      <SelectionScope>
        <PageHead
          title={trade("held.title")}
          description={trade("held.description")}
          actions={
            data.total > 0 ? (
              <span className="tabular font-medium text-sm">
                {trade("held.sum", {
                  count: data.total,
                  amount: formatMoney(data.total_amount, currency, locale),
                })}
              </span>
            ) : null
          }
        />
        <FilterBar
          selects={[
            {
              name: "site_id",
              label: trade("held.anySite"),
              options: sites.map((site) => ({ value: String(site.id), label: site.name })),
            },
          ]}
        />
        <DataTable
          label={trade("held.title")}
          columns={columns}
          rows={data.orders}
          rowKey={(row) => row.order_no}
          selectable={mayWrite}
          empty={{ icon: Hourglass, title: trade("held.empty"), description: trade("held.emptyText") }}
          isFiltered={list.isFiltered}
          clearHref="/admin/held"
          page={{
            page: data.page,
            perPage: data.per_page,
            total: data.total,
            href: (page) => list.href({ page }),
          }}
        />
        <BulkBar>
          <ReleaseButton />
          <ReleaseButton isOutside />
        </BulkBar>
      </SelectionScope>
    </ClientMessages>
  );
}
