import { Coins, Download } from "lucide-react";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { MoneyAct } from "@/components/admin/form/money-limit";
import { StateBadge } from "@/components/admin/state-badge";
import { CsvLink } from "@/components/admin/table/csv-link";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { Button, buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { formatMoney, Money } from "@/components/ui/money";
import {
  type AccountView,
  type StatementView,
  settlementSources,
} from "@/lib/interconnect/main/statements/schema";

type StatementTableProps = {
  siteId: number;
  account: AccountView;
  maySettle: boolean;
  href: (page: number) => string;
};

/** The closed periods, the newest first. */
export async function StatementTable({ siteId, account, maySettle, href }: StatementTableProps) {
  const [t, locale, format] = await Promise.all([
    getTranslations("admin-trade.account"),
    getLocale(),
    getFormatter(),
  ]);
  const path = (row: StatementView) => `/admin/interconnect/sites/${siteId}/statements/${row.id}`;
  const day = (at: string) => format.dateTime(new Date(at), { dateStyle: "medium" });
  const settle = (row: StatementView) => (
    <FormDialog
      trigger={
        <Button size="sm">
          <MoneyAct act={t("settle")} sum={row.amount} />
        </Button>
      }
      title={t("settleTitle", { id: row.id, amount: formatMoney(row.amount, row.currency, locale) })}
      description={t("settleText")}
      columns={1}
      fields={[
        {
          kind: "select",
          name: "from",
          label: t("settleFrom"),
          value: "outside",
          options: settlementSources.map((value) => ({ value, label: t(`settledFrom.${value}`) })),
        },
        { kind: "text", name: "note", label: t("settleNote") },
      ]}
      write={{
        path: `${path(row)}/settle`,
        success: t("settled"),
        approval: { kind: "statement.settle", site_id: siteId, statement_id: row.id },
        sum: row.amount,
      }}
      submitLabel={t("settle")}
    />
  );
  const columns: Column<StatementView>[] = [
    {
      key: "statement",
      head: t("columns.statement"),
      cell: (row) => (
        <>
          <span className="tabular font-medium">#{row.id}</span>
          {row.note ? <span className="block break-words text-ink-faint text-xs">{row.note}</span> : null}
        </>
      ),
    },
    { key: "period", head: t("columns.period"), cell: (row) => `${day(row.from)} – ${day(row.to)}` },
    {
      key: "orders",
      head: t("columns.orders"),
      from: "md",
      cell: (row) => t("openNote", { orders: row.orders, refunds: row.refunds }),
    },
    {
      key: "amount",
      head: t("columns.amount"),
      align: "right",
      cell: (row) => <Money value={row.amount} currency={row.currency} className="font-medium" />,
    },
    {
      key: "state",
      head: t("columns.state"),
      cell: (row) => (
        <>
          <StateBadge state={row.settled_at ? "paid" : "pending"}>
            {row.settled_at ? t("stateSettled") : t("stateOpen")}
          </StateBadge>
          {row.settled_at ? (
            <span className="ml-2 text-ink-faint text-xs">
              {row.settled_from ? t(`settledFrom.${row.settled_from}`) : null}{" "}
              <DateTime value={row.settled_at} />
            </span>
          ) : null}
        </>
      ),
    },
    {
      key: "actions",
      head: "",
      align: "right",
      cell: (row) => (
        <span className="inline-flex gap-2">
          <a href={`/api/v1${path(row)}/export`} download className={buttonClass("secondary", "sm")}>
            <Download aria-hidden />
            {t("download")}
          </a>
          {maySettle && row.settled_at === null ? settle(row) : null}
        </span>
      ),
    },
  ];
  return (
    <section className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">{t("statements")}</h2>
        {account.total > 0 ? (
          <CsvLink href={`/api/v1/admin/interconnect/sites/${siteId}/statements/export`} />
        ) : null}
      </div>
      <DataTable
        label={t("statements")}
        columns={columns}
        rows={account.statements}
        rowKey={(row) => row.id}
        empty={{ icon: Coins, title: t("statementsNone") }}
        page={{ page: account.page, perPage: account.per_page, total: account.total, href }}
      />
    </section>
  );
}
