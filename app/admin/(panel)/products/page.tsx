import { Download, FileUp, Package, Plus } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ArrangeDialog } from "@/components/admin/arrange-dialog";
import { ListPage } from "@/components/admin/list-page";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { type ListColumns, numberColumn, stateColumn, timeColumn } from "@/components/admin/table/columns";
import { EditCell } from "@/components/admin/table/edit-cell";
import { listFilter, rowFilter } from "@/components/admin/table/filter-options";
import { Thumb } from "@/components/admin/thumb";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { listAdminCategories, listAdminProducts } from "@/lib/catalogue/admin/admin-queries";
import { type AdminProductRow, adminProductQuery } from "@/lib/catalogue/admin/schema";
import { goodsKinds, productStatuses } from "@/lib/catalogue/choices";
import { writeAmount } from "@/lib/core/money";
import { paymentOutlook } from "@/lib/payments/payment-outlook";
import { toLocale } from "@/messages/locales";
import { BulkEdit } from "./_components/bulk-edit";

const page = adminPage({
  path: "/admin/products",
  text: "admin-sell.products",
  icon: Package,
  permission: "catalogue:read",
  menu: { group: "sell", after: "orders", hotkey: "p" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(adminProductQuery, async ({ list, frame, t, may }) => {
  const mayWrite = may("catalogue:write");
  const locale = toLocale(await getLocale());
  const [data, categories, outlook, status] = await Promise.all([
    listAdminProducts(list.query, locale),
    listAdminCategories(),
    paymentOutlook(),
    getTranslations("admin.status"),
  ]);

  const columns: ListColumns<typeof page.text, AdminProductRow> = [
    {
      key: "product",
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
    { key: "category", from: "lg", cell: (row) => row.category.name },
    stateColumn("status", (row) => [row.status, status(`product.${row.status}`)]),
    {
      key: "price",
      align: "right",
      sort: { up: "price_asc", down: "price_desc" },
      cell: (row) => {
        const price = <Money value={row.price} currency={row.currency} className="font-medium" />;
        return mayWrite && row.only_sku_id !== null ? (
          <EditCell
            label={t("priceOf", { title: row.title })}
            value={writeAmount(row.price, row.currency)}
            path={`/admin/skus/${row.only_sku_id}`}
            member="price"
            seen={{ seen: { price: row.price } }}
          >
            {price}
          </EditCell>
        ) : (
          price
        );
      },
    },
    {
      key: "stock",
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
    {
      key: "low_stock_at",
      align: "right",
      isOptional: true,
      cell: (row) =>
        mayWrite ? (
          <EditCell
            label={t("warningOf", { title: row.title })}
            value={String(row.low_stock_at)}
            path={`/admin/products/${row.id}`}
            member="low_stock_at"
            isCount
            seen={{ seen_at: row.updated_at }}
          >
            {row.low_stock_at}
          </EditCell>
        ) : (
          row.low_stock_at
        ),
    },
    numberColumn("sold", (row) => row.sold, { from: "md" }),
    numberColumn("reserved", (row) => row.reserved, { isOptional: true }),
    timeColumn("created", (row) => row.created_at, { style: "datetime", isOptional: true }),
    timeColumn("updated", (row) => row.updated_at, { from: "lg", sort: { down: "updated" } }),
  ];

  const create = mayWrite ? (
    <Link href="/admin/products/new" className={buttonClass("primary", "sm")}>
      <Plus aria-hidden />
      {t("new")}
    </Link>
  ) : null;
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.products}
      rowKey={(row) => row.id}
      columns={columns}
      selectable={mayWrite}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          listFilter("status", t("status"), productStatuses, (value) => status(`product.${value}`)),
          rowFilter("category_id", t("category"), categories),
          listFilter("kind", t("kind"), goodsKinds, (value) => status(`kind.${value}`)),
          listFilter("stock", t("stock"), ["low", "out"], (value) => t(value)),
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
      takesMatch
      areas={["admin-sell.products.bulk", "admin-sell.product.fields.stock_display"]}
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
});
