import { getFormatter, getTranslations } from "next-intl/server";
import { Money } from "@/components/ui/money";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { SalesReport } from "@/lib/reports/schema";

const dayStyle = { dateStyle: "medium" } as const;
const hourStyle = { dateStyle: "medium", timeStyle: "short" } as const;

export async function SeriesTable({ report }: { report: SalesReport }) {
  const [t, format] = await Promise.all([getTranslations("admin-sell.overview"), getFormatter()]);
  const cell = "tabular px-2 py-1 text-right";
  return (
    <details className="mt-3 text-xs">
      <summary className="w-fit rounded-sm text-ink-muted hover:text-ink">{t("chartTable")}</summary>
      <ScrollArea label={t("chartTable")} className="mt-2 max-h-64 rounded-md border border-line">
        <table className="w-full">
          <thead className="sticky top-0 bg-sunken text-ink-muted">
            <tr>
              <th scope="col" className="px-2 py-1 text-left font-medium">
                {t("time")}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {t("chartOrders")}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {t("chartRevenue")}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {t("chartBefore")}
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                {t("chartRefunded")}
              </th>
            </tr>
          </thead>
          <tbody>
            {report.series.toReversed().map((row) => (
              <tr key={row.at} className="border-line border-t">
                <td className="px-2 py-1">
                  {format.dateTime(new Date(row.at), report.bucket === "hour" ? hourStyle : dayStyle)}
                </td>
                <td className={cell}>{format.number(row.orders)}</td>
                <td className={cell}>
                  <Money value={row.revenue} currency={report.currency} />
                </td>
                <td className={cell}>
                  <Money value={row.revenue_before} currency={report.currency} />
                </td>
                <td className={cell}>
                  <Money value={row.refunded} currency={report.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </details>
  );
}
