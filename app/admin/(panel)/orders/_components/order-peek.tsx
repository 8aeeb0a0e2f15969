import { getTranslations } from "next-intl/server";
import { Facts } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { Peek } from "@/components/admin/table/peek";
import type { Peeked } from "@/components/admin/table/peeked";
import type { AdminActor } from "@/lib/acts/actor";
import { getAdminOrder } from "@/lib/orders/staff/admin-queries";
import { orderFor } from "@/lib/orders/staff/without-suppliers";
import { OrderItems } from "../[order_no]/_components/order-items";
import { OrderMoney } from "../[order_no]/_components/order-money";
import { orderTimes } from "../[order_no]/_components/order-times";

type OrderPeekProps = { actor: AdminActor; orderNo: string; href: string; peeked: Peeked };

/** An order's facts beside the list. Acts stand on its page. */
export async function OrderPeek({ actor, orderNo, href, peeked }: OrderPeekProps) {
  const [detail, t, status] = await Promise.all([
    getAdminOrder(orderNo).then((found) => orderFor(actor, found)),
    getTranslations("admin-sell.order"),
    getTranslations("admin.status"),
  ]);
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
        <Facts facts={[{ label: t("buyer"), value: detail.buyer_name }, ...(await orderTimes(detail))]} />
        <OrderItems detail={detail} mayMoveMoney={false} mayOrder={false} />
        <OrderMoney detail={detail} />
      </div>
    </Peek>
  );
}
