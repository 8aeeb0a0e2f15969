import { getFormatter, getTranslations } from "next-intl/server";
import { Panel } from "@/components/admin/page-frame";
import type { ProfitReport } from "@/lib/reports/schema";

/** Each step as a share of the orders placed. */
export async function Funnel({ funnel }: { funnel: ProfitReport["funnel"] }) {
  const [t, format] = await Promise.all([getTranslations("admin-sell.profit"), getFormatter()]);
  const steps = ["placed", "begun", "paid", "delivered"] as const;
  return (
    <Panel title={t("funnel")} description={t("funnelText")}>
      <ol className="grid gap-3 sm:grid-cols-4">
        {steps.map((step) => {
          const share = funnel.placed === 0 ? 0 : funnel[step] / funnel.placed;
          return (
            <li key={step} className="min-w-0">
              <p className="flex items-baseline justify-between gap-2 text-sm">
                <span className="text-ink-muted">{t(`steps.${step}`)}</span>
                <span className="tabular font-medium">{format.number(funnel[step])}</span>
              </p>
              <span className="mt-1 block h-2 overflow-hidden rounded-full bg-sunken" aria-hidden>
                <span className="block h-full rounded-full bg-pine" style={{ width: `${share * 100}%` }} />
              </span>
              <p className="tabular mt-0.5 text-ink-faint text-xs">
                {format.number(share, { style: "percent", maximumFractionDigits: 1 })}
              </p>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
