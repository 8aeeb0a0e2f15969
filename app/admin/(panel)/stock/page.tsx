import { Boxes } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, numberColumn } from "@/components/admin/table/columns";
import { listFilter } from "@/components/admin/table/filter-options";
import { Thumb } from "@/components/admin/thumb";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
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

export default page.list(stockListQuery, async ({ list, frame, t, may }) => {
  const [data, status] = await Promise.all([listStock(list.query), getTranslations("admin.status")]);
  const columns: ListColumns<typeof page.text, StockRow> = [
    {
      key: "option",
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
    { key: "kind", from: "md", cell: (row) => status(`kind.${row.kind}`) },
    {
      key: "status",
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
      align: "right",
      sort: { up: "available_asc", down: "available_desc" },
      cell: (row) => (row.is_unlimited ? "∞" : row.available),
    },
    numberColumn("reserved", (row) => row.reserved, { from: "md" }),
    numberColumn("sold", (row) => row.sold, { from: "md", sort: { down: "sold_desc" } }),
  ];
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.rows}
      rowKey={(row) => row.sku_id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          listFilter("level", t("level"), ["low", "out"], (value) => t(value)),
          listFilter("kind", t("kind"), secretKinds, (value) => status(`kind.${value}`)),
        ],
      }}
      actions={
        may("stock:write") ? (
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
});
