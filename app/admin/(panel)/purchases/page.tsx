import { ShoppingBag } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { ShortCode } from "@/components/admin/short-code";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { LiveRefresh } from "@/components/admin/table/live-refresh";
import { Button, buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { hasPermission } from "@/lib/accounts/permissions";
import { requirePageAdmin } from "@/lib/http/session";
import { listPurchases } from "@/lib/interconnect/agent/admin/queries";
import { purchaseQuery, type purchaseRow, purchaseWireStatuses } from "@/lib/interconnect/agent/admin/schema";
import { listConnections } from "@/lib/interconnect/agent/admin-queries";

type Row = z.infer<typeof purchaseRow>;

/** What can be tried again: the server decides all the same. */
const retriable = new Set(["failed", "paying", "held"]);

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-trade.purchases"))("title") };
}

export default async function PurchasesPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requirePageAdmin("/admin/purchases", "interconnect:read");
  const mayWrite = hasPermission(actor, "interconnect:write");
  const list = await readListQuery(purchaseQuery, "/admin/purchases", searchParams);
  const [data, { connections }, t] = await Promise.all([
    listPurchases(list.query),
    listConnections(),
    getTranslations("admin-trade.purchases"),
  ]);
  const columns: (Column<Row> | null)[] = [
    {
      key: "order",
      head: t("columns.order"),
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
      key: "product",
      head: t("columns.product"),
      from: "md",
      className: "max-w-56",
      cell: (row) => (
        <span className="flex gap-2">
          <span className="truncate">{row.title}</span>
          <span className="tabular text-ink-faint">× {row.quantity}</span>
        </span>
      ),
    },
    {
      key: "connection",
      head: t("columns.connection"),
      className: "max-w-32",
      cell: (row) => (
        <Link
          href={`/admin/connections/${row.connection.id}`}
          title={row.connection.name}
          className="block truncate hover:text-pine"
        >
          {row.connection.name}
        </Link>
      ),
    },
    {
      key: "theirs",
      head: t("columns.theirs"),
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
      head: t("columns.status"),
      className: "max-w-52",
      cell: (row) => (
        <>
          <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>
          {row.last_error ? (
            <span className="mt-0.5 block truncate text-danger text-xs" title={row.last_error}>
              {row.last_error}
            </span>
          ) : null}
          {row.next_try_at ? (
            <span className="block text-ink-faint text-xs">
              {t("attempt", { count: row.tries })}
              {", "}
              {t.rich("nextTry", { at: () => <DateTime value={row.next_try_at ?? ""} style="exact" /> })}
            </span>
          ) : row.tries > 1 ? (
            <span className="block text-ink-faint text-xs">{t("attempts", { count: row.tries })}</span>
          ) : null}
        </>
      ),
    },
    {
      key: "amount",
      head: t("columns.amount"),
      align: "right",
      cell: (row) => (
        <>
          {row.amount ?? "—"}
          {row.refunded_amount === "0.00" ? null : (
            <span className="block text-ink-faint text-xs">
              {t("refundedPart", { amount: row.refunded_amount })}
            </span>
          )}
        </>
      ),
    },
    {
      key: "created",
      head: t("columns.created"),
      align: "right",
      from: "md",
      cell: (row) => (
        <DateTime value={row.created_at} style="ago" className="whitespace-nowrap text-ink-muted" />
      ),
    },
    mayWrite
      ? {
          key: "actions",
          head: "",
          align: "right",
          cell: (row) =>
            retriable.has(row.status) ? (
              <ConfirmAction
                trigger={
                  <Button variant="ghost" size="sm">
                    {t("retry")}
                  </Button>
                }
                title={t("retryTitle")}
                description={t("retryText")}
                confirmLabel={t("retry")}
                path={`/admin/interconnect/purchases/${row.id}/retry`}
                success={t("retried")}
                tone="primary"
              />
            ) : null,
        }
      : null,
  ];
  return (
    <>
      <PageHead title={t("title")} description={t("description")} actions={<LiveRefresh />} />
      <FilterBar
        search={{ placeholder: t("search") }}
        selects={[
          {
            name: "status",
            label: t("anyStatus"),
            options: purchaseWireStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
          {
            name: "connection_id",
            label: t("anyConnection"),
            options: connections.map((row) => ({ value: String(row.id), label: row.name })),
          },
        ]}
      />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={data.purchases}
        rowKey={(row) => row.id}
        rowTone={(row) => (row.status === "failed" ? "danger" : undefined)}
        empty={{
          icon: ShoppingBag,
          title: t("empty"),
          description: t("emptyText"),
          action: (
            <Link href="/admin/connections" className={buttonClass("secondary", "sm")}>
              {t("emptyAct")}
            </Link>
          ),
        }}
        isFiltered={list.isFiltered}
        clearHref="/admin/purchases"
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
