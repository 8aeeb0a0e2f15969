import { CircleCheck, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { countAttention } from "@/lib/reports/attention";

const places = [
  ["failedOrders", "orders", "/admin/orders?fulfillment=failed"],
  ["refunds", "refunds", "/admin/refunds?status=pending"],
  ["callbacks", "callbacks", "/admin/callbacks?status=failed"],
  ["purchases", "purchases", "/admin/purchases?status=failed"],
  ["held", "held", "/admin/held"],
  ["stock", "stock", "/admin/stock?level=out"],
  ["mails", "mails", "/admin/mails?status=failed"],
] as const;

/** What waits for a person, first thing on the page; one quiet line when nothing does. */
export async function Attention() {
  const [t, { counts }] = await Promise.all([getTranslations("admin-sell.overview"), countAttention()]);
  const waiting = places.filter(([, count]) => counts[count] > 0);
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
