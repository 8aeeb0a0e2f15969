"use client";

import { ChevronRight, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api/client";
import { forgetGuestOrders } from "@/components/store/order/forget-orders";
import { type KnownOrder, type OrderGist, readKnownOrders } from "@/components/store/order/guest-tokens";
import { OrderBadge } from "@/components/store/order/order-badge";
import { ProductPicture } from "@/components/store/product-picture";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { FieldError } from "@/components/ui/field";
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
  const locale = useLocale();
  const [isKept, setKept] = useState(false);
  const [standing, setStanding] = useState<ReadonlyMap<string, Standing>>(new Map());
  useEffect(() => {
    const known = readKnownOrders();
    setOrders(known);
    if (known.length === 0) return;
    const call = new AbortController();
    api<KnownOrdersOut>("/guest/orders/known", {
      body: { tokens: known.map(({ token }) => token), lang: locale },
      signal: call.signal,
    })
      .then((found) => setStanding(new Map(found.orders.map((one) => [one.order_no, one]))))
      // The list still leads to the orders, whose pages say what is wrong.
      .catch(() => undefined);
    return () => call.abort();
  }, [locale]);

  async function forget(orderNo: string) {
    setKept(!(await forgetGuestOrders([orderNo])));
    setOrders(readKnownOrders());
  }

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
                className="flex min-h-14 min-w-0 flex-1 items-center gap-3 py-3 ps-3 hover:bg-sunken sm:ps-4"
              >
                <ProductPicture
                  of={now?.product ?? { slug: order.orderNo }}
                  className="aspect-[4/3] w-14 shrink-0 rounded-md border border-line sm:w-16"
                />
                <span className="min-w-0 flex-1">
                  <span className="flex items-baseline justify-between gap-3 text-sm">
                    <span dir="auto" className="truncate font-medium" title={gist?.title}>
                      {gist?.title ?? order.orderNo}
                    </span>
                    {gist ? <Money value={gist.amount} currency={gist.currency} /> : null}
                  </span>
                  <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-faint text-xs">
                    <DateTime value={now?.created_at ?? order.at} />
                    {gist ? <span className="font-mono">{order.orderNo}</span> : null}
                    {now ? (
                      <span className="ms-auto">
                        <OrderBadge status={now.status} />
                      </span>
                    ) : null}
                  </span>
                </span>
                <ChevronRight
                  className="size-4 shrink-0 text-ink-faint max-sm:hidden rtl:rotate-180"
                  aria-hidden
                />
              </Link>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`${t("forget")}: ${order.orderNo}`}
                onClick={() => forget(order.orderNo)}
              >
                <X aria-hidden />
              </Button>
            </li>
          );
        })}
      </ul>
      <FieldError>{isKept ? t("notForgotten") : null}</FieldError>
    </section>
  );
}
