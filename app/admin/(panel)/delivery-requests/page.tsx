import { Webhook } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { OrderLink } from "@/components/admin/table/cells";
import { CsvLink } from "@/components/admin/table/csv-link";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions } from "@/components/admin/table/filter-options";
import { LiveRows } from "@/components/admin/table/live-rows";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { type DeliveryRequestOut, deliveryRequestQuery } from "@/lib/fulfillment/kinds/dynamic/schema";
import { deliveryRequestStatuses } from "@/lib/fulfillment/kinds/dynamic/state";
import { listRequests } from "@/lib/orders/delivery-requests/admin-requests";
import { RequestDetails } from "./_components/request-details";

const page = adminPage({
  path: "/admin/delivery-requests",
  text: "admin-sell.requests",
  icon: Webhook,
  permission: "orders:write",
  menu: { group: "sell", after: "licenses" },
});

export const generateMetadata = page.generateMetadata;

const isOpen = ({ status }: DeliveryRequestOut) =>
  status === "pending" || status === "waiting" || status === "timed_out";

export default async function DeliveryRequestsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const list = await page.readList(deliveryRequestQuery, searchParams);
  const [data, own, t] = await Promise.all([
    listRequests(list.query),
    page.own(actor),
    getTranslations("admin-sell.requests"),
  ]);
  const columns: Column<DeliveryRequestOut>[] = [
    {
      key: "item",
      head: t("columns.item"),
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block font-medium">{row.title}</span>
          <OrderLink orderNo={row.order_no} />
        </span>
      ),
    },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => (
        <span className="block min-w-0">
          <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>
          {row.last_error && isOpen(row) ? (
            <Problem text={row.last_error} className="mt-1 block break-words text-danger text-xs" />
          ) : null}
        </span>
      ),
    },
    { key: "attempts", head: t("columns.attempts"), cell: (row) => <RequestDetails request={row} /> },
    {
      key: "next",
      head: t("columns.next"),
      from: "md",
      cell: (row) =>
        row.next_attempt_at ? <DateTime value={row.next_attempt_at} className="whitespace-nowrap" /> : null,
    },
    {
      key: "deadline",
      head: t("columns.deadline"),
      from: "lg",
      cell: (row) =>
        isOpen(row) ? (
          <DateTime value={row.deadline_at} className="whitespace-nowrap text-ink-muted" />
        ) : null,
    },
    actionsColumn((row) =>
      isOpen(row) ? (
        <ConfirmAction
          trigger={
            <Button variant="ghost" size="sm">
              {t("retry")}
            </Button>
          }
          title={t("retryTitle")}
          description={t("retryText")}
          confirmLabel={t("retry")}
          path={`/admin/delivery-requests/${row.id}/retry`}
          success={t("retried")}
          tone="primary"
        />
      ) : null,
    ),
  ];
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      rows={data.requests}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          {
            name: "status",
            label: t("anyStatus"),
            options: listOptions(deliveryRequestStatuses, (value) => t(`statuses.${value}`)),
          },
        ],
        dates: true,
        children: <CsvLink href={`/api/v1/admin/delivery-requests/export?${list.text}`} />,
      }}
      actions={<LiveRows api="/admin/delivery-requests" list={list} since={own.drawnAt} />}
    />
  );
}
