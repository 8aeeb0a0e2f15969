import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { ClientMessages } from "@/components/store/client-messages";
import { CopyButton } from "@/components/ui/copy-button";
import { readMoneyLeft } from "@/lib/accounts/staff/roles/money-limit";
import { hasPermission, type Permission } from "@/lib/acts/permissions";
import { requirePageAdmin } from "@/lib/http/caller/session";
import { getAdminOrder } from "@/lib/orders/staff/admin-queries";
import { adminOrdersQuery } from "@/lib/orders/staff/admin-schema";
import { findOrderNeighbors } from "@/lib/orders/staff/order-neighbors";
import { orderFor } from "@/lib/orders/staff/without-suppliers";
import { findCase } from "@/lib/reports/cases";
import { getOrderHistory } from "@/lib/reports/order-history";
import { toLocale } from "@/messages/locales";
import { findOr404 } from "../../find-or-404";
import { CasePanel } from "./_components/case-panel";
import { Disputes } from "./_components/disputes";
import { nameDetail } from "./_components/name-detail";
import { Neighbors } from "./_components/neighbors";
import { OrderActions } from "./_components/order-actions";
import { OrderItems } from "./_components/order-items";
import { OrderMoney } from "./_components/order-money";
import { OrderSide } from "./_components/order-side";
import { isKeptPart } from "./_components/refund-methods";
import { RevealKeys } from "./_components/reveal-keys";
import { TimeLine } from "./_components/time-line";
import { waitsFor } from "./_components/waits-for";

type Props = { params: Promise<{ order_no: string }>; searchParams: SearchParams };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).order_no };
}

export default async function OrderPage({ params, searchParams }: Props) {
  const { order_no } = await params;
  const actor = await requirePageAdmin(`/admin/orders/${order_no}`, "orders:read");
  const asOrdered = orderFor(actor, await findOr404(() => getAdminOrder(order_no)));
  const { list: from } = await searchParams;
  const list = await readListQuery(
    adminOrdersQuery,
    "/admin/orders",
    Promise.resolve(Object.fromEntries(new URLSearchParams(typeof from === "string" ? from : ""))),
  );
  const locale = toLocale(await getLocale());
  const detail = await nameDetail(asOrdered, locale);
  const [found, moneyLeft, history, neighbors, t, status] = await Promise.all([
    findCase(actor, order_no, locale),
    readMoneyLeft(actor),
    getOrderHistory(actor, order_no),
    findOrderNeighbors(list.query, order_no),
    getTranslations("admin-sell.order"),
    getTranslations("admin.status"),
  ]);
  const may = (permission: Permission) => hasPermission(actor, permission);
  const mayWrite = may("orders:write");
  const { order } = detail;
  const open = detail.purchases.find((purchase) => purchase.is_open);
  const isServerAsked = detail.server_requests.some((request) => request.is_awaited);
  const isWithdrawn = ({ fulfillment }: (typeof order.items)[number]) =>
    fulfillment.status === "revoked" && fulfillment.delivered_at !== undefined;
  const hasKeys = order.items.some(
    (item) => item.fulfillment.status === "ready" || isWithdrawn(item) || isKeptPart(detail, item),
  );

  const acts = mayWrite ? (
    <OrderActions
      detail={detail}
      ordered={asOrdered.order.items}
      mayRelease={may("interconnect:write")}
      mayMoveMoney={may("money:write")}
      isCase={found !== null}
    />
  ) : null;

  return (
    <ClientMessages
      areas={[
        "admin-sell.order.case",
        "admin-sell.order.byHandForm",
        "admin-sell.order.keyPanel",
        "admin-sell.replies",
        "admin-trade.held",
      ]}
    >
      <PageHead
        back={{ href: list.whole ? `/admin/orders?${list.whole}` : "/admin/orders", label: t("back") }}
        title={
          <span className="flex items-center gap-1 font-mono text-lg">
            {order.order_no}
            <CopyButton value={order.order_no} size="icon-sm" variant="ghost" />
          </span>
        }
        badges={
          <>
            <Neighbors neighbors={neighbors} list={list.whole} />
            <StateBadge state={order.payment_status}>{status(`payment.${order.payment_status}`)}</StateBadge>
            {order.status === "expired" || order.status === "canceled" ? (
              <StateBadge state={order.status}>{status(`order.${order.status}`)}</StateBadge>
            ) : (
              <StateBadge state={order.fulfillment_status}>
                {open && order.fulfillment_status === "processing"
                  ? waitsFor(t, open)
                  : isServerAsked && order.fulfillment_status === "processing"
                    ? t("waitsForServer")
                    : status(`fulfillment.${order.fulfillment_status}`)}
              </StateBadge>
            )}
          </>
        }
        actions={found ? null : acts}
      />
      {found ? (
        <CasePanel
          found={found}
          detail={detail}
          ordered={asOrdered.order.items}
          staffId={actor.staffId}
          mayWrite={mayWrite}
          mayAddStock={may("stock:write")}
          moneyLeft={moneyLeft}
          acts={acts}
        />
      ) : null}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="flex min-w-0 flex-col gap-4">
          <OrderItems
            detail={detail}
            ordered={asOrdered.order.items}
            mayMoveMoney={mayWrite && may("money:write")}
            mayOrder={may("interconnect:write")}
          />
          {/* Anything that happens to the order hides the keys again: they may have changed. */}
          {mayWrite && hasKeys ? (
            <RevealKeys
              key={detail.events.length}
              orderNo={order.order_no}
              titles={Object.fromEntries(order.items.map(({ id, title }) => [id, title]))}
              isWithdrawn={order.items.some(isWithdrawn)}
            />
          ) : null}
          <OrderMoney detail={detail} />
          <Disputes detail={detail} mayWrite={mayWrite} mayExport={may("exports:read")} />
          <TimeLine detail={detail} entries={history.entries} mayWrite={mayWrite} />
        </div>
        <OrderSide detail={detail} history={history.buyer} mayWrite={mayWrite} />
      </div>
    </ClientMessages>
  );
}
