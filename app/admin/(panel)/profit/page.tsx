import { ChartLine, Download, HandCoins } from "lucide-react";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { CompactMoney, shortMoney } from "@/components/admin/compact-money";
import type { SearchParams } from "@/components/admin/list-query";
import { PageHead, Panel, Stat } from "@/components/admin/page-frame";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { ClientMessages } from "@/components/store/client-messages";
import { buttonClass } from "@/components/ui/button-class";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { getProfitReport } from "@/lib/reports/profit";
import { type ProfitReport, type ProfitReportRow, profitGroupings, reportQuery } from "@/lib/reports/schema";
import { toLocale } from "@/messages/locales";
import { keptRange } from "../_overview/kept-range";
import { RangePicker } from "../_overview/range-picker";
import { CostField } from "./_components/cost-field";
import { Funnel } from "./_components/funnel";
import { GroupName } from "./_components/group-name";
import { ProfitDays } from "./_components/profit-days";
import { Statement } from "./_components/statement";

const page = adminPage({
  path: "/admin/profit",
  text: "admin-sell.profit",
  icon: HandCoins,
  permission: "profit:read",
  menu: { group: "top", after: "tasks" },
});

export const generateMetadata = page.generateMetadata;

const profitQuery = reportQuery.extend({ by: z.enum(profitGroupings).default("product") });

export default async function ProfitPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const [list, locale] = await Promise.all([page.readList(profitQuery, searchParams), getLocale()]);
  const query = await keptRange(list.query);
  const { by } = query;
  const [report, t, format] = await Promise.all([
    getProfitReport(query, toLocale(locale)),
    getTranslations("admin-sell.profit"),
    getFormatter(),
  ]);
  const { totals, before, currency } = report;
  const percent = (share: number | null) =>
    share === null ? "—" : format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const range = `from=${encodeURIComponent(report.from)}&to=${encodeURIComponent(report.to)}`;
  const wasBefore = (amount: string) => t("wasBefore", { before: shortMoney(amount, currency, locale) });

  return (
    <ClientMessages areas={["admin-sell.profit", "admin.range", "admin.status"]}>
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
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Stat
            label={t("profit")}
            value={<CompactMoney value={totals.profit} currency={currency} />}
            note={wasBefore(before.profit)}
          />
          <Stat
            label={t("margin")}
            value={percent(totals.margin)}
            note={t("wasBefore", { before: percent(before.margin) })}
          />
          <Stat
            label={t("sales")}
            value={<CompactMoney value={totals.sales} currency={currency} />}
            note={wasBefore(before.sales)}
          />
          <Stat
            label={t("uncostedSales")}
            value={<CompactMoney value={totals.uncosted_sales} currency={currency} />}
            note={totals.uncosted > 0 ? t("uncosted", { count: totals.uncosted }) : t("allCosted")}
            tone={totals.uncosted > 0 ? "warn" : undefined}
            {...(report.uncosted.length > 0 ? { href: "#uncosted" } : {})}
          />
        </div>
        {report.uncosted.length > 0 ? (
          <Uncosted report={report} mayEnter={hasPermission(actor, "catalogue:write")} />
        ) : null}
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ProfitDays report={report} />
          <Statement report={report} />
        </div>
        <section aria-label={t("breakdown")}>
          <LinkTabs
            label={t("breakdown")}
            tabs={profitGroupings.map((one) => ({
              href: `/admin/profit?${range}&by=${one}`,
              label: t(`by.${one}`),
              isCurrent: one === by,
            }))}
          />
          <Panel flush>
            <DataTable<ProfitReportRow>
              label={t(`by.${by}`)}
              columns={columnsOf({ t, report, percent, by })}
              rows={report.groups.find((group) => group.by === by)?.rows ?? []}
              rowKey={(row) => [row.kind, row.buyer, row.id].join(" ")}
              empty={{ icon: ChartLine, title: t("nothing") }}
            />
          </Panel>
        </section>
        <Funnel funnel={report.funnel} />
      </div>
    </ClientMessages>
  );
}

interface Drawn {
  t: Awaited<ReturnType<typeof getTranslations<"admin-sell.profit">>>;
  report: ProfitReport;
  percent: (share: number | null) => string;
  by: (typeof profitGroupings)[number];
}

function columnsOf({ t, report, percent, by }: Drawn): Column<ProfitReportRow>[] {
  const { currency } = report;
  const money = (value: string) => <Money value={value} currency={currency} />;
  return [
    {
      key: "name",
      head: t(`of.${by}`),
      className: "max-w-80",
      cell: (row) => <GroupName by={by} row={row} conversion={report.conversion} />,
    },
    { key: "quantity", head: t("quantity"), align: "right", from: "lg", cell: (row) => row.quantity },
    { key: "sales", head: t("sales"), align: "right", cell: (row) => money(row.sales) },
    { key: "refunds", head: t("refunds"), align: "right", from: "lg", cell: (row) => money(row.refunds) },
    { key: "cost", head: t("cost"), align: "right", from: "md", cell: (row) => money(row.cost) },
    {
      key: "profit",
      head: t("profit"),
      align: "right",
      cell: (row) =>
        row.uncosted > 0 && row.margin === null && Number(row.profit) === 0 ? (
          <span className="text-warn">{t("noCost")}</span>
        ) : (
          <span className={Number(row.profit) < 0 ? "font-medium text-danger" : "font-medium"}>
            {money(row.profit)}
          </span>
        ),
    },
    {
      key: "then",
      head: t("then"),
      align: "right",
      from: "md",
      cell: (row) => <span className="text-ink-muted">{money(row.profit_before)}</span>,
    },
    { key: "margin", head: t("margin"), align: "right", cell: (row) => percent(row.margin) },
  ];
}

async function Uncosted({ report, mayEnter }: { report: ProfitReport; mayEnter: boolean }) {
  const t = await getTranslations("admin-sell.profit");
  const nameOf = (row: ProfitReport["uncosted"][number]) =>
    row.sku_name ? `${row.title} · ${row.sku_name}` : row.title;
  return (
    <Panel id="uncosted" title={t("uncostedTitle")} description={t("uncostedText")} flush>
      <DataTable
        label={t("uncostedTitle")}
        columns={[
          {
            key: "name",
            head: t("of.sku"),
            className: "max-w-80",
            cell: (row) => <span className="wrap-anywhere">{nameOf(row)}</span>,
          },
          { key: "quantity", head: t("quantity"), align: "right", from: "md", cell: (row) => row.quantity },
          {
            key: "sales",
            head: t("sales"),
            align: "right",
            cell: (row) => <Money value={row.sales} currency={report.currency} />,
          },
          mayEnter
            ? {
                key: "actions",
                head: t("costOfOne"),
                align: "right" as const,
                cell: (row) => <CostField skuId={row.sku_id} label={nameOf(row)} />,
              }
            : null,
        ]}
        rows={report.uncosted}
        rowKey={(row) => row.sku_id}
        empty={{ title: t("allCosted") }}
      />
    </Panel>
  );
}
