import { Undo2 } from "lucide-react";
import { getLocale } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { MoneyAct } from "@/components/admin/form/money-limit";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { ShortCode } from "@/components/admin/short-code";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, moneyColumn, timeColumn } from "@/components/admin/table/columns";
import { CsvLink } from "@/components/admin/table/csv-link";
import { listOptions } from "@/components/admin/table/filter-options";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/components/ui/money";
import { foreignWords } from "@/lib/core/refusals/noted";
import { listQueuedRefunds } from "@/lib/payments/refunds/refund-queue";
import { type RefundQueue, refundQueueQuery } from "@/lib/payments/refunds/schema";
import { refundTaskStatuses } from "@/lib/payments/state";
import { sayTold } from "@/messages/say-to-staff";

/** Money that is still to be paid back is work, which a pending delivery is not. */
const tones = { pending: "warn", processing: "warn", failed: "danger", done: "ok" } as const;

/** The page is opened for what is still to be done. */
const openedQuery = refundQueueQuery.extend({
  status: refundQueueQuery.shape.status.unwrap().default("open"),
});

type Row = RefundQueue["refunds"][number];

const page = adminPage({
  path: "/admin/refunds",
  text: "admin-money.refunds",
  icon: Undo2,
  permission: "payments:read",
  menu: { group: "money", after: "payments" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(openedQuery, async ({ list, frame, t, may }) => {
  const mayWrite = may("payments:write") && may("money:write");
  const shown = new URLSearchParams(list.text);
  shown.set("status", list.query.status);
  const [data, locale] = await Promise.all([listQueuedRefunds(list.query), getLocale()]);
  const columns: ListColumns<typeof page.text, Row> = [
    { key: "refund", from: "xl", cell: (row) => <ShortCode value={row.refund_no} /> },
    {
      key: "order",
      className: "max-w-48",
      cell: (row) => (
        <Link
          href={`/admin/orders/${row.order_no}`}
          title={row.reason ? sayTold(foreignWords(row.reason), locale) : undefined}
          className="block font-mono text-xs hover:text-pine"
        >
          {row.order_no}
          <span className="block truncate font-sans text-ink-faint">
            {t(`kinds.${row.kind}`)}
            {row.reason ? ` · ${sayTold(foreignWords(row.reason), locale)}` : ""}
          </span>
        </Link>
      ),
    },
    {
      key: "buyer",
      from: "lg",
      className: "max-w-36",
      cell: (row) => (
        <span className="block truncate" title={row.email ?? undefined}>
          {row.email}
        </span>
      ),
    },
    {
      key: "channel",
      className: "max-w-36",
      cell: (row) => (
        <>
          <span className="block truncate" title={row.channel_name ?? undefined}>
            {row.channel_name}
          </span>
          {row.trade_no ? <ShortCode value={row.trade_no} className="flex text-ink-faint" /> : null}
        </>
      ),
    },
    {
      key: "state",
      cell: (row) => (
        <>
          <StateBadge tone={tones[row.status]}>{t(`states.${row.status}`)}</StateBadge>
          {row.status === "failed" && row.failure ? (
            <span className="mt-1 block max-w-48 text-ink-faint text-xs">{row.failure}</span>
          ) : null}
        </>
      ),
    },
    moneyColumn("amount", (row) => [row.amount, row.currency], { isMain: true }),
    timeColumn("created", (row) => row.created_at, { from: "md" }),
    mayWrite
      ? actionsColumn((row) =>
          row.status === "done" || row.status === "processing" ? null : (
            <>
              {row.can_send ? (
                <FormDialog
                  trigger={
                    <Button size="sm">
                      <MoneyAct act={t("send")} sum={row.amount} />
                    </Button>
                  }
                  title={t("sendTitle")}
                  description={t("sendText", {
                    channel: row.channel_name ?? "",
                    amount: formatMoney(row.amount, row.currency, locale),
                  })}
                  fields={[]}
                  columns={1}
                  write={{
                    path: `/admin/payments/refunds/${row.refund_no}/send`,
                    success: t("sent"),
                    approval: { kind: "refund.send", refund_no: row.refund_no },
                    sum: row.amount,
                  }}
                  submitLabel={t("send")}
                />
              ) : null}
              <FormDialog
                trigger={
                  <Button variant="secondary" size="sm">
                    <MoneyAct act={t("done")} sum={row.amount} />
                  </Button>
                }
                title={t("doneTitle")}
                description={t("doneText", { amount: formatMoney(row.amount, row.currency, locale) })}
                fields={[]}
                columns={1}
                write={{
                  path: `/admin/payments/refunds/${row.refund_no}/done`,
                  success: t("doneSaved"),
                  approval: { kind: "refund.finish", refund_no: row.refund_no },
                  sum: row.amount,
                }}
                submitLabel={t("done")}
              />
            </>
          ),
        )
      : null,
  ];
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.refunds}
      rowKey={(row) => row.refund_no}
      columns={columns}
      filters={{
        selects: [
          {
            name: "status",
            label: t("open"),
            options: [
              { value: "all", label: t("anyState") },
              ...listOptions(refundTaskStatuses, (value) => t(`states.${value}`)),
            ],
          },
        ],
        dates: true,
        children: may("exports:read") ? (
          <CsvLink href={`/api/v1/admin/payments/refunds/export?${shown}`} />
        ) : null,
      }}
      live="/admin/payments/refunds"
    />
  );
});
