import { Send } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { actionsColumn, RowAct } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { givesWay } from "@/components/admin/table/cells";
import {
  type ListColumns,
  numberColumn,
  orderColumn,
  personColumn,
  timeColumn,
} from "@/components/admin/table/columns";
import { listFilter, rowFilter } from "@/components/admin/table/filter-options";
import { Button } from "@/components/ui/button";
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

export default page.list(callbackQuery, async ({ actor, list, frame, t, may }) => {
  const mayWrite = may("interconnect:write");
  const [data, sites, hasFailed, health, healthText] = await Promise.all([
    listCallbacks(list.query),
    listSiteNames(),
    hasFailedCallbacks(),
    readCallbackHealth(),
    getTranslations("admin-trade.health"),
  ]);
  const eventLabel = (event: CallbackEvent) => t(`events.${callbackEventName(event)}`);
  const columns: ListColumns<typeof page.text, Row> = [
    {
      key: "event",
      cell: (row) => <span className="whitespace-nowrap font-medium">{eventLabel(row.event)}</span>,
    },
    personColumn("site", ({ site }) => ({ name: site.name, href: `/admin/sites/${site.id}` })),
    orderColumn(),
    {
      key: "status",
      cell: (row) =>
        isFailing(row) ? (
          <StateBadge tone="warn">{t("failing")}</StateBadge>
        ) : (
          <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>
        ),
    },
    {
      key: "error",
      from: "lg",
      className: givesWay,
      cell: (row) =>
        row.last_error ? (
          <Problem told={row.last_error_rule} className="block truncate text-ink-muted text-xs" />
        ) : null,
    },
    timeColumn("next", (row) => row.next_attempt_at, { style: "exact", from: "xl" }),
    numberColumn("attempts", (row) => row.attempts, { isOptional: true }),
    timeColumn("delivered", (row) => row.delivered_at, { style: "datetime", isOptional: true }),
    timeColumn("created", (row) => row.created_at, { from: "md" }),
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
      {...frame}
      data={data}
      rows={data.callbacks}
      rowKey={(row) => row.id}
      columns={columns}
      rowTone={(row) => (row.status === "failed" ? "danger" : undefined)}
      selectable={mayWrite}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          rowFilter("site_id", t("anySite"), sites),
          listFilter("status", t("anyStatus"), callbackStatuses, (value) => t(`statuses.${value}`)),
          listFilter("event", t("anyEvent"), callbackEvents, eventLabel),
        ],
        dates: true,
      }}
      csv="/admin/interconnect/callbacks/export"
      live="/admin/interconnect/callbacks"
      actions={
        mayWrite && hasFailed ? (
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
        ) : null
      }
      takesMatch
      areas={["admin-trade.callbacks", "admin-trade.log", "admin-trade.site"]}
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
});
