import { ShoppingCart } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { LinkTabs } from "@/components/admin/link-tabs";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { StateBadge } from "@/components/admin/state-badge";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { UnitsOf } from "@/components/admin/table/cells";
import { CsvLink } from "@/components/admin/table/csv-link";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions, rowOptions } from "@/components/admin/table/filter-options";
import { LiveRows } from "@/components/admin/table/live-rows";
import { buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { getProductName } from "@/lib/catalogue/admin/admin-queries";
import { countOrderTabs } from "@/lib/orders/staff/admin-filters";
import { listOrders } from "@/lib/orders/staff/admin-queries";
import { type AdminOrderList, adminOrdersQuery, orderTabs } from "@/lib/orders/staff/admin-schema";
import { ordersFor } from "@/lib/orders/staff/without-suppliers";
import { buyerKinds, fulfillmentStatuses, orderStatuses } from "@/lib/orders/state";
import { listAdminChannels } from "@/lib/payments/admin-queries";

type Row = AdminOrderList["orders"][number];

const page = adminPage({
  path: "/admin/orders",
  text: "admin-sell.orders",
  icon: ShoppingCart,
  permission: "orders:read",
  menu: { group: "sell", hotkey: "o" },
});

export const generateMetadata = page.generateMetadata;

export default async function OrdersPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "orders:write");
  const list = await page.readList(adminOrdersQuery, searchParams);
  const [data, own, counts, product, channels, t, status] = await Promise.all([
    listOrders(list.query).then((found) => ordersFor(actor, found)),
    page.own(actor),
    countOrderTabs(),
    list.query.product_id ? getProductName(list.query.product_id) : null,
    listAdminChannels(),
    getTranslations("admin-sell.orders"),
    getTranslations("admin.status"),
  ]);

  const columns: Column<Row>[] = [
    {
      key: "order",
      head: t("columns.order"),
      cell: (row) => (
        <Link
          href={`/admin/orders/${row.order_no}${list.whole ? `?list=${encodeURIComponent(list.whole)}` : ""}`}
          className="font-medium font-mono text-xs hover:text-pine"
        >
          {row.order_no}
        </Link>
      ),
    },
    {
      key: "product",
      head: t("columns.product"),
      className: "max-w-56",
      cell: (row) => <UnitsOf title={row.title} quantity={row.quantity} />,
    },
    {
      key: "buyer",
      head: t("columns.buyer"),
      className: "max-w-48",
      cell: (row) => (
        <span className="block" title={row.buyer_name}>
          <span className="block truncate" title={row.buyer_name}>
            {row.buyer_name}
          </span>
          <span className="block text-ink-faint text-xs">{status(`buyer.${row.buyer}`)}</span>
        </span>
      ),
    },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => {
        const awaited = row.waits_for
          ? t("waitsFor", { site: row.waits_for })
          : row.waits_for_main_site
            ? t("waitsForMainSite")
            : row.waits_for_server
              ? t("waitsForServer")
              : null;
        if (awaited && row.fulfillment_status === "processing")
          return (
            <StateBadge state="delivering">
              <span className="max-w-36 truncate" title={awaited}>
                {awaited}
              </span>
            </StateBadge>
          );
        // Only what the order's own state does not say.
        const isTold = row.fulfillment_status === "pending" || row.fulfillment_status === "ready";
        return (
          <span className="flex flex-wrap gap-1">
            <StateBadge state={row.status}>{status(`order.${row.status}`)}</StateBadge>
            {isTold ? null : (
              <StateBadge state={row.fulfillment_status}>
                {status(`fulfillment.${row.fulfillment_status}`)}
              </StateBadge>
            )}
          </span>
        );
      },
    },
    {
      key: "amount",
      head: t("columns.amount"),
      align: "right",
      sort: { up: "amount_asc", down: "amount_desc" },
      cell: (row) => (
        <>
          <Money value={row.amount} currency={row.currency} className="font-medium" />
          {row.refunded_amount === "0.00" ? null : (
            <span className="block text-ink-faint text-xs">
              −<Money value={row.refunded_amount} currency={row.currency} />
            </span>
          )}
        </>
      ),
    },
    {
      key: "created",
      head: t("columns.created"),
      align: "right",
      sort: { up: "oldest", down: "newest" },
      cell: (row) => (
        <DateTime value={row.created_at} style="ago" className="whitespace-nowrap text-ink-muted" />
      ),
    },
    {
      key: "paid",
      head: t("columns.paid"),
      align: "right",
      isOptional: true,
      cell: (row) =>
        row.paid_at ? (
          <DateTime value={row.paid_at} style="ago" className="whitespace-nowrap text-ink-muted" />
        ) : null,
    },
  ];

  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      rows={data.orders}
      rowKey={(row) => row.order_no}
      columns={columns}
      selectable={mayWrite}
      takesMatch
      bulk={
        mayWrite ? (
          <>
            <BulkAction
              label={t("bulk.deliver")}
              path="/admin/orders/bulk"
              member="order_nos"
              body={{ act: "deliver" }}
              title={t("bulk.deliver")}
              description={t("bulk.deliverText")}
              success={t("bulk.delivered")}
            />
            <BulkAction
              label={t("bulk.cancel")}
              path="/admin/orders/bulk"
              member="order_nos"
              body={{ act: "cancel" }}
              title={t("bulk.cancelTitle")}
              description={t("bulk.cancelText")}
              success={t("bulk.canceled")}
              tone="danger"
            />
          </>
        ) : null
      }
      rowTone={(row) => (row.fulfillment_status === "failed" ? "danger" : undefined)}
      sort={list.query.sort}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          {
            name: "status",
            label: t("status"),
            options: listOptions(orderStatuses, (value) => status(`order.${value}`)),
          },
          {
            name: "fulfillment",
            label: t("fulfillment"),
            options: listOptions(fulfillmentStatuses, (value) => status(`fulfillment.${value}`)),
          },
          {
            name: "buyer",
            label: t("buyer"),
            options: listOptions(buyerKinds, (value) => status(`buyer.${value}`)),
          },
          {
            name: "channel_id",
            label: t("channel"),
            options: rowOptions(channels),
          },
        ],
        picker: {
          name: "product_id",
          label: t("product"),
          path: "/admin/orders/products",
          chosen: product,
        },
        dates: true,
        children: hasPermission(actor, "exports:read") ? (
          <CsvLink href={`/api/v1/admin/orders/export?${list.text}`} />
        ) : null,
      }}
      actions={<LiveRows api="/admin/orders" list={list} since={own.drawnAt} />}
      emptyAction={
        <Link href="/admin/channels" className={buttonClass("secondary", "sm")}>
          {t("emptyAct")}
        </Link>
      }
      own={own}
    >
      <LinkTabs
        label={t("title")}
        tabs={[null, ...orderTabs].map((tab) => ({
          href: tab ? `/admin/orders?tab=${tab}` : "/admin/orders",
          label: tab ? t(`tabs.${tab}`, { count: counts[tab] }) : t("tabs.all"),
          isCurrent: (list.query.tab ?? null) === tab,
        }))}
      />
    </ListPage>
  );
}
