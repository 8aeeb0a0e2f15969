import { getFormatter, getTranslations } from "next-intl/server";
import { TableBehind } from "@/components/admin/charts/table-behind";
import { Money } from "@/components/ui/money";
import type { SalesReport } from "@/lib/reports/schema";

const dayStyle = { dateStyle: "medium" } as const;
const hourStyle = { dateStyle: "medium", timeStyle: "short" } as const;

export async function SeriesTable({ report: { bucket, currency, series } }: { report: SalesReport }) {
  const [t, format] = await Promise.all([getTranslations("admin-sell.overview"), getFormatter()]);
  const style = bucket === "hour" ? hourStyle : dayStyle;
  return (
    <TableBehind
      label={t("chartTable")}
      head={[t("time"), t("chartOrders"), t("chartRevenue"), t("chartBefore"), t("chartRefunded")]}
      rows={series.toReversed().map((row) => ({
        key: row.at,
        cells: [
          format.dateTime(new Date(row.at), style),
          format.number(row.orders),
          ...(["revenue", "revenue_before", "refunded"] as const).map((name) => (
            <Money key={name} value={row[name]} currency={currency} />
          )),
        ],
      }))}
    />
  );
}
