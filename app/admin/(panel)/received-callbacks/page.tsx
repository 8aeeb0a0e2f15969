import { ShieldCheck, ShieldX, Webhook } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { actionsColumn } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, momentColumn } from "@/components/admin/table/columns";
import { listFilter, rowFilter } from "@/components/admin/table/filter-options";
import { Link } from "@/components/ui/link";
import { listReceivedCallbacks } from "@/lib/interconnect/agent/admin/queries";
import {
  callbackLogQuery,
  type callbackLogRow,
  callbackResults,
} from "@/lib/interconnect/agent/admin/schema";
import { listConnections } from "@/lib/interconnect/agent/admin-queries";
import { readReceivedHealth } from "@/lib/interconnect/sql";
import { CallHealthPanel } from "../callbacks/call-health";
import { CallbackTabs } from "../callbacks/callback-tabs";
import { causeOf } from "../request-log/_components/cause";
import { EventName } from "./event-name";
import { ReceivedDetail } from "./received-detail";

type Row = z.infer<typeof callbackLogRow>;

const page = adminPage({
  path: "/admin/received-callbacks",
  text: "admin-trade.received",
  icon: Webhook,
  permission: "interconnect:read",
  menu: { group: "agentSide", after: "purchases" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(callbackLogQuery, async ({ actor, list, frame, t }) => {
  const [data, { connections }, health, log, healthText] = await Promise.all([
    listReceivedCallbacks(list.query),
    listConnections(),
    readReceivedHealth(),
    getTranslations("admin-trade.log"),
    getTranslations("admin-trade.health"),
  ]);
  const columns: ListColumns<typeof page.text, Row> = [
    momentColumn(),
    {
      key: "connection",
      className: "max-w-32",
      cell: (row) =>
        row.connection ? (
          <Link
            href={`/admin/connections/${row.connection.id}`}
            title={row.connection.name}
            className="block truncate hover:text-pine"
          >
            {row.connection.name}
          </Link>
        ) : (
          <span className="text-ink-faint" title={row.claimed_key ?? undefined}>
            {log("unknownKey")}
          </span>
        ),
    },
    { key: "event", cell: (row) => <EventName event={row.event} /> },
    {
      key: "order",
      from: "lg",
      cell: (row) => (
        <code className="font-mono text-xs">
          {row.upstream_order_no ?? "—"}
          <span className="block text-ink-faint">{row.downstream_order_no}</span>
        </code>
      ),
    },
    {
      key: "signature",
      cell: (row) => (
        <span className={`flex items-center gap-1.5 ${row.is_signature_valid ? "text-ok" : "text-danger"}`}>
          {row.is_signature_valid ? (
            <ShieldCheck className="size-4" aria-hidden />
          ) : (
            <ShieldX className="size-4" aria-hidden />
          )}
          {row.is_signature_valid ? log("valid") : log("invalid")}
        </span>
      ),
    },
    {
      key: "result",
      cell: (row) => {
        const cause = causeOf({ ...row, status_code: 0 });
        return (
          <>
            <StateBadge state={row.result}>
              <span className="max-w-28 truncate" title={t(`results.${row.result}`)}>
                {t(`results.${row.result}`)}
              </span>
            </StateBadge>
            {cause ? (
              <span className="mt-0.5 block max-w-36 text-ink-muted text-xs">
                {log(`causes.${cause}.what`)}
              </span>
            ) : null}
          </>
        );
      },
    },
    {
      key: "http",
      align: "right",
      from: "md",
      cell: (row) => (
        <>
          {row.http_status}
          <span className="block text-ink-faint text-xs">{log("ms", { ms: row.latency_ms })}</span>
        </>
      ),
    },
    actionsColumn((row) => <ReceivedDetail row={row} />),
  ];
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.callbacks}
      rowKey={(row) => row.id}
      columns={columns}
      rowTone={(row) => (row.result === "refused" ? "danger" : undefined)}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          rowFilter("connection_id", t("anyConnection"), connections),
          listFilter("result", t("anyResult"), callbackResults, (value) => t(`results.${value}`)),
        ],
        dates: true,
      }}
      csv="/admin/interconnect/received-callbacks/export"
      live="/admin/interconnect/received-callbacks"
      areas={["admin-trade.received", "admin-trade.log"]}
    >
      <CallbackTabs current="received" actor={actor} />
      <CallHealthPanel
        title={healthText("lastDay")}
        rows={health}
        href={(id) => list.href({ connection_id: id })}
      />
    </ListPage>
  );
});
