import { Send } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { LiveRefresh } from "@/components/admin/table/live-refresh";
import { BulkBar, SelectionScope } from "@/components/admin/table/selection";
import { ClientMessages } from "@/components/store/client-messages";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { hasPermission } from "@/lib/accounts/permissions";
import { requirePageAdmin } from "@/lib/http/session";
import { listCallbacks } from "@/lib/interconnect/main/admin/log-queries";
import { callbackQuery, type callbackRow, callbackStatuses } from "@/lib/interconnect/main/admin/log-schema";
import { listSites } from "@/lib/interconnect/main/admin-queries";
import { type CallbackEvent, callbackEventName, callbackEvents } from "@/lib/interconnect/main/schema";
import { readCallbackHealth } from "@/lib/interconnect/sql";
import { AttemptList } from "./_components/attempt-list";
import { TestCallback } from "./_components/test-callback";
import { CallHealthPanel } from "./call-health";
import { CallbackTabs } from "./callback-tabs";

type Row = z.infer<typeof callbackRow>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-trade.callbacks"))("title") };
}

export default async function CallbacksPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requirePageAdmin("/admin/callbacks", "interconnect:read");
  const mayWrite = hasPermission(actor, "interconnect:write");
  const list = await readListQuery(callbackQuery, "/admin/callbacks", searchParams);
  const [data, { sites }, health, t, healthText] = await Promise.all([
    listCallbacks(list.query),
    listSites({ page: 1, per_page: 200 }),
    readCallbackHealth(),
    getTranslations("admin-trade.callbacks"),
    getTranslations("admin-trade.health"),
  ]);
  const eventLabel = (event: CallbackEvent) => t(`events.${callbackEventName(event)}`);
  const hasFailed = sites.some((site) => site.failed_callbacks > 0);
  const columns: (Column<Row> | null)[] = [
    {
      key: "event",
      head: t("columns.event"),
      cell: (row) => <span className="font-medium">{eventLabel(row.event)}</span>,
    },
    {
      key: "site",
      head: t("columns.site"),
      cell: (row) => (
        <Link href={`/admin/sites/${row.site.id}`} className="hover:text-pine">
          {row.site.name}
        </Link>
      ),
    },
    {
      key: "order",
      head: t("columns.order"),
      cell: (row) => (
        <Link href={`/admin/orders/${row.order_no}`} className="font-mono text-xs hover:text-pine">
          {row.order_no}
        </Link>
      ),
    },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>,
    },
    {
      key: "error",
      head: t("columns.error"),
      from: "lg",
      className: "max-w-72",
      cell: (row) => (
        <span className="block truncate text-ink-muted text-xs" title={row.last_error ?? undefined}>
          {row.last_error}
        </span>
      ),
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
      key: "created",
      head: t("columns.created"),
      align: "right",
      from: "md",
      cell: (row) => <DateTime value={row.created_at} className="text-ink-muted" />,
    },
    {
      key: "actions",
      head: "",
      align: "right",
      cell: (row) => (
        <span className="flex justify-end gap-1">
          <AttemptList id={row.id} attempts={row.attempts} mayReveal={mayWrite} />
          {mayWrite ? (
            <ConfirmAction
              trigger={
                <Button variant="ghost" size="sm">
                  {t("resend")}
                </Button>
              }
              title={t("resendTitle")}
              description={t("resendText")}
              confirmLabel={t("resend")}
              path={`/admin/interconnect/callbacks/${row.id}/resend`}
              success={t("resent")}
              tone="primary"
            />
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <ClientMessages areas={["admin", "admin-trade"]}>
      <PageHead
        title={t("title")}
        description={t("description")}
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
            <LiveRefresh />
          </>
        }
      />
      <CallbackTabs current="sent" actor={actor} />
      <CallHealthPanel
        title={healthText("lastDay")}
        rows={health}
        href={(id) => list.href({ site_id: id })}
        {...(mayWrite ? { act: (row) => <TestCallback siteId={row.id} /> } : {})}
      />
      <FilterBar
        dates
        search={{ placeholder: t("search") }}
        selects={[
          {
            name: "site_id",
            label: t("anySite"),
            options: sites.map((site) => ({ value: String(site.id), label: site.name })),
          },
          {
            name: "status",
            label: t("anyStatus"),
            options: callbackStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
          },
          {
            name: "event",
            label: t("anyEvent"),
            options: callbackEvents.map((value) => ({ value, label: eventLabel(value) })),
          },
        ]}
      />
      <SelectionScope>
        <DataTable
          selectable={mayWrite}
          label={t("title")}
          columns={columns}
          rows={data.callbacks}
          rowKey={(row) => row.id}
          rowTone={(row) => (row.status === "failed" ? "danger" : undefined)}
          empty={{ icon: Send, title: t("empty"), description: t("emptyText") }}
          isFiltered={list.isFiltered}
          clearHref="/admin/callbacks"
          page={{
            page: data.page,
            perPage: data.per_page,
            total: data.total,
            href: (page) => list.href({ page }),
          }}
        />
        <BulkBar>
          <BulkAction
            label={t("resendChosen")}
            path="/admin/interconnect/callbacks/resend"
            title={t("resendTitle")}
            description={t("resendChosenText")}
            success={t("resent")}
          />
        </BulkBar>
      </SelectionScope>
    </ClientMessages>
  );
}
