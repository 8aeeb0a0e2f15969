import { PlugZap } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { RowAct } from "@/components/admin/form/row-actions";
import { Problem } from "@/components/admin/problem";
import { ShortCode } from "@/components/admin/short-code";
import { StateBadge } from "@/components/admin/state-badge";
import { buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";

const states = [
  "created",
  "paying",
  "held",
  "delivered",
  "failed",
  "canceled",
  "superseded",
  "refunded",
] as const;

type PurchasesProps = { purchases: AdminOrderDetail["purchases"]; mayOrder: boolean };

/**
 * Lists the purchases at a main site for an item: the number there, the last fault, and the time of the next attempt.
 */
export async function Purchases({ purchases, mayOrder }: PurchasesProps) {
  const [t, trade] = await Promise.all([
    getTranslations("admin-sell.order"),
    getTranslations("admin-trade.purchases"),
  ]);
  if (purchases.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-2 rounded-md bg-sunken px-3 py-2 text-xs">
      {purchases.map((purchase) => {
        const state = states.find((known) => known === purchase.status);
        return (
          <li key={purchase.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <PlugZap className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
            {purchase.connection ? (
              <Link
                href={`/admin/connections/${purchase.connection.id}`}
                className="font-medium hover:text-pine"
              >
                {purchase.connection.name}
              </Link>
            ) : (
              <span className="font-medium">{t("aMainSite")}</span>
            )}
            <StateBadge state={state ?? null}>
              {state ? trade(`statuses.${state}`) : purchase.status}
            </StateBadge>
            {purchase.upstream_order_no ? (
              <span className="flex items-center gap-1 text-ink-muted">
                {t("theirNo")} <ShortCode value={purchase.upstream_order_no} />
              </span>
            ) : null}
            {purchase.is_open && purchase.next_try_at ? (
              <span className="text-ink-muted">
                {t("nextAttempt")} <DateTime value={purchase.next_try_at} style="exact" />
              </span>
            ) : null}
            {purchase.connection ? (
              <Link href={`/admin/purchases/${purchase.id}`} className={buttonClass("ghost", "sm")}>
                {trade("look")}
              </Link>
            ) : null}
            {mayOrder && (purchase.status === "failed" || purchase.is_open) ? (
              <RowAct
                title={trade("retryTitle")}
                description={trade("retryText")}
                path={`/admin/interconnect/purchases/${purchase.id}/retry`}
                success={trade("retried")}
                label={trade("retry")}
              />
            ) : null}
            {purchase.last_error ? (
              <Problem told={purchase.last_error_rule} className="block w-full break-words text-danger" />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
