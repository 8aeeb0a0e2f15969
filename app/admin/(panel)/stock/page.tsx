import { Boxes } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { StateBadge } from "@/components/admin/state-badge";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions } from "@/components/admin/table/filter-options";
import { Thumb } from "@/components/admin/thumb";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { hasPermission } from "@/lib/acts/permissions";
import { secretKinds } from "@/lib/catalogue/schema";
import { listStock } from "@/lib/stock/admin-queries";
import { type StockRow, stockListQuery } from "@/lib/stock/schema";

const page = adminPage({
  path: "/admin/stock",
  text: "admin-sell.stock",
  icon: Boxes,
  permission: "stock:read",
  menu: { group: "sell", after: "products", hotkey: "s" },
});

export const generateMetadata = page.generateMetadata;

const levelOf = (row: StockRow) =>
  row.is_unlimited
    ? "unlimited"
    : row.available === 0
      ? "out_of_stock"
      : row.available <= row.low_at
        ? "low_stock"
        : "in_stock";

export default async function StockPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const list = await page.readList(stockListQuery, searchParams);
  const [data, own, t, status] = await Promise.all([
    listStock(list.query),
    page.own(actor),
    getTranslations("admin-sell.stock"),
    getTranslations("admin.status"),
  ]);
  const columns: Column<StockRow>[] = [
    {
      key: "option",
      head: t("columns.option"),
      className: "sm:w-1/2 sm:min-w-48 sm:max-w-0",
      sort: { up: "title" },
      cell: (row) => (
        <Link href={`/admin/stock/${row.sku_id}`} className="group flex min-w-44 items-center gap-3">
          <Thumb src={row.image} />
          <span className="min-w-0">
            <span className="block truncate font-medium group-hover:text-pine" title={row.product_title}>
              {row.product_title}
            </span>
            <span
              className="block truncate text-ink-faint text-xs"
              title={`${row.sku_name} · ${row.sku_code}`}
            >
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
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      rows={data.rows}
      rowKey={(row) => row.sku_id}
      columns={columns}
      sort={list.query.sort}
      filters={{
        search: { placeholder: t("search") },
        selects: [
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
            options: listOptions(secretKinds, (value) => status(`kind.${value}`)),
          },
        ],
      }}
      actions={
        hasPermission(actor, "stock:write") ? (
          <Link href="/admin/stock/imports" className={buttonClass("secondary", "sm")}>
            {t("imports")}
          </Link>
        ) : null
      }
      emptyAction={
        <Link href="/admin/products/new" className={buttonClass("secondary", "sm")}>
          {t("emptyAct")}
        </Link>
      }
    />
  );
}
