import { Webhook } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { OrderLink } from "@/components/admin/table/cells";
import type { ListColumns } from "@/components/admin/table/columns";
import { listFilter } from "@/components/admin/table/filter-options";
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

export default page.list(deliveryRequestQuery, async ({ list, frame, t }) => {
  const data = await listRequests(list.query);
  const columns: ListColumns<typeof page.text, DeliveryRequestOut> = [
    {
      key: "item",
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block font-medium">{row.title}</span>
          <OrderLink orderNo={row.order_no} />
        </span>
      ),
    },
    {
      key: "status",
      cell: (row) => (
        <span className="block min-w-0">
          <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>
          {row.last_error && isOpen(row) ? (
            <Problem told={row.last_error_rule} className="mt-1 block break-words text-danger text-xs" />
          ) : null}
        </span>
      ),
    },
    { key: "attempts", cell: (row) => <RequestDetails request={row} /> },
    {
      key: "next",
      from: "md",
      cell: (row) =>
        row.next_attempt_at ? <DateTime value={row.next_attempt_at} className="whitespace-nowrap" /> : null,
    },
    {
      key: "deadline",
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
      {...frame}
      data={data}
      rows={data.requests}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          listFilter("status", t("anyStatus"), deliveryRequestStatuses, (value) => t(`statuses.${value}`)),
        ],
        dates: true,
      }}
      csv="/admin/delivery-requests/export"
      live="/admin/delivery-requests"
    />
  );
});
