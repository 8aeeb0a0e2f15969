import { getLocale, getTranslations } from "next-intl/server";
import { Facts } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { Peek } from "@/components/admin/table/peek";
import type { Peeked } from "@/components/admin/table/peeked";
import type { AdminActor } from "@/lib/acts/actor";
import { getAdminOrder } from "@/lib/orders/staff/admin-queries";
import { orderFor } from "@/lib/orders/staff/without-suppliers";
import { findCase } from "@/lib/reports/cases";
import { toLocale } from "@/messages/locales";
import { CaseTitle, CaseWords } from "../[order_no]/_components/case-words";
import { nameDetail } from "../[order_no]/_components/name-detail";
import { OrderItems } from "../[order_no]/_components/order-items";
import { OrderMoney } from "../[order_no]/_components/order-money";
import { orderTimes } from "../[order_no]/_components/order-times";

type OrderPeekProps = { actor: AdminActor; orderNo: string; href: string; peeked: Peeked };

/** An order's facts beside the list. Acts stand on its page. */
export async function OrderPeek({ actor, orderNo, href, peeked }: OrderPeekProps) {
  const locale = toLocale(await getLocale());
  const [asOrdered, found, t, status] = await Promise.all([
    getAdminOrder(orderNo).then((order) => orderFor(actor, order)),
    findCase(actor, orderNo, locale),
    getTranslations("admin-sell.order"),
    getTranslations("admin.status"),
  ]);
  const detail = await nameDetail(asOrdered, locale);
  const { order } = detail;
  return (
    <Peek row={orderNo} href={href} {...peeked}>
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap gap-1.5">
          <StateBadge state={order.payment_status}>{status(`payment.${order.payment_status}`)}</StateBadge>
          <StateBadge state={order.fulfillment_status}>
            {status(`fulfillment.${order.fulfillment_status}`)}
          </StateBadge>
        </p>
        {found ? (
          <section aria-labelledby="case-title" className="rounded-lg border border-danger/40 bg-surface">
            <header className="rounded-t-lg bg-danger-soft px-4 py-3">
              <CaseTitle found={found} />
            </header>
            <div className="flex flex-col gap-3 p-4">
              <CaseWords found={found} />
            </div>
          </section>
        ) : null}
        <Facts facts={[{ label: t("buyer"), value: detail.buyer_name }, ...(await orderTimes(detail))]} />
        <OrderItems detail={detail} ordered={asOrdered.order.items} mayMoveMoney={false} mayOrder={false} />
        <OrderMoney detail={detail} />
      </div>
    </Peek>
  );
}
