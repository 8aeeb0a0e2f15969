import { ChevronLeft, ChevronRight } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import type { OrderNeighbors } from "@/lib/orders/staff/order-neighbors";

/** From order to order in the list that led here, with its filters. */
export async function Neighbors({ neighbors, list }: { neighbors: OrderNeighbors; list: string }) {
  const t = await getTranslations("admin-sell.order");
  const sides = [
    { orderNo: neighbors.previous, label: t("previousOrder"), Icon: ChevronLeft, rel: "prev" },
    { orderNo: neighbors.next, label: t("nextOrder"), Icon: ChevronRight, rel: "next" },
  ];
  return (
    <span className="-my-1 flex">
      {sides.map(({ orderNo, label, Icon, rel }) =>
        orderNo ? (
          <Link
            key={rel}
            rel={rel}
            href={`/admin/orders/${orderNo}${list ? `?list=${encodeURIComponent(list)}` : ""}`}
            aria-label={label}
            title={`${label}: ${orderNo}`}
            className={buttonClass("ghost", "icon-sm")}
          >
            <Icon aria-hidden />
          </Link>
        ) : (
          <span key={rel} aria-hidden className={buttonClass("ghost", "icon-sm", "opacity-30")}>
            <Icon />
          </span>
        ),
      )}
    </span>
  );
}
