import { Send } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { actionsColumn, RowAct } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { givesWay, OrderLink } from "@/components/admin/table/cells";
import { CsvLink } from "@/components/admin/table/csv-link";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions, rowOptions } from "@/components/admin/table/filter-options";
import { LiveRows } from "@/components/admin/table/live-rows";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { hasPermission } from "@/lib/acts/permissions";
import { listCallbacks } from "@/lib/interconnect/main/admin/log-queries";
import { callbackQuery, type callbackRow, callbackStatuses } from "@/lib/interconnect/main/admin/log-schema";
import { hasFailedCallbacks, listSiteNames } from "@/lib/interconnect/main/admin-queries";
import { type CallbackEvent, callbackEventName, callbackEvents } from "@/lib/interconnect/main/schema";
import { readCallbackHealth } from "@/lib/interconnect/sql";
import { AttemptList } from "./_components/attempt-list";
import { isFailing } from "./_components/callback-state";
import { TestCallback } from "./_components/test-callback";
import { CallHealthPanel } from "./call-health";
import { CallbackTabs } from "./callback-tabs";

type Row = z.infer<typeof callbackRow>;

const page = adminPage({
  path: "/admin/callbacks",
  text: "admin-trade.callbacks",
  icon: Send,
  permission: "interconnect:read",
  menu: { group: "mainSide", after: "held" },
});

export const generateMetadata = page.generateMetadata;

export default async function CallbacksPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "interconnect:write");
  const list = await page.readList(callbackQuery, searchParams);
  const [data, own, sites, hasFailed, health, t, healthText] = await Promise.all([
    listCallbacks(list.query),
    page.own(actor),
    listSiteNames(),
    hasFailedCallbacks(),
    readCallbackHealth(),
    getTranslations("admin-trade.callbacks"),
    getTranslations("admin-trade.health"),
  ]);
  const eventLabel = (event: CallbackEvent) => t(`events.${callbackEventName(event)}`);
  const columns: (Column<Row> | null)[] = [
    {
      key: "event",
      head: t("columns.event"),
      cell: (row) => <span className="whitespace-nowrap font-medium">{eventLabel(row.event)}</span>,
    },
    {
      key: "site",
      head: t("columns.site"),
      className: givesWay,
      cell: (row) => (
        <Link
          href={`/admin/sites/${row.site.id}`}
          title={row.site.name}
          className="block truncate hover:text-pine"
        >
          {row.site.name}
        </Link>
      ),
    },
    {
      key: "order",
      head: t("columns.order"),
      cell: (row) => <OrderLink orderNo={row.order_no} />,
    },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) =>
        isFailing(row) ? (
          <StateBadge tone="warn">{t("failing")}</StateBadge>
        ) : (
          <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>
        ),
    },
    {
      key: "error",
      head: t("columns.error"),
      from: "lg",
      className: givesWay,
      cell: (row) =>
        row.last_error ? (
          <Problem text={row.last_error} className="block truncate text-ink-muted text-xs" />
        ) : null,
    },
    {
      key: "next",
      head: t("columns.next"),
      align: "right",
      from: "xl",
      cell: (row) =>
        row.next_attempt_at ? (
          <DateTime value={row.next_attempt_at} style="exact" className="text-ink-muted" />
        ) : null,
    },
    {
      key: "attempts",
      head: t("columns.attempts"),
      align: "right",
      isOptional: true,
      cell: (row) => row.attempts,
    },
    {
      key: "delivered",
      head: t("columns.delivered"),
      align: "right",
      isOptional: true,
      cell: (row) =>
        row.delivered_at ? (
          <DateTime value={row.delivered_at} className="whitespace-nowrap text-ink-muted" />
        ) : null,
    },
    {
      key: "created",
      head: t("columns.created"),
      align: "right",
      from: "md",
      cell: (row) => (
        <DateTime value={row.created_at} style="ago" className="whitespace-nowrap text-ink-muted" />
      ),
    },
    actionsColumn((row) => (
      <>
        <AttemptList id={row.id} attempts={row.attempts} mayReveal={mayWrite} />
        {mayWrite ? (
          <RowAct
            title={t("resendTitle")}
            description={t("resendText")}
            path={`/admin/interconnect/callbacks/${row.id}/resend`}
            success={t("resent")}
            label={t("resend")}
          />
        ) : null}
      </>
    )),
  ];
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      rows={data.callbacks}
      rowKey={(row) => row.id}
      columns={columns}
      rowTone={(row) => (row.status === "failed" ? "danger" : undefined)}
      selectable={mayWrite}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          {
            name: "site_id",
            label: t("anySite"),
            options: rowOptions(sites),
          },
          {
            name: "status",
            label: t("anyStatus"),
            options: listOptions(callbackStatuses, (value) => t(`statuses.${value}`)),
          },
          {
            name: "event",
            label: t("anyEvent"),
            options: listOptions(callbackEvents, eventLabel),
          },
        ],
        dates: true,
        children: <CsvLink href={`/api/v1/admin/interconnect/callbacks/export?${list.text}`} />,
      }}
      actions={
        <>
          {mayWrite && hasFailed ? (
            <ConfirmAction
              trigger={
                <Button variant="secondary" size="sm">
                  {t("resendFailed")}
                </Button>
              }
              title={t("resendFailed")}
              description={t("resendFailedText")}
              confirmLabel={t("resend")}
              path="/admin/interconnect/callbacks/resend"
              body={{ failed_of: list.query.site_id ?? null }}
              success={t("resent")}
              tone="primary"
            />
          ) : null}
          <LiveRows api="/admin/interconnect/callbacks" list={list} since={own.drawnAt} />
        </>
      }
      takesMatch
      areas={["admin-trade.log", "admin-trade.site"]}
      bulk={
        <BulkAction
          label={t("resendChosen")}
          path="/admin/interconnect/callbacks/resend"
          counted="resent"
          title={t("resendTitle")}
          description={t("resendChosenText")}
          success={t("resent")}
        />
      }
    >
      <CallbackTabs current="sent" actor={actor} />
      <CallHealthPanel
        title={healthText("lastDay")}
        rows={health}
        href={(id) => list.href({ site_id: id })}
        {...(mayWrite ? { act: (row) => <TestCallback siteId={row.id} /> } : {})}
      />
    </ListPage>
  );
}
