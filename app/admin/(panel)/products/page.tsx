import { Download, FileUp, Package, Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ArrangeDialog } from "@/components/admin/arrange-dialog";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { StateBadge } from "@/components/admin/state-badge";
import { BulkAction } from "@/components/admin/table/bulk-action";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions, rowOptions } from "@/components/admin/table/filter-options";
import { Thumb } from "@/components/admin/thumb";
import { buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { listAdminCategories, listAdminProducts } from "@/lib/catalogue/admin/admin-queries";
import { type AdminProductRow, adminProductQuery, productStatuses } from "@/lib/catalogue/admin/schema";
import { goodsKinds } from "@/lib/catalogue/schema";
import { paymentOutlook } from "@/lib/payments/payment-outlook";
import { BulkEdit } from "./_components/bulk-edit";

const page = adminPage({
  path: "/admin/products",
  text: "admin-sell.products",
  icon: Package,
  permission: "catalogue:read",
  menu: { group: "sell", after: "orders", hotkey: "p" },
});

export const generateMetadata = page.generateMetadata;

export default async function ProductsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "catalogue:write");
  const list = await page.readList(adminProductQuery, searchParams);
  const [data, own, categories, outlook, t, status] = await Promise.all([
    listAdminProducts(list.query),
    page.own(actor),
    listAdminCategories(),
    paymentOutlook(),
    getTranslations("admin-sell.products"),
    getTranslations("admin.status"),
  ]);

  const columns: Column<AdminProductRow>[] = [
    {
      key: "product",
      head: t("columns.product"),
      className: "max-w-88",
      sort: { up: "title" },
      cell: (row) => (
        <Link href={`/admin/products/${row.id}`} className="group flex min-w-48 items-center gap-3">
          <Thumb src={row.image} />
          <span className="min-w-0">
            <span className="block truncate font-medium group-hover:text-pine" title={row.title}>
              {row.title}
            </span>
            <span className="block truncate text-ink-faint text-xs">
              {t("options", { count: row.sku_count })}
              {" · "}
              {row.is_upstream ? t("upstream") : row.goods.map((kind) => status(`kind.${kind}`)).join(" · ")}
            </span>
          </span>
        </Link>
      ),
    },
    { key: "category", head: t("columns.category"), from: "lg", cell: (row) => row.category.name },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => <StateBadge state={row.status}>{status(`product.${row.status}`)}</StateBadge>,
    },
    {
      key: "price",
      head: t("columns.price"),
      align: "right",
      sort: { up: "price_asc", down: "price_desc" },
      cell: (row) => <Money value={row.price} currency={row.currency} className="font-medium" />,
    },
    {
      key: "stock",
      head: t("columns.stock"),
      align: "right",
      cell: (row) =>
        row.stock_status === "unlimited" ? (
          <span className="text-ink-faint">{t("unlimited")}</span>
        ) : (
          <span
            className={
              row.stock_status === "out_of_stock"
                ? "font-medium text-danger"
                : row.stock_status === "low_stock"
                  ? "font-medium text-warn"
                  : undefined
            }
          >
            {row.stock}
          </span>
        ),
    },
    { key: "sold", head: t("columns.sold"), align: "right", from: "md", cell: (row) => row.sold },
    {
      key: "reserved",
      head: t("columns.reserved"),
      align: "right",
      isOptional: true,
      cell: (row) => row.reserved,
    },
    {
      key: "created",
      head: t("columns.created"),
      align: "right",
      isOptional: true,
      cell: (row) =>
        row.created_at ? (
          <DateTime value={row.created_at} className="whitespace-nowrap text-ink-muted" />
        ) : null,
    },
    {
      key: "updated",
      head: t("columns.updated"),
      align: "right",
      from: "lg",
      sort: { down: "updated" },
      cell: (row) => (
        <DateTime value={row.updated_at} style="ago" className="whitespace-nowrap text-ink-muted" />
      ),
    },
  ];

  const create = mayWrite ? (
    <Link href="/admin/products/new" className={buttonClass("primary", "sm")}>
      <Plus aria-hidden />
      {t("new")}
    </Link>
  ) : null;
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      rows={data.products}
      rowKey={(row) => row.id}
      columns={columns}
      selectable={mayWrite}
      sort={list.query.sort}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          {
            name: "status",
            label: t("status"),
            options: listOptions(productStatuses, (value) => status(`product.${value}`)),
          },
          {
            name: "category_id",
            label: t("category"),
            options: rowOptions(categories),
          },
          {
            name: "kind",
            label: t("kind"),
            options: listOptions(goodsKinds, (value) => status(`kind.${value}`)),
          },
          {
            name: "stock",
            label: t("stock"),
            options: [
              { value: "low", label: t("low") },
              { value: "out", label: t("out") },
            ],
          },
        ],
      }}
      actions={
        <>
          <a
            href={`/api/v1/admin/products/export?${list.text}`}
            download
            className={buttonClass("secondary", "sm")}
          >
            <Download aria-hidden />
            {t("file.download")}
          </a>
          {mayWrite ? (
            <Link href="/admin/products/import" className={buttonClass("secondary", "sm")}>
              <FileUp aria-hidden />
              {t("file.import")}
            </Link>
          ) : null}
          {mayWrite ? (
            <ArrangeDialog
              items={data.products.map((row) => ({ id: row.id, title: row.title, image: row.image }))}
              path="/admin/products/order"
              labels={{
                open: t("order"),
                title: t("orderTitle"),
                text: t("orderText"),
                done: t("orderSaved"),
              }}
            />
          ) : null}
        </>
      }
      create={create}
      own={own}
      takesMatch
      areas={["admin-sell.product"]}
      bulk={
        <>
          <BulkEdit categories={categories.map(({ id, name }) => ({ id, name }))} />
          <BulkAction
            label={t("bulk.activate")}
            path="/admin/products/bulk"
            body={{ status: "active" }}
            title={t("bulk.activateTitle")}
            description={`${t("bulk.activateText")}${outlook === "none" ? ` ${t("bulk.nobodyPays")}` : ""}`}
            success={t("bulk.done")}
            undo={{ path: "/admin/products/bulk" }}
          />
          <BulkAction
            label={t("bulk.archive")}
            path="/admin/products/bulk"
            body={{ status: "archived" }}
            title={t("bulk.archiveTitle")}
            description={t("bulk.archiveText")}
            success={t("bulk.done")}
            tone="danger"
            undo={{ path: "/admin/products/bulk" }}
          />
        </>
      }
    />
  );
}
