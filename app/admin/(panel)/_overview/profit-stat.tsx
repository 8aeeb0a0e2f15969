import { getFormatter, getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { CompactMoney } from "@/components/admin/compact-money";
import { Stat } from "@/components/admin/page-frame";
import { getProfitTotals } from "@/lib/reports/profit";
import type { ReportQuery, SalesReport } from "@/lib/reports/schema";

type ProfitStatProps = { query: ReportQuery; report: SalesReport };

/** Comes after the rest of the page: it reads the lines of every order of the time. */
export async function ProfitStat(props: ProfitStatProps) {
  const t = await getTranslations("admin-sell.overview");
  return (
    <Suspense fallback={<Stat label={t("profit")} value="…" note={"\u00a0"} />}>
      <Profit {...props} />
    </Suspense>
  );
}

async function Profit({ query, report: { from, to, currency } }: ProfitStatProps) {
  const [profit, t, format] = await Promise.all([
    getProfitTotals(query),
    getTranslations("admin-sell.overview"),
    getFormatter(),
  ]);
  const share = (margin: number) => format.number(margin, { style: "percent", maximumFractionDigits: 1 });
  return (
    <Stat
      label={t("profit")}
      value={<CompactMoney value={profit.profit} currency={currency} />}
      note={
        profit.uncosted > 0
          ? t("uncosted", { count: profit.uncosted })
          : profit.margin === null
            ? t("noMargin")
            : t("margin", { share: share(profit.margin) })
      }
      href={`/admin/profit?from=${from}&to=${to}`}
    />
  );
}
