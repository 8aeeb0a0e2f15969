import { getTranslations } from "next-intl/server";
import { Money } from "@/components/ui/money";
import type { OrderList } from "@/lib/orders/schema";
import { StateBadge } from "./state-badge";
import { OrderLink } from "./table/cells";

type RecentOrder = Pick<OrderList["orders"][number], "order_no" | "status" | "amount" | "currency">;

/** The newest orders of one buyer, each with its state and sum. */
export async function RecentOrders({ orders }: { orders: readonly RecentOrder[] }) {
  const status = await getTranslations("admin.status.order");
  return (
    <ul className="mt-1.5 grid gap-1">
      {orders.map((row) => (
        <li key={row.order_no} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs">
          <OrderLink orderNo={row.order_no} />
          <StateBadge state={row.status}>{status(row.status)}</StateBadge>
          <Money value={row.amount} currency={row.currency} className="ml-auto" />
        </li>
      ))}
    </ul>
  );
}
