import { Boxes } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { Thumb } from "@/components/admin/thumb";
import { buttonClass } from "@/components/ui/button";
import { secretKinds } from "@/lib/catalogue/schema";
import { requirePageAdmin } from "@/lib/http/session";
import { listStock } from "@/lib/stock/admin-queries";
import { type StockRow, stockListQuery } from "@/lib/stock/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-sell.stock"))("title") };
}

const levelOf = (row: StockRow) =>
  row.is_unlimited
    ? "unlimited"
    : row.available === 0
      ? "out_of_stock"
      : row.available <= row.low_at
        ? "low_stock"
        : "in_stock";

export default async function StockPage({ searchParams }: { searchParams: SearchParams }) {
  await requirePageAdmin("/admin/stock", "stock:read");
  const list = await readListQuery(stockListQuery, "/admin/stock", searchParams);
  const [data, t, status] = await Promise.all([
    listStock(list.query),
    getTranslations("admin-sell.stock"),
    getTranslations("admin.status"),
  ]);
  const columns: Column<StockRow>[] = [
    {
      key: "option",
      head: t("columns.option"),
      sort: { up: "title" },
      cell: (row) => (
        <Link href={`/admin/stock/${row.sku_id}`} className="group flex min-w-44 items-center gap-3">
          <Thumb src={row.image} />
          <span className="min-w-0">
            <span className="block truncate font-medium group-hover:text-pine">{row.product_title}</span>
            <span className="block truncate text-ink-faint text-xs">
              {row.sku_name} · <code className="font-mono">{row.sku_code}</code>
            </span>
          </span>
        </Link>
      ),
    },
    { key: "kind", head: t("columns.kind"), from: "md", cell: (row) => status(`kind.${row.kind}`) },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => {
        const level = levelOf(row);
        return row.is_on_sale ? (
          <StateBadge state={level}>{status(`stock.${level}`)}</StateBadge>
        ) : (
          <StateBadge state="draft">{status("product.draft")}</StateBadge>
        );
      },
    },
    {
      key: "available",
      head: t("columns.available"),
      align: "right",
      sort: { up: "available_asc", down: "available_desc" },
      cell: (row) => (row.is_unlimited ? "∞" : row.available),
    },
    { key: "reserved", head: t("columns.reserved"), align: "right", from: "md", cell: (row) => row.reserved },
    {
      key: "sold",
      head: t("columns.sold"),
      align: "right",
      from: "md",
      sort: { down: "sold_desc" },
      cell: (row) => row.sold,
    },
  ];
  return (
    <>
      <PageHead title={t("title")} description={t("description")} />
      <FilterBar
        search={{ placeholder: t("search") }}
        selects={[
          {
            name: "level",
            label: t("level"),
            options: [
              { value: "low", label: t("low") },
              { value: "out", label: t("out") },
            ],
          },
          {
            name: "kind",
            label: t("kind"),
            options: secretKinds.map((value) => ({ value, label: status(`kind.${value}`) })),
          },
        ]}
      />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={data.rows}
        rowKey={(row) => row.sku_id}
        empty={{
          icon: Boxes,
          title: t("empty"),
          description: t("emptyText"),
          action: (
            <Link href="/admin/products/new" className={buttonClass("secondary", "sm")}>
              {t("emptyAct")}
            </Link>
          ),
        }}
        isFiltered={list.isFiltered}
        clearHref="/admin/stock"
        sort={{ value: list.query.sort, href: (sort) => list.href({ sort }) }}
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
