import { ChartLine, Download, HandCoins } from "lucide-react";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { CompactMoney, shortMoney } from "@/components/admin/compact-money";
import type { SearchParams } from "@/components/admin/list-query";
import { PageHead, Panel, Stat } from "@/components/admin/page-frame";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { getProfitReport } from "@/lib/reports/profit";
import { type ProfitFigures, type ProfitReport, reportQuery } from "@/lib/reports/schema";
import { RangePicker } from "../_overview/range-picker";

const page = adminPage({
  path: "/admin/profit",
  text: "admin-sell.profit",
  icon: HandCoins,
  permission: "payments:read",
  menu: { group: "top", after: "tasks" },
});

export const generateMetadata = page.generateMetadata;

type Named<R> = { label: string; first: Column<R>; rows: readonly R[]; rowKey: (row: R) => string };

export default async function ProfitPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const { query } = await page.readList(reportQuery, searchParams);
  const [report, t, status, format, locale] = await Promise.all([
    getProfitReport(query),
    getTranslations("admin-sell.profit"),
    getTranslations("admin.status"),
    getFormatter(),
    getLocale(),
  ]);
  const { totals, before, currency } = report;
  const percent = (share: number | null) =>
    share === null ? "—" : format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const money = (value: string) => <Money value={value} currency={currency} />;
  const range = `from=${encodeURIComponent(report.from)}&to=${encodeURIComponent(report.to)}`;

  function figures<R extends ProfitFigures>(): Column<R>[] {
    return [
      { key: "quantity", head: t("quantity"), align: "right", from: "lg", cell: (row) => row.quantity },
      { key: "sales", head: t("sales"), align: "right", cell: (row) => money(row.sales) },
      { key: "refunds", head: t("refunds"), align: "right", from: "lg", cell: (row) => money(row.refunds) },
      { key: "cost", head: t("cost"), align: "right", from: "md", cell: (row) => money(row.cost) },
      {
        key: "profit",
        head: t("profit"),
        align: "right",
        cell: (row) => (
          <span className={Number(row.profit) < 0 ? "font-medium text-danger" : "font-medium"}>
            {money(row.profit)}
          </span>
        ),
      },
      { key: "margin", head: t("margin"), align: "right", cell: (row) => percent(row.margin) },
    ];
  }
  const table = <R extends ProfitFigures>({ label, first, rows, rowKey }: Named<R>) => (
    <Panel title={label} flush>
      <DataTable
        label={label}
        columns={[first, ...figures<R>()]}
        rows={rows}
        rowKey={rowKey}
        empty={{ icon: ChartLine, title: t("nothing") }}
      />
    </Panel>
  );
  type Sku = ProfitReport["skus"][number];
  type Channel = ProfitReport["channels"][number];
  type Buyer = ProfitReport["buyers"][number];
  type Day = ProfitReport["days"][number];

  return (
    <>
      <PageHead
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <RangePicker from={report.from} to={report.to} />
            <a href={`/api/v1/admin/reports/lines?${range}`} className={buttonClass("secondary", "sm")}>
              <Download aria-hidden />
              {t("csv")}
            </a>
            {hasPermission(actor, "exports:read") ? (
              <a href={`/api/v1/admin/reports/receipts?${range}`} className={buttonClass("secondary", "sm")}>
                <Download aria-hidden />
                {t("receiptsCsv")}
              </a>
            ) : null}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
          <Stat
            label={t("profit")}
            value={<CompactMoney value={totals.profit} currency={currency} />}
            note={t("wasBefore", { before: shortMoney(before.profit, currency, locale) })}
          />
          <Stat
            label={t("margin")}
            value={percent(totals.margin)}
            note={t("wasBefore", { before: percent(before.margin) })}
          />
          <Stat
            label={t("sales")}
            value={<CompactMoney value={totals.sales} currency={currency} />}
            note={t("wasBefore", { before: shortMoney(before.sales, currency, locale) })}
          />
          <Stat
            label={t("refunds")}
            value={<CompactMoney value={totals.refunds} currency={currency} />}
            note={t("wasBefore", { before: shortMoney(before.refunds, currency, locale) })}
          />
          <Stat
            label={t("cost")}
            value={<CompactMoney value={totals.cost} currency={currency} />}
            note={totals.uncosted > 0 ? t("uncosted", { count: totals.uncosted }) : t("allCosted")}
            tone={totals.uncosted > 0 ? "warn" : undefined}
          />
        </div>
        <p className="text-ink-muted text-xs">
          {t("feesNote", { fees: shortMoney(totals.fees, currency, locale) })}
        </p>
        <Funnel funnel={report.funnel} />
        {table<Sku>({
          label: t("bySku"),
          first: {
            key: "sku",
            head: t("sku"),
            className: "max-w-80",
            cell: (row) => (
              <Link href={`/admin/products/${row.product_id}`} className="hover:text-pine">
                <span className="font-medium">{row.title}</span>
                {row.sku_name ? <span className="text-ink-muted"> · {row.sku_name}</span> : null}
                {row.uncosted > 0 ? <span className="block text-warn text-xs">{t("noCost")}</span> : null}
              </Link>
            ),
          },
          rows: report.skus,
          rowKey: (row) => String(row.sku_id),
        })}
        <div className="grid items-start gap-4 2xl:grid-cols-2">
          {table<Channel>({
            label: t("byChannel"),
            first: {
              key: "channel",
              head: t("channel"),
              cell: (row) => (
                <>
                  <span className="font-medium">{row.name ?? t("noChannel")}</span>
                  {row.begun > 0 ? (
                    <span className="block text-ink-faint text-xs">
                      {t("paidOf", {
                        paid: row.paid,
                        begun: row.begun,
                        share: percent(row.paid / row.begun),
                      })}
                    </span>
                  ) : null}
                </>
              ),
            },
            rows: report.channels,
            rowKey: (row) => String(row.channel_id),
          })}
          {table<Buyer>({
            label: t("byBuyer"),
            first: {
              key: "buyer",
              head: t("buyer"),
              cell: (row) =>
                row.site_id ? (
                  <Link href={`/admin/sites/${row.site_id}`} className="font-medium hover:text-pine">
                    {row.site}
                  </Link>
                ) : (
                  <span className="font-medium">{status(`buyer.${row.kind}`)}</span>
                ),
            },
            rows: report.buyers,
            rowKey: (row) => `${row.kind}:${row.site_id}`,
          })}
        </div>
        {table<Day>({
          label: t("byDay"),
          first: {
            key: "day",
            head: t("day"),
            cell: (row) => (
              <span className="whitespace-nowrap">
                {format.dateTime(new Date(row.at), { dateStyle: "medium" })}
              </span>
            ),
          },
          rows: report.days.toReversed(),
          rowKey: (row) => row.at,
        })}
      </div>
    </>
  );
}

/** Each step as a share of the orders placed. */
async function Funnel({ funnel }: { funnel: ProfitReport["funnel"] }) {
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
