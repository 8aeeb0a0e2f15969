import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { ChartKey, type ChartLine, TimeChart } from "@/components/admin/charts/time-chart";
import { Panel } from "@/components/admin/page-frame";
import { formatMoney, Money } from "@/components/ui/money";
import { ScrollArea } from "@/components/ui/scroll-area";
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
  const cell = "tabular px-2 py-1 text-right whitespace-nowrap";
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
      <details className="mt-3 text-xs">
        <summary className="w-fit rounded-sm text-ink-muted hover:text-ink">{t("dayTable")}</summary>
        <ScrollArea label={t("dayTable")} className="mt-2 max-h-72 rounded-md border border-line">
          <table className="w-full">
            <thead className="sticky top-0 bg-sunken text-ink-muted">
              <tr>
                <th scope="col" className="px-2 py-1 text-left font-medium">
                  {t("day")}
                </th>
                {columns.map((key) => (
                  <th key={key} scope="col" className={`${cell} font-medium`}>
                    {t(key === "profit_before" ? "then" : key)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.at} className="border-line border-t">
                  <td className="whitespace-nowrap px-2 py-1">{date(day.at)}</td>
                  {columns.map((key) => (
                    <td key={key} className={cell}>
                      <Money value={day[key]} currency={currency} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      </details>
    </Panel>
  );
}
