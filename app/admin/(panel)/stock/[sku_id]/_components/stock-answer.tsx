import { getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { DateTime } from "@/components/ui/date-time";
import { readNoted } from "@/lib/core/refusals/noted";
import { toTime } from "@/lib/core/wire";
import { findLastAnswer } from "@/lib/fulfillment/kinds/dynamic/last-answer";

/**
 * Shows the last answer of the seller's server on the option's stock, its time, and the faults since. Nothing where it
 * is not asked.
 */
export async function StockAnswer({ skuId }: { skuId: number }) {
  const [last, t] = await Promise.all([
    findLastAnswer(skuId),
    getTranslations("admin-sell.delivery.dynamic.stockAnswer"),
  ]);
  if (!last) return null;
  const { answer, answeredAt, keptUntil, nextAskAt, lastError } = last;
  const rows = [
    [t("answer"), answer === null || answeredAt === null ? t("none") : t("units", { count: answer })],
    [t("answeredAt"), answeredAt ? <DateTime key="at" value={toTime(answeredAt)} style="exact" /> : null],
    [t("keptUntil"), answeredAt ? <DateTime key="kept" value={toTime(keptUntil)} style="exact" /> : null],
    [t("nextAskAt"), <DateTime key="next" value={toTime(nextAskAt)} style="exact" />],
    [
      t("problem"),
      lastError ? <Problem key="problem" told={readNoted(lastError)} className="text-danger" /> : null,
    ],
  ] as const;
  return (
    <Panel title={t("title")} description={t("text")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
        {rows.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="contents">
              <dt className="text-ink-muted">{name}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </Panel>
  );
}
