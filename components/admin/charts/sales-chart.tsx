"use client";

import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { cx } from "@/components/ui/cx";
import { formatMoney } from "@/components/ui/money";
import type { SalesReport } from "@/lib/reports/schema";

type SalesChartProps = { series: SalesReport["series"]; bucket: SalesReport["bucket"]; currency: string };

type Point = {
  at: string;
  /** Value of whole days or weeks; null where only a part is in. */
  whole: number | null;
  /** Value of the parts, with a neighbour to begin the line at. */
  part: number | null;
  revenue: number;
  before: number;
  refunded: number;
  orders: number;
  row: SalesReport["series"][number];
};

/** Heights only are floats; every figure that is read comes from the amount as a string. */
export function SalesChart({ series, bucket, currency }: SalesChartProps) {
  const t = useTranslations("admin.chart");
  const format = useFormatter();
  const isPart = (row: SalesReport["series"][number] | undefined) => row?.is_partial ?? false;
  const points: Point[] = series.map((row, index) => ({
    at: row.at,
    whole: isPart(row) ? null : Number(row.revenue),
    part: isPart(row) || isPart(series[index - 1]) || isPart(series[index + 1]) ? Number(row.revenue) : null,
    revenue: Number(row.revenue),
    before: Number(row.revenue_before),
    refunded: Number(row.refunded),
    orders: row.orders,
    row,
  }));
  const hasBefore = points.some(({ before }) => before > 0);
  const short = (at: string) =>
    format.dateTime(
      new Date(at),
      bucket === "hour" ? { hour: "2-digit", minute: "2-digit" } : { month: "short", day: "numeric" },
    );
  const axis = { stroke: "var(--ink-faint)", fontSize: 11, tickLine: false, axisLine: false } as const;
  const margin = { top: 8, right: 8, bottom: 0, left: 0 };

  return (
    <>
      <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-muted text-xs">
        <Key className="border-pine">{t("revenue")}</Key>
        {hasBefore ? <Key className="border-ink-faint border-dashed">{t("before")}</Key> : null}
        <Key className="border-danger border-dashed">{t("refunded")}</Key>
      </ul>
      <div role="img" aria-label={t("label")} className="min-w-0 overflow-x-clip">
        <ResponsiveContainer width="100%" height={220} initialDimension={{ width: 640, height: 220 }}>
          <AreaChart data={points} syncId="sales" margin={margin}>
            <defs>
              <linearGradient id="revenue-fill" x1="0" y1="0" x2="0" y2="1">
                <stop offset="0" stopColor="var(--pine)" stopOpacity={0.28} />
                <stop offset="1" stopColor="var(--pine)" stopOpacity={0.02} />
              </linearGradient>
            </defs>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="at" hide />
            <YAxis
              width={52}
              {...axis}
              tickFormatter={(value: number) => format.number(value, { notation: "compact" })}
            />
            <Tooltip
              cursor={{ stroke: "var(--line-strong)" }}
              isAnimationActive={false}
              content={({ payload }) => (
                <Tip point={payload?.[0]?.payload as Point | undefined} currency={currency} short={short} />
              )}
            />
            {hasBefore ? (
              <Area
                type="monotone"
                dataKey="before"
                stroke="var(--ink-faint)"
                strokeWidth={1.25}
                strokeDasharray="6 4"
                fill="transparent"
                isAnimationActive={false}
              />
            ) : null}
            <Area
              type="monotone"
              dataKey="whole"
              stroke="var(--pine)"
              strokeWidth={2}
              fill="url(#revenue-fill)"
              isAnimationActive={false}
            />
            <Area
              type="monotone"
              dataKey="part"
              stroke="var(--pine)"
              strokeWidth={1.5}
              strokeDasharray="2 4"
              fill="transparent"
              isAnimationActive={false}
            />
            <Area
              type="monotone"
              dataKey="refunded"
              stroke="var(--danger)"
              strokeWidth={1.25}
              strokeDasharray="3 3"
              fill="transparent"
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
        <ResponsiveContainer width="100%" height={92} initialDimension={{ width: 640, height: 92 }}>
          <BarChart data={points} syncId="sales" margin={margin}>
            <XAxis dataKey="at" {...axis} tickFormatter={short} minTickGap={28} />
            <YAxis width={52} {...axis} allowDecimals={false} tickCount={3} />
            <Tooltip cursor={{ fill: "var(--sunken)" }} isAnimationActive={false} content={() => null} />
            <Bar
              dataKey="orders"
              fill="var(--ink-faint)"
              radius={[2, 2, 0, 0]}
              maxBarSize={18}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </>
  );
}

/** Names a line of the chart. */
function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <span className={cx("w-5 border-t-2", className)} aria-hidden />
      {children}
    </li>
  );
}

function Tip({
  point,
  currency,
  short,
}: {
  point: Point | undefined;
  currency: string;
  short: (at: string) => string;
}) {
  const t = useTranslations("admin.chart");
  const locale = useLocale();
  const format = useFormatter();
  if (!point) return null;
  return (
    <div className="rounded-md border border-line bg-raised px-3 py-2 text-xs shadow-float">
      <p className="mb-1 font-medium">
        {short(point.at)}
        {point.row.is_partial ? <span className="font-normal text-ink-muted"> · {t("partial")}</span> : null}
      </p>
      <dl className="tabular grid grid-cols-[auto_auto] gap-x-4">
        <dt className="text-ink-muted">{t("revenue")}</dt>
        <dd className="text-right">{formatMoney(point.row.revenue, currency, locale)}</dd>
        <dt className="text-ink-muted">{t("before")}</dt>
        <dd className="text-right">{formatMoney(point.row.revenue_before, currency, locale)}</dd>
        <dt className="text-ink-muted">{t("refunded")}</dt>
        <dd className="text-right">{formatMoney(point.row.refunded, currency, locale)}</dd>
        <dt className="text-ink-muted">{t("orders")}</dt>
        <dd className="text-right">{format.number(point.row.orders)}</dd>
      </dl>
    </div>
  );
}
