import { BellRing } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { AddChannelMenu } from "@/components/admin/add-channel-menu";
import type { SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { ClientMessages } from "@/components/store/client-messages";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { hasPermission } from "@/lib/acts/permissions";
import { listDeliveries, listNotificationChannels } from "@/lib/notifications/outbound/queries";
import {
  type DeliveryRow,
  deliveryQuery,
  type NotificationChannelOut,
  notificationStatuses,
} from "@/lib/notifications/outbound/schema";
import { ChannelTest } from "./_components/channel-test";
import { MessageReader } from "./_components/message-reader";
import { ChannelState } from "./channel-state";
import { providerFields } from "./provider-fields";

const page = adminPage({
  path: "/admin/notifications",
  text: "admin-notify",
  icon: BellRing,
  permission: "settings:read",
  menu: { group: "system", after: "mails", hotkey: "n" },
});

export const generateMetadata = page.generateMetadata;

export default async function NotificationsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "settings:write");
  const list = await page.readList(deliveryQuery, searchParams);
  const [{ channels, providers, event_kinds, pressing_kinds }, log, t, form, locale] = await Promise.all([
    listNotificationChannels(),
    listDeliveries(list.query),
    getTranslations("admin-notify"),
    getTranslations("admin.form"),
    getLocale(),
  ]);
  const events = Object.fromEntries(
    event_kinds.map((kind) => [kind, pressing_kinds.includes(kind) ? "always" : "on"]),
  );
  const channelColumns: (Column<NotificationChannelOut> | null)[] = [
    {
      key: "name",
      head: t("columns.channel"),
      cell: (row) => (
        <span className="block min-w-0">
          <Link href={`/admin/notifications/${row.id}`} className="font-medium hover:text-pine">
            {row.name}
          </Link>
          <span className="block text-ink-faint text-xs">{t(`providers.${row.provider}`)}</span>
        </span>
      ),
    },
    {
      key: "state",
      head: t("columns.state"),
      cell: (row) => (
        <span className="flex min-w-0 flex-col items-start gap-0.5">
          <ChannelState channel={row} />
          {row.failing_since && row.last_error ? (
            <Problem text={row.last_error} className="max-w-64 truncate text-danger text-xs" />
          ) : null}
        </span>
      ),
    },
    {
      key: "events",
      head: t("columns.events"),
      from: "md",
      cell: (row) => t("eventCount", { count: Object.keys(row.events).length, total: event_kinds.length }),
    },
    {
      key: "last",
      head: t("columns.last"),
      from: "md",
      cell: (row) =>
        row.last_sent_at ? (
          <DateTime value={row.last_sent_at} style="ago" className="text-ink-muted" />
        ) : (
          <span className="text-ink-faint">{t("never")}</span>
        ),
    },
    mayWrite ? { key: "test", head: "", align: "right", cell: (row) => <ChannelTest id={row.id} /> } : null,
  ];
  const logColumns: (Column<DeliveryRow> | null)[] = [
    {
      key: "title",
      head: t("columns.message"),
      className: "max-w-72",
      cell: (row) => (
        <span className="block min-w-0">
          <MessageReader id={row.id} title={row.title} mayResend={mayWrite} />
          {row.last_error ? (
            <Problem text={row.last_error} className="block truncate text-danger text-xs" />
          ) : null}
        </span>
      ),
    },
    { key: "channel", head: t("columns.channel"), from: "md", cell: (row) => row.channel.name },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>,
    },
    { key: "attempts", head: t("columns.attempts"), align: "right", from: "lg", cell: (row) => row.attempts },
    {
      key: "time",
      head: t("columns.time"),
      align: "right",
      from: "md",
      cell: (row) => (
        <DateTime value={row.created_at} style="ago" className="whitespace-nowrap text-ink-muted" />
      ),
    },
  ];
  return (
    <ClientMessages areas={["admin", "admin-notify"]}>
      <PageHead
        title={t("title")}
        description={t("description")}
        actions={
          mayWrite ? (
            <AddChannelMenu
              label={t("add")}
              choices={providers.map((provider) => ({
                code: provider.code,
                name: t(`providers.${provider.code}`),
                title: t("addTitle", { provider: t(`providers.${provider.code}`) }),
                description: t("addText"),
                fields: providerFields(provider, null, t).map((field) =>
                  field.name === "locale" && field.kind === "select" ? { ...field, value: locale } : field,
                ),
              }))}
              fixed={{ events }}
              write={{
                path: "/admin/notification-channels",
                success: form("created"),
                goTo: "/admin/notifications/{id}",
              }}
              submitLabel={form("create")}
            />
          ) : null
        }
      />
      <DataTable
        label={t("title")}
        columns={channelColumns}
        rows={channels}
        rowKey={(row) => row.id}
        empty={{ icon: BellRing, title: t("empty"), description: t("emptyText") }}
      />
      {channels.length > 0 ? (
        <section className="mt-8">
          <h2 className="mb-3 font-semibold text-lg">{t("log")}</h2>
          <FilterBar
            selects={[
              {
                name: "channel_id",
                label: t("anyChannel"),
                options: channels.map(({ id, name }) => ({ value: String(id), label: name })),
              },
              {
                name: "status",
                label: t("anyStatus"),
                options: notificationStatuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
              },
            ]}
          />
          <DataTable
            label={t("log")}
            columns={logColumns}
            rows={log.deliveries}
            rowKey={(row) => row.id}
            empty={{ icon: BellRing, title: t("logEmpty"), description: t("logEmptyText") }}
            isFiltered={list.isFiltered}
            clearHref="/admin/notifications"
            page={list.pages(log)}
          />
        </section>
      ) : null}
    </ClientMessages>
  );
}
