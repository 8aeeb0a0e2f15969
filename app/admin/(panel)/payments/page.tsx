import { ReceiptText } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ActButton } from "@/components/admin/form/act-button";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { ShortCode } from "@/components/admin/short-code";
import { StateBadge } from "@/components/admin/state-badge";
import { createdColumn, OrderLink } from "@/components/admin/table/cells";
import { CsvLink } from "@/components/admin/table/csv-link";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions, rowOptions } from "@/components/admin/table/filter-options";
import { LiveRows } from "@/components/admin/table/live-rows";
import { Button, buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { nameAmount } from "@/lib/core/money";
import { listAdminChannels, listPayments } from "@/lib/payments/admin-queries";
import { type AdminPaymentList, paymentListQuery } from "@/lib/payments/schema";
import { dispositions, paymentStates } from "@/lib/payments/state";
import { PaymentTabs } from "./payment-tabs";

type Row = AdminPaymentList["payments"][number];

const page = adminPage({
  path: "/admin/payments",
  text: "admin-money.payments",
  icon: ReceiptText,
  permission: "payments:read",
  menu: { group: "money", after: "channels" },
});

export const generateMetadata = page.generateMetadata;

export default async function PaymentsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "payments:write");
  const mayMoveMoney = hasPermission(actor, "money:write");
  const list = await page.readList(paymentListQuery, searchParams);
  const [data, own, channels, t] = await Promise.all([
    listPayments(list.query),
    page.own(actor),
    listAdminChannels(),
    getTranslations("admin-money.payments"),
  ]);
  const columns: (Column<Row> | null)[] = [
    {
      key: "payment",
      head: t("columns.payment"),
      cell: (row) => <ShortCode value={row.payment_no} />,
    },
    {
      key: "for",
      head: t("columns.for"),
      cell: (row) =>
        row.order_no ? (
          <OrderLink orderNo={row.order_no} />
        ) : (
          <span className="text-xs">
            {t("purpose.recharge")} <code className="font-mono">{row.recharge_no}</code>
          </span>
        ),
    },
    { key: "channel", head: t("columns.channel"), from: "md", cell: (row) => row.channel_name },
    {
      key: "trade",
      head: t("columns.trade"),
      from: "xl",
      cell: (row) => (row.trade_no ? <ShortCode value={row.trade_no} /> : null),
    },
    {
      key: "state",
      head: t("columns.state"),
      cell: (row) => (
        <span className="flex gap-1.5">
          <StateBadge state={row.state}>{t(`states.${row.state}`)}</StateBadge>
          {row.disposition && row.disposition !== "applied" ? (
            <StateBadge state={row.disposition}>{t(`dispositions.${row.disposition}`)}</StateBadge>
          ) : null}
        </span>
      ),
    },
    {
      key: "amount",
      head: t("columns.amount"),
      align: "right",
      cell: (row) => <Money value={row.amount} currency={row.currency} className="font-medium" />,
    },
    {
      key: "gateway",
      head: t("columns.gateway"),
      align: "right",
      isOptional: true,
      cell: (row) =>
        row.gateway_amount && row.gateway_currency ? (
          <Money value={row.gateway_amount} currency={row.gateway_currency} />
        ) : null,
    },
    {
      key: "paid",
      head: t("columns.paid"),
      align: "right",
      isOptional: true,
      cell: (row) =>
        row.paid_at ? <DateTime value={row.paid_at} className="whitespace-nowrap text-ink-muted" /> : null,
    },
    createdColumn(t("columns.created")),
    mayWrite
      ? actionsColumn((row) =>
          row.state === "paid" ? null : (
            <>
              <ActButton
                variant="ghost"
                write={{ path: `/admin/payments/${row.payment_no}/query`, success: t("checked") }}
              >
                {t("check")}
              </ActButton>
              {mayMoveMoney ? <ConfirmPayment row={row} /> : null}
            </>
          ),
        )
      : null,
  ];
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      rows={data.payments}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          {
            name: "state",
            label: t("anyState"),
            options: listOptions(paymentStates, (value) => t(`states.${value}`)),
          },
          {
            name: "disposition",
            label: t("anyDisposition"),
            options: listOptions(dispositions, (value) => t(`dispositions.${value}`)),
          },
          {
            name: "channel_id",
            label: t("anyChannel"),
            options: rowOptions(channels),
          },
        ],
        dates: true,
        children: hasPermission(actor, "exports:read") ? (
          <CsvLink href={`/api/v1/admin/payments/export?${list.text}`} />
        ) : null,
      }}
      actions={<LiveRows api="/admin/payments" list={list} since={own.drawnAt} />}
      emptyAction={
        <Link href="/admin/channels" className={buttonClass("secondary", "sm")}>
          {t("emptyAct")}
        </Link>
      }
      own={own}
    >
      <PaymentTabs current="payments" />
    </ListPage>
  );
}

async function ConfirmPayment({ row }: { row: Row }) {
  const t = await getTranslations("admin-money.payments.confirm");
  return (
    <FormDialog
      trigger={
        <Button variant="ghost" size="sm">
          {t("act")}
        </Button>
      }
      title={t("title")}
      description={t("text", {
        amount: nameAmount(row.amount, row.currency),
        channel: row.channel_name,
        payment: row.payment_no,
      })}
      columns={1}
      fields={[
        { kind: "text", name: "reference", label: t("reference"), hint: t("referenceHint"), required: true },
        { kind: "text", name: "note", label: t("note"), required: true },
        { kind: "proof", name: "proof_id", label: t("proof"), hint: t("proofHint"), empty: "omit" },
      ]}
      write={{
        path: `/admin/payments/${row.payment_no}/confirm`,
        success: t("done"),
        approval: { kind: "payment.confirm", payment_no: row.payment_no },
      }}
      submitLabel={t("act")}
    />
  );
}
