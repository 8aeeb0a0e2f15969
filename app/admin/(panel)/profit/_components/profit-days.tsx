import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { TableBehind } from "@/components/admin/charts/table-behind";
import { ChartKey, type ChartLine, TimeChart } from "@/components/admin/charts/time-chart";
import { Panel } from "@/components/admin/page-frame";
import { formatMoney, Money } from "@/components/ui/money";
import type { ProfitReport } from "@/lib/reports/schema";

/** Profit of each day beside that of the day before, with the table behind it. */
export async function ProfitDays({ report: { days, currency } }: { report: ProfitReport }) {
  const [t, format, locale] = await Promise.all([
    getTranslations("admin-sell.profit"),
    getFormatter(),
    getLocale(),
  ]);
  const lines: ChartLine[] = [
    { key: "profit", label: t("profit"), tone: "main", isFilled: true },
    { key: "before", label: t("then"), tone: "faint", isDashed: true },
  ];
  const date = (at: string) => format.dateTime(new Date(at), { dateStyle: "medium" });
  const columns = ["sales", "refunds", "cost", "profit", "profit_before"] as const;
  return (
    <Panel title={t("byDay")}>
      <ChartKey lines={lines} />
      <TimeChart
        label={t("chart")}
        className="h-56"
        points={days.map((day) => ({
          at: day.at,
          tip: t("tip", {
            day: date(day.at),
            profit: formatMoney(day.profit, currency, locale),
            before: formatMoney(day.profit_before, currency, locale),
          }),
          values: { profit: Number(day.profit), before: Number(day.profit_before) },
        }))}
        lines={lines}
        dateOf={(at) => format.dateTime(new Date(at), { month: "short", day: "numeric" })}
      />
      <TableBehind
        label={t("dayTable")}
        head={[t("day"), ...columns.map((key) => t(key === "profit_before" ? "then" : key))]}
        rows={days.toReversed().map((day) => ({
          key: day.at,
          cells: [
            date(day.at),
            ...columns.map((key) => <Money key={key} value={day[key]} currency={currency} />),
          ],
        }))}
      />
    </Panel>
  );
}
