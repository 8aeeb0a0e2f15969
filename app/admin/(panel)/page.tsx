import { ChartLine, ChartNoAxesCombined } from "lucide-react";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { CompactMoney } from "@/components/admin/compact-money";
import type { SearchParams } from "@/components/admin/list-query";
import { PageHead, Panel, Stat } from "@/components/admin/page-frame";
import { ClientMessages } from "@/components/store/client-messages";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { getConfig } from "@/lib/config/config";
import { dayIn, daysBetween } from "@/lib/core/days";
import { readMorning } from "@/lib/operations/morning/read-morning";
import { getSalesReport } from "@/lib/reports/admin-queries";
import { reportQuery, type SalesReport } from "@/lib/reports/schema";
import { toLocale } from "@/messages/locales";
import { AddressNote } from "./_overview/address-note";
import { FirstSteps } from "./_overview/first-steps";
import { keptRange } from "./_overview/kept-range";
import { MorningPanel } from "./_overview/morning-panel";
import { Needs } from "./_overview/needs";
import { ProfitStat } from "./_overview/profit-stat";
import { RangePicker } from "./_overview/range-picker";
import { SalesChart } from "./_overview/sales-chart";
import { SeriesTable } from "./_overview/series-table";
import { ToDo } from "./_overview/to-do";

const page = adminPage({
  path: "/admin",
  text: "admin-sell.overview",
  icon: ChartNoAxesCombined,
  permission: "orders:read",
  menu: { group: "top", hotkey: "d" },
});

export const generateMetadata = page.generateMetadata;

/** "+12 %" against the time before, or a word where there is nothing to compare. */
async function compare(value: number, before: number): Promise<string> {
  const [t, format] = await Promise.all([getTranslations("admin-sell.overview"), getFormatter()]);
  if (before === 0) return value === 0 ? t("same") : t("fresh");
  const ratio = value / before - 1;
  return format.number(ratio, { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 });
}

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const query = await keptRange((await page.readList(reportQuery, searchParams)).query);
  const locale = toLocale(await getLocale());
  const [morning, report, t, format] = await Promise.all([
    readMorning(actor, locale),
    getSalesReport(query, locale),
    getTranslations("admin-sell.overview"),
    getFormatter(),
  ]);
  const { totals, before, currency } = report;
  const percent = (part: number) => format.number(part, { style: "percent", maximumFractionDigits: 1 });
  const day = (iso: string) => dayIn(new Date(iso), report.time_zone);
  const days = daysBetween(day(report.from), day(report.to));
  const against = async (value: number, old: number) =>
    old === 0 ? compare(value, old) : t("before", { change: await compare(value, old), days });
  const hasSales = totals.paid_orders > 0 || Number(totals.refunded) > 0;
  const share = totals.placed_orders === 0 ? 0 : Math.min(1, totals.paid_orders / totals.placed_orders);

  return (
    <ClientMessages areas={["admin.range", "admin.address"]}>
      <PageHead
        title={t("title")}
        description={t("zone", { zone: report.time_zone })}
        actions={<RangePicker from={report.from} to={report.to} />}
      />
      <div className="flex flex-col gap-4">
        <AddressNote told={getConfig().server.baseUrl} />
        <MorningPanel morning={morning} />
        <FirstSteps actor={actor} needs={morning.needs} />
        <ToDo actor={actor} />
        <Needs needs={morning.needs} />
        <div className="grid grid-cols-2 gap-3 md:grid-cols-3 2xl:grid-cols-6">
          <Stat
            label={t("revenue")}
            value={<CompactMoney value={totals.revenue} currency={currency} />}
            note={await against(Number(totals.revenue), Number(before.revenue))}
          />
          {hasPermission(actor, "profit:read") ? <ProfitStat query={query} report={report} /> : null}
          <Stat
            label={t("paidOrders")}
            value={format.number(totals.paid_orders)}
            note={await against(totals.paid_orders, before.paid_orders)}
          />
          <Stat
            label={t("average")}
            value={<CompactMoney value={totals.average} currency={currency} />}
            note={await against(Number(totals.average), Number(before.average))}
          />
          <Stat
            label={t("conversion")}
            value={percent(share)}
            note={t("ofPlaced", { paid: totals.paid_orders, placed: totals.placed_orders })}
          />
          <Stat
            label={t("refunded")}
            value={<CompactMoney value={totals.refunded} currency={currency} />}
            note={
              Number(totals.revenue) > 0
                ? t("ofRevenue", { share: percent(Number(totals.refunded) / Number(totals.revenue)) })
                : null
            }
          />
        </div>
        {hasSales ? (
          <>
            <Panel title={t("chart")} description={t("buyerCount", { count: totals.buyers })}>
              <SalesChart report={report} />
              <SeriesTable report={report} />
            </Panel>
            <Sellers report={report} />
          </>
        ) : (
          <EmptyState icon={ChartLine} title={t("noSales")} description={t("noSalesText")} />
        )}
      </div>
    </ClientMessages>
  );
}

async function Sellers({ report }: { report: SalesReport }) {
  const [t, status] = await Promise.all([
    getTranslations("admin-sell.overview"),
    getTranslations("admin.status"),
  ]);
  const most = Number(report.products[0]?.revenue ?? 0);
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
      {report.products.length > 0 ? (
        <Panel title={t("topProducts")}>
          <ol className="flex flex-col gap-2.5">
            {report.products.map((product) => (
              <li key={product.product_id} className="text-sm">
                <div className="flex items-baseline justify-between gap-3">
                  <Link
                    href={`/admin/products/${product.product_id}`}
                    title={product.title}
                    className="min-w-0 truncate hover:text-pine"
                  >
                    {product.title}
                  </Link>
                  <Money
                    value={product.revenue}
                    currency={report.currency}
                    className="shrink-0 font-medium"
                  />
                </div>
                <div className="mt-1 flex items-center gap-3">
                  <span className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunken">
                    <span
                      className="block h-full rounded-full bg-pine"
                      style={{ width: `${most === 0 ? 0 : (Number(product.revenue) / most) * 100}%` }}
                    />
                  </span>
                  <span className="tabular w-16 text-right text-ink-faint text-xs">
                    {t("sold", { count: product.quantity })}
                  </span>
                </div>
              </li>
            ))}
          </ol>
        </Panel>
      ) : null}
      {report.buyers.length > 0 ? (
        <Panel title={t("whoBuys")}>
          <Shares
            rows={report.buyers.map((row) => ({
              name: status(`buyer.${row.kind}`),
              amount: row.revenue,
              count: row.orders,
            }))}
            currency={report.currency}
          />
        </Panel>
      ) : null}
      {report.channels.length > 0 ? (
        <Panel title={t("channels")}>
          <Shares
            rows={report.channels.map((row) => ({ name: row.name, amount: row.amount, count: row.payments }))}
            currency={report.currency}
          />
        </Panel>
      ) : null}
    </div>
  );
}

async function Shares({
  rows,
  currency,
}: {
  rows: { name: string; amount: string; count: number }[];
  currency: string;
}) {
  const format = await getFormatter();
  return (
    <ul className="flex flex-col gap-1.5 text-sm">
      {rows.map((row) => (
        <li key={row.name} className="flex items-baseline gap-3">
          <span className="min-w-0 flex-1 truncate" title={row.name}>
            {row.name}
          </span>
          <span className="tabular text-ink-faint text-xs">{format.number(row.count)}</span>
          <Money value={row.amount} currency={currency} className="w-28 text-right font-medium" />
        </li>
      ))}
    </ul>
  );
}
