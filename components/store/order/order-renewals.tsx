"use client";

import { CalendarClock } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { OwnRenewals } from "@/lib/orders/renewals/schema";
import { useRead } from "../use-read";
import { OrderSection } from "./order-section";

type OrderRenewalsProps = { orderNo: string; base: string; token: string | null };

const isOneOfMany = (renewals: OwnRenewals["renewals"], item: number) =>
  renewals.filter((each) => each.item === item).length > 1;

/** Lists the parts of an order that end and can be renewed, each with the way there. */
export function OrderRenewals({ orderNo, base, token }: OrderRenewalsProps) {
  const t = useTranslations("order.renewals");
  const { data } = useRead<OwnRenewals>(`${base}/renewals`, { token });
  if (!data || data.renewals.length === 0) return null;
  return (
    <OrderSection id="renewals" title={t("title")}>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {data.renewals.map((one) => (
          <li
            key={`${one.item}:${one.license_id ?? ""}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4"
          >
            <CalendarClock className="size-5 shrink-0 text-brass" aria-hidden />
            <p className="min-w-0 flex-1 basis-48">
              <span className="block break-words font-medium">
                {[one.title, one.sku_name].filter(Boolean).join(" · ")}
              </span>
              <span className="block text-ink-muted text-sm">
                {one.license_id !== null && isOneOfMany(data.renewals, one.item) ? (
                  <span className="block font-mono">{one.license_id}</span>
                ) : null}
                {t(Date.parse(one.ends_at) <= Date.now() ? "ended" : "ends")} <DateTime value={one.ends_at} />
              </span>
            </p>
            <Link href={renewPath(orderNo, one)} className={buttonClass("secondary")}>
              {t("renew")}
            </Link>
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

/** Where something of an order is renewed; the address names it among others of the order. */
export function renewPath(
  orderNo: string,
  { item, license_id }: { item: number; license_id: string | null },
): string {
  const query = new URLSearchParams({ item: String(item), ...(license_id ? { license: license_id } : {}) });
  return `/orders/${orderNo}/renew?${query}`;
}
