import { BellRing } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { AddChannelMenu } from "@/components/admin/add-channel-menu";
import { PageHead } from "@/components/admin/page-frame";
import { Problem } from "@/components/admin/problem";
import {
  type ListColumns,
  numberColumn,
  stateColumn,
  timeColumn,
  withHeads,
} from "@/components/admin/table/columns";
import { DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { listFilter, rowFilter } from "@/components/admin/table/filter-options";
import { ClientMessages } from "@/components/store/client-messages";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { isOneOf } from "@/lib/core/shapes/records";
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

export default page.list(deliveryQuery, async ({ list, t, may }) => {
  const mayWrite = may("settings:write");
  const [{ channels, providers, event_kinds, event_types, pressing_kinds }, log, form, locale] =
    await Promise.all([
      listNotificationChannels(),
      listDeliveries(list.query),
      getTranslations("admin.form"),
      getLocale(),
    ]);
  const events = Object.fromEntries(
    event_kinds.map((kind) => [kind, pressing_kinds.includes(kind) ? "always" : "on"]),
  );
  const types = Object.fromEntries(event_types.map((type) => [type, "on"]));
  const channelColumns: ListColumns<typeof page.text, NotificationChannelOut> = [
    {
      key: "channel",
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
      cell: (row) => (
        <span className="flex min-w-0 flex-col items-start gap-0.5">
          <ChannelState channel={row} />
          {row.failing_since && row.last_error ? (
            <Problem told={row.last_error_rule} className="max-w-64 truncate text-danger text-xs" />
          ) : null}
        </span>
      ),
    },
    {
      key: "events",
      from: "md",
      cell: (row) =>
        t("eventCount", {
          count: Object.keys(row.events).length,
          total: (row.provider === "events" ? event_types : event_kinds).length,
        }),
    },
    {
      key: "last",
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
  const titleOf = ({ kind, title }: DeliveryRow) =>
    isOneOf(event_types, kind) ? t(`types.${kind.replace(".", "_") as "order_created"}.name`) : title;
  const logColumns: ListColumns<typeof page.text, DeliveryRow> = [
    {
      key: "message",
      className: "max-w-72",
      cell: (row) => (
        <span className="block min-w-0">
          <MessageReader id={row.id} title={titleOf(row)} mayResend={mayWrite} />
          {row.last_error ? (
            <Problem told={row.last_error_rule} className="block truncate text-danger text-xs" />
          ) : null}
        </span>
      ),
    },
    { key: "channel", from: "md", cell: (row) => row.channel.name },
    stateColumn("status", (row) => [row.status, t(`statuses.${row.status}`)]),
    numberColumn("attempts", (row) => row.attempts, { from: "lg" }),
    timeColumn("time", (row) => row.created_at, { from: "md" }),
  ];
  return (
    <ClientMessages areas={["admin-notify"]}>
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
                description: t(provider.code === "events" ? "addProgramText" : "addText"),
                fixed: {
                  provider: provider.code,
                  events: provider.code === "events" ? types : events,
                },
                fields: providerFields(provider, null, t).map((field) =>
                  field.name === "locale" && field.kind === "select" ? { ...field, value: locale } : field,
                ),
              }))}
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
        columns={withHeads(channelColumns, (key) => t(`columns.${key}`))}
        rows={channels}
        rowKey={(row) => row.id}
        empty={{ icon: BellRing, title: t("empty"), description: t("emptyText") }}
      />
      {channels.length > 0 ? (
        <section className="mt-8">
          <h2 className="mb-3 font-semibold text-lg">{t("log")}</h2>
          <FilterBar
            selects={[
              rowFilter("channel_id", t("anyChannel"), channels),
              listFilter("status", t("anyStatus"), notificationStatuses, (value) => t(`statuses.${value}`)),
            ]}
          />
          <DataTable
            label={t("log")}
            columns={withHeads(logColumns, (key) => t(`columns.${key}`))}
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
});
