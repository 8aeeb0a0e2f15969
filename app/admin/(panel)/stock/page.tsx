import { Boxes } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, numberColumn } from "@/components/admin/table/columns";
import { EditCell } from "@/components/admin/table/edit-cell";
import { listFilter } from "@/components/admin/table/filter-options";
import { ToggleCell } from "@/components/admin/table/toggle-cell";
import { Thumb } from "@/components/admin/thumb";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { secretKinds } from "@/lib/catalogue/choices";
import { writeAmount } from "@/lib/core/money";
import { getSettings } from "@/lib/settings/queries";
import { listStock } from "@/lib/stock/admin-queries";
import { type StockRow, stockListQuery } from "@/lib/stock/schema";
import { toLocale } from "@/messages/locales";

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

const optionOf = ({ product_title, sku_name }: StockRow): string =>
  sku_name ? `${product_title} · ${sku_name}` : product_title;

export default page.list(stockListQuery, async ({ list, frame, t, may }) => {
  const [data, status, { currency }] = await Promise.all([
    listStock(list.query, toLocale(await getLocale())),
    getTranslations("admin.status"),
    getSettings(),
  ]);
  const mayPrice = may("catalogue:write");
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
    { key: "kind", from: "md", className: "whitespace-nowrap", cell: (row) => status(`kind.${row.kind}`) },
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
    {
      key: "price",
      align: "right",
      cell: (row) =>
        row.is_upstream || !mayPrice ? (
          <Money value={row.price} currency={currency} />
        ) : (
          <EditCell
            label={t("priceOf", { option: optionOf(row) })}
            value={writeAmount(row.price, currency)}
            path={`/admin/skus/${row.sku_id}`}
            member="price"
            seen={{ seen: { price: row.price } }}
          >
            <Money value={row.price} currency={currency} />
          </EditCell>
        ),
    },
    mayPrice
      ? {
          key: "on",
          from: "lg",
          cell: (row) => (
            <ToggleCell
              label={t("onOf", { option: optionOf(row) })}
              isOn={row.is_active}
              path={`/admin/skus/${row.sku_id}`}
              member="is_active"
            />
          ),
        }
      : null,
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
