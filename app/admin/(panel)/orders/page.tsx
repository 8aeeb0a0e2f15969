import { ShoppingCart } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { type ListColumns, timeColumn } from "@/components/admin/table/columns";
import { listFilter, rowFilter } from "@/components/admin/table/filter-options";
import { NotedText, UnitsOf } from "@/components/admin/table/row-cells";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Money } from "@/components/ui/money";
import { getProductName } from "@/lib/catalogue/admin/admin-queries";
import { countOrderTabs } from "@/lib/orders/staff/admin-filters";
import { listOrders } from "@/lib/orders/staff/admin-queries";
import { type AdminOrderList, adminOrdersQuery, orderTabs } from "@/lib/orders/staff/admin-schema";
import { ordersFor } from "@/lib/orders/staff/without-suppliers";
import { buyerKinds, fulfillmentStatuses, orderStatuses } from "@/lib/orders/state";
import { listAdminChannels } from "@/lib/payments/admin-queries";
import { toLocale } from "@/messages/locales";
import { OrderPeek } from "./_components/order-peek";

type Row = AdminOrderList["orders"][number];

const page = adminPage({
  path: "/admin/orders",
  text: "admin-sell.orders",
  icon: ShoppingCart,
  permission: "orders:read",
  menu: { group: "sell", hotkey: "o" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(adminOrdersQuery, async ({ actor, list, frame, t, may }) => {
  const mayWrite = may("orders:write");
  const locale = toLocale(await getLocale());
  const [data, counts, product, channels, status] = await Promise.all([
    listOrders(list.query, locale).then((found) => ordersFor(actor, found)),
    countOrderTabs(),
    list.query.product_id ? getProductName(list.query.product_id) : null,
    listAdminChannels(),
    getTranslations("admin.status"),
  ]);

  const pageOf = (orderNo: string) =>
    `/admin/orders/${orderNo}${list.whole ? `?list=${encodeURIComponent(list.whole)}` : ""}`;
  const columns: ListColumns<typeof page.text, Row> = [
    {
      key: "order",
      cell: (row) => (
        <Link href={pageOf(row.order_no)} className="row-no">
          {row.order_no}
        </Link>
      ),
    },
    {
      key: "product",
      className: "max-w-56",
      onCard: "whole",
      cell: (row) => <UnitsOf title={row.title} quantity={row.quantity} />,
    },
    {
      key: "buyer",
      className: "max-w-48",
      onCard: "half",
      cell: (row) => (
        <NotedText
          text={row.buyer_name}
          note={`${status(`buyer.${row.buyer}`)}${row.gift_email ? ` · ${t("gift")}` : ""}`}
        />
      ),
    },
    {
      key: "status",
      cell: (row) => {
        const problem = row.has_open_problem ? (
          <StateBadge state="failed">{t("openProblem")}</StateBadge>
        ) : null;
        const awaited = row.waits_for
          ? t("waitsFor", { site: row.waits_for })
          : row.waits_for_main_site
            ? t("waitsForMainSite")
            : row.waits_for_server
              ? t("waitsForServer")
              : null;
        if (awaited && row.fulfillment_status === "processing")
          return (
            <span className="states">
              {problem}
              <StateBadge state="delivering">
                <span className="max-w-36 truncate" title={awaited}>
                  {awaited}
                </span>
              </StateBadge>
            </span>
          );
        // Only what the order's own state does not say.
        const isTold = row.fulfillment_status === "pending" || row.fulfillment_status === "ready";
        return (
          <span className="states">
            {problem}
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
      align: "right",
      sort: { up: "amount_asc", down: "amount_desc" },
      cell: (row) => (
        <>
          <Money value={row.amount} currency={row.currency} className="font-medium" />
          {row.refunded_amount === "0.00" ? null : (
            <span className="cell-note">
              −<Money value={row.refunded_amount} currency={row.currency} />
            </span>
          )}
        </>
      ),
    },
    timeColumn("created", (row) => row.created_at, { sort: { up: "oldest", down: "newest" } }),
    timeColumn("paid", (row) => row.paid_at, { isOptional: true }),
  ];

  return (
    <ListPage
      {...frame}
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
      peek={({ key, ...peeked }) => (
        <OrderPeek actor={actor} orderNo={key} href={pageOf(key)} peeked={peeked} />
      )}
      rowTone={(row) => (row.fulfillment_status === "failed" ? "danger" : undefined)}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          listFilter("status", t("status"), orderStatuses, (value) => status(`order.${value}`)),
          listFilter("fulfillment", t("fulfillment"), fulfillmentStatuses, (value) =>
            status(`fulfillment.${value}`),
          ),
          listFilter("buyer", t("buyer"), buyerKinds, (value) => status(`buyer.${value}`)),
          rowFilter("channel_id", t("channel"), channels),
        ],
        picker: {
          name: "product_id",
          label: t("product"),
          path: "/admin/orders/products",
          chosen: product,
        },
        dates: true,
      }}
      csv={may("exports:read") && "/admin/orders/export"}
      live="/admin/orders"
      emptyAction={
        <Link href="/admin/channels" className={buttonClass("secondary", "sm")}>
          {t("emptyAct")}
        </Link>
      }
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
});
