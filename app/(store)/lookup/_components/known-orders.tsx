"use client";

import { ChevronRight, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api/client";
import {
  forgetGuestOrder,
  type KnownOrder,
  type OrderGist,
  readKnownOrders,
} from "@/components/store/order/guest-tokens";
import { OrderBadge } from "@/components/store/order/order-badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import type { KnownOrders as KnownOrdersOut } from "@/lib/orders/guests/schema";

/** The storage may have been changed by hand: an amount that cannot be read must not break the page. */
const isGist = (gist: KnownOrder["gist"]): gist is OrderGist =>
  /^\d+\.\d\d$/.test(gist?.amount ?? "") && /^[A-Z]{3}$/.test(gist?.currency ?? "");

type Standing = KnownOrdersOut["orders"][number];

/** The orders whose tokens this browser holds. They can be removed, for a shared computer. */
export function KnownOrders() {
  const t = useTranslations("order.lookup");
  const [orders, setOrders] = useState<KnownOrder[]>([]);
  const [standing, setStanding] = useState<ReadonlyMap<string, Standing>>(new Map());
  useEffect(() => {
    const known = readKnownOrders();
    setOrders(known);
    if (known.length === 0) return;
    const call = new AbortController();
    api<KnownOrdersOut>("/guest/orders/known", {
      body: { tokens: known.map(({ token }) => token) },
      signal: call.signal,
    })
      .then((found) => setStanding(new Map(found.orders.map((one) => [one.order_no, one]))))
      // The list still leads to the orders, whose pages say what is wrong.
      .catch(() => undefined);
    return () => call.abort();
  }, []);
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby="known" className="mt-8">
      <h2 id="known" className="text-lg">
        {t("here")}
      </h2>
      <ul className="mt-3 divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
        {orders.map((order) => {
          const now = standing.get(order.orderNo);
          const gist = now ?? (isGist(order.gist) ? order.gist : null);
          return (
            <li key={order.orderNo} className="flex items-center">
              <Link
                href={`/orders/${order.orderNo}`}
                className="flex min-h-14 min-w-0 flex-1 items-center justify-between gap-3 px-4 py-2 hover:bg-sunken"
              >
                <span className="min-w-0">
                  <span className="block truncate font-medium text-sm" title={gist?.title}>
                    {gist?.title ?? order.orderNo}
                  </span>
                  <span className="flex flex-wrap gap-x-1.5 text-ink-faint text-xs">
                    <DateTime value={now?.created_at ?? order.at} />
                    {gist ? <span className="font-mono">{order.orderNo}</span> : null}
                  </span>
                </span>
                <span className="ms-auto flex shrink-0 flex-col items-end gap-1">
                  {gist ? <Money value={gist.amount} currency={gist.currency} className="text-sm" /> : null}
                  {now ? <OrderBadge status={now.status} /> : null}
                </span>
                <ChevronRight className="size-4 shrink-0 text-ink-faint rtl:rotate-180" aria-hidden />
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
          );
        })}
      </ul>
    </section>
  );
}
