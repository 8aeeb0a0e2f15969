import { CircleCheck, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { AdminActor } from "@/lib/accounts/actor";
import { hasPermission } from "@/lib/accounts/permissions";
import { countAttention } from "@/lib/reports/attention";

const places = [
  ["failedOrders", "orders", "/admin/orders?fulfillment=failed", "orders:read"],
  ["refunds", "refunds", "/admin/refunds?status=pending", "payments:read"],
  ["callbacks", "callbacks", "/admin/callbacks?status=failed", "interconnect:read"],
  ["purchases", "purchases", "/admin/purchases?status=failed", "interconnect:read"],
  ["held", "held", "/admin/held", "interconnect:read"],
  ["stock", "stock", "/admin/stock?level=out", "stock:read"],
  ["mails", "mails", "/admin/mails?status=failed", "customers:read"],
] as const;

/** What waits for a person and this one may open, first thing on the page; one quiet line when nothing does. */
export async function Attention({ actor }: { actor: AdminActor }) {
  const [t, { counts }] = await Promise.all([getTranslations("admin-sell.overview"), countAttention(actor)]);
  const waiting = places.filter(
    ([, count, , permission]) => counts[count] > 0 && hasPermission(actor, permission),
  );
  if (waiting.length === 0) {
    return (
      <p className="flex items-center gap-2 text-ink-muted text-sm">
        <CircleCheck className="size-4 text-ok" aria-hidden />
        {t("allFine")}
      </p>
    );
  }
  return (
    <section aria-label={t("attention")} className="flex flex-wrap gap-2">
      {waiting.map(([key, count, href]) => (
        <Link
          key={key}
          href={href}
          className="inline-flex min-h-9 items-center gap-2 rounded-md border border-line-strong bg-warn-soft px-3 py-1.5 text-sm text-warn hover:border-control"
        >
          <TriangleAlert className="size-4 shrink-0" aria-hidden />
          {t(key, { count: counts[count] })}
        </Link>
      ))}
    </section>
  );
}
