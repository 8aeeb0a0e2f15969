"use client";

import { ChevronRight, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import {
  forgetGuestOrder,
  type KnownOrder,
  type OrderGist,
  readKnownOrders,
} from "@/components/store/order/guest-tokens";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";

/** The storage may have been changed by hand: an amount that cannot be read must not break the page. */
const isGist = (gist: KnownOrder["gist"]): gist is OrderGist =>
  /^\d+\.\d\d$/.test(gist?.amount ?? "") && /^[A-Z]{3}$/.test(gist?.currency ?? "");

/** The orders whose tokens this browser holds. They can be removed, for a shared computer. */
export function KnownOrders() {
  const t = useTranslations("order.lookup");
  const [orders, setOrders] = useState<KnownOrder[]>([]);
  useEffect(() => setOrders(readKnownOrders()), []);
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="known" className="mt-8">
      <h2 id="known" className="text-lg">
        {t("here")}
      </h2>
      <ul className="mt-3 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {orders.map((order) => (
          <li key={order.orderNo} className="flex items-center">
            <Link
              href={`/orders/${order.orderNo}`}
              className="flex min-h-14 min-w-0 flex-1 items-center justify-between gap-3 px-4 hover:bg-sunken"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium text-sm">
                  {order.gist?.title ?? order.orderNo}
                </span>
                <span className="block truncate text-ink-faint text-xs">
                  <DateTime value={order.at} /> {order.gist ? `· ${order.orderNo}` : null}
                </span>
              </span>
              {isGist(order.gist) ? (
                <Money
                  value={order.gist.amount}
                  currency={order.gist.currency}
                  className="ml-auto shrink-0 text-sm"
                />
              ) : null}
              <ChevronRight className="size-4 shrink-0 text-ink-faint" aria-hidden />
            </Link>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`${t("forget")}: ${order.orderNo}`}
              onClick={() => {
                forgetGuestOrder(order.orderNo);
                setOrders(readKnownOrders());
              }}
            >
              <X aria-hidden />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
