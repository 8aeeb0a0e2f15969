import { useTranslations } from "next-intl";
import { StateBadge } from "@/components/admin/state-badge";
import { DateTime } from "@/components/ui/date-time";
import type { SiteView } from "@/lib/interconnect/main/admin/schema";

/** Whether an agent has called, and whether it takes our callbacks: what was tried, when, and what came of it. */
export function SiteHealth({ site }: { site: Pick<SiteView, "last_call_at" | "callbacks_failing_since"> }) {
  const t = useTranslations("admin-trade.sites");
  if (site.callbacks_failing_since)
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-0.5">
        <StateBadge state="failed">{t("callbacksFail")}</StateBadge>
        <DateTime value={site.callbacks_failing_since} style="ago" className="text-ink-muted text-xs" />
      </span>
    );
  return site.last_call_at ? (
    <DateTime value={site.last_call_at} style="ago" className="whitespace-nowrap text-ink-muted" />
  ) : (
    <StateBadge state="untried">{t("never")}</StateBadge>
  );
}
