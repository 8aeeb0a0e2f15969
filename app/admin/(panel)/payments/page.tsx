import { ReceiptText } from "lucide-react";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ActButton } from "@/components/admin/form/act-button";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { ShortCode } from "@/components/admin/short-code";
import { StateBadge } from "@/components/admin/state-badge";
import { createdColumn, OrderLink } from "@/components/admin/table/cells";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions, rowOptions } from "@/components/admin/table/filter-options";
import { SavedViews } from "@/components/admin/table/saved-views";
import { buttonClass } from "@/components/ui/button";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/accounts/permissions";
import { listSavedViews } from "@/lib/accounts/staff/views/saved-views";
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
  const list = await page.readList(paymentListQuery, searchParams);
  const [data, views, channels, t] = await Promise.all([
    listPayments(list.query),
    listSavedViews(actor, "/admin/payments"),
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
    createdColumn(t("columns.created")),
    mayWrite
      ? actionsColumn((row) =>
          row.state === "paid" ? null : (
            <ActButton
              variant="ghost"
              write={{ path: `/admin/payments/${row.payment_no}/query`, success: t("checked") }}
            >
              {t("check")}
            </ActButton>
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
      }}
      emptyAction={
        <Link href="/admin/channels" className={buttonClass("secondary", "sm")}>
          {t("emptyAct")}
        </Link>
      }
      views={<SavedViews path="/admin/payments" views={views} query={list.view} />}
    >
      <PaymentTabs current="payments" />
    </ListPage>
  );
}
