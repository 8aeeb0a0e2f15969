import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { ChartKey, type ChartLine, TimeChart } from "@/components/admin/charts/time-chart";
import { formatMoney } from "@/components/ui/money";
import type { SalesReport } from "@/lib/reports/schema";

/** Revenue of each part of the range beside the range before, with the orders below. */
export async function SalesChart({ report: { series, bucket, currency } }: { report: SalesReport }) {
  const [t, format, locale] = await Promise.all([
    getTranslations("admin.chart"),
    getFormatter(),
    getLocale(),
  ]);
  const isPart = (index: number) => series[index]?.is_partial ?? false;
  const money = (value: string) => formatMoney(value, currency, locale);
  const dateOf = (at: string) =>
    format.dateTime(
      new Date(at),
      bucket === "hour" ? { hour: "2-digit", minute: "2-digit" } : { month: "short", day: "numeric" },
    );
  const points = series.map((row, index) => ({
    at: row.at,
    tip: [
      row.is_partial ? `${dateOf(row.at)} · ${t("partial")}` : dateOf(row.at),
      `${t("revenue")}: ${money(row.revenue)}`,
      `${t("before")}: ${money(row.revenue_before)}`,
      `${t("refunded")}: ${money(row.refunded)}`,
      `${t("orders")}: ${format.number(row.orders)}`,
    ].join("\n"),
    values: {
      whole: row.is_partial ? null : Number(row.revenue),
      // A part has a neighbour to begin its line at.
      part: isPart(index) || isPart(index - 1) || isPart(index + 1) ? Number(row.revenue) : null,
      before: Number(row.revenue_before),
      refunded: Number(row.refunded),
      orders: row.orders,
    },
  }));
  const lines: ChartLine[] = [
    { key: "whole", label: t("revenue"), tone: "main", isFilled: true },
    { key: "part", label: t("partial"), tone: "main", isDashed: true, isPart: true },
    ...(points.some(({ values }) => values.before > 0)
      ? [{ key: "before", label: t("before"), tone: "faint", isDashed: true } as const]
      : []),
    { key: "refunded", label: t("refunded"), tone: "danger", isDashed: true },
  ];
  return (
    <>
      <ChartKey lines={lines} />
      <TimeChart label={t("label")} points={points} lines={lines} dateOf={dateOf} className="h-56" />
      <TimeChart
        label={t("orders")}
        points={points}
        lines={[{ key: "orders", label: t("orders"), tone: "faint" }]}
        dateOf={dateOf}
        kind="bars"
        className="mt-4 h-20"
      />
    </>
  );
}
