import { ReceiptText } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ActButton } from "@/components/admin/form/act-button";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { MoneyAct } from "@/components/admin/form/money-limit";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { ShortCode } from "@/components/admin/short-code";
import { StateBadge } from "@/components/admin/state-badge";
import { OrderLink } from "@/components/admin/table/cells";
import { type ListColumns, moneyColumn, timeColumn } from "@/components/admin/table/columns";
import { listFilter, rowFilter } from "@/components/admin/table/filter-options";
import { Button, buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
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

export default page.list(paymentListQuery, async ({ list, frame, t, may }) => {
  const mayWrite = may("payments:write");
  const mayMoveMoney = may("money:write");
  const [data, channels] = await Promise.all([listPayments(list.query), listAdminChannels()]);
  const columns: ListColumns<typeof page.text, Row> = [
    { key: "payment", cell: (row) => <ShortCode value={row.payment_no} /> },
    {
      key: "for",
      cell: (row) =>
        row.order_no ? (
          <OrderLink orderNo={row.order_no} />
        ) : (
          <span className="text-xs">
            {t("purpose.recharge")} <code className="font-mono">{row.recharge_no}</code>
          </span>
        ),
    },
    { key: "channel", from: "md", cell: (row) => row.channel_name },
    { key: "trade", from: "xl", cell: (row) => (row.trade_no ? <ShortCode value={row.trade_no} /> : null) },
    {
      key: "state",
      cell: (row) => (
        <span className="flex gap-1.5">
          <StateBadge state={row.state}>{t(`states.${row.state}`)}</StateBadge>
          {row.disposition && row.disposition !== "applied" ? (
            <StateBadge state={row.disposition}>{t(`dispositions.${row.disposition}`)}</StateBadge>
          ) : null}
        </span>
      ),
    },
    moneyColumn("amount", (row) => [row.amount, row.currency], { isMain: true }),
    {
      key: "gateway",
      align: "right",
      isOptional: true,
      cell: (row) =>
        row.gateway_amount && row.gateway_currency ? (
          <Money value={row.gateway_amount} currency={row.gateway_currency} />
        ) : null,
    },
    timeColumn("paid", (row) => row.paid_at, { style: "datetime", isOptional: true }),
    timeColumn("created", (row) => row.created_at, { from: "md" }),
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
      {...frame}
      data={data}
      rows={data.payments}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          listFilter("state", t("anyState"), paymentStates, (value) => t(`states.${value}`)),
          listFilter("disposition", t("anyDisposition"), dispositions, (value) => t(`dispositions.${value}`)),
          rowFilter("channel_id", t("anyChannel"), channels),
        ],
        dates: true,
      }}
      csv={may("exports:read") && "/admin/payments/export"}
      live="/admin/payments"
      emptyAction={
        <Link href="/admin/channels" className={buttonClass("secondary", "sm")}>
          {t("emptyAct")}
        </Link>
      }
    >
      <PaymentTabs current="payments" />
    </ListPage>
  );
});

async function ConfirmPayment({ row }: { row: Row }) {
  const t = await getTranslations("admin-money.payments.confirm");
  return (
    <FormDialog
      trigger={
        <Button variant="ghost" size="sm">
          <MoneyAct act={t("act")} sum={row.amount} />
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
        sum: row.amount,
      }}
      submitLabel={t("act")}
    />
  );
}
