import { ClipboardPaste, PlugZap, Plus } from "lucide-react";
import { getLocale } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, numberColumn } from "@/components/admin/table/columns";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import type { ConnectionView } from "@/lib/interconnect/agent/admin/schema";
import { listConnections } from "@/lib/interconnect/agent/admin-queries";
import { sayTold } from "@/messages/say-to-staff";
import { connectionFields, healthState } from "./connection-fields";

const page = adminPage({
  path: "/admin/connections",
  text: "admin-trade.connections",
  icon: PlugZap,
  permission: "interconnect:read",
  menu: { group: "agentSide" },
});

export const generateMetadata = page.generateMetadata;

export default page.show(async ({ t, may }) => {
  const [{ connections }, locale] = await Promise.all([listConnections(), getLocale()]);
  const columns: ListColumns<typeof page.text, ConnectionView> = [
    {
      key: "name",
      cell: (row) => (
        <Link href={`/admin/connections/${row.id}`} className="group block">
          <span className="font-medium group-hover:text-pine">{row.name}</span>
          <span className="block max-w-64 truncate text-ink-faint text-xs" title={row.base_url}>
            {row.base_url}
          </span>
        </Link>
      ),
    },
    numberColumn("offers", (row) => row.offered_skus),
    numberColumn("mapped", (row) => row.mapped_skus),
    {
      key: "open",
      align: "right",
      from: "md",
      cell: (row) => (
        <Link href={`/admin/purchases?connection_id=${row.id}`} className="hover:text-pine">
          {row.open_purchases}
        </Link>
      ),
    },
    {
      key: "sync",
      align: "right",
      from: "md",
      cell: (row) =>
        row.is_syncing ? (
          <StateBadge state="processing">{t("syncing")}</StateBadge>
        ) : row.last_sync_error ? (
          <span title={row.last_sync_error_rule ? sayTold(row.last_sync_error_rule, locale) : undefined}>
            <StateBadge state="failed">{t("syncFailed")}</StateBadge>
          </span>
        ) : row.last_sync_at ? (
          <DateTime value={row.last_sync_at} className="text-ink-muted" />
        ) : (
          <span className="text-ink-faint">{t("never")}</span>
        ),
    },
    {
      key: "health",
      cell: (row) => (
        <span title={row.last_problem_rule ? sayTold(row.last_problem_rule, locale) : undefined}>
          <StateBadge state={healthState[row.health]}>{t(`health.${row.health}`)}</StateBadge>
        </span>
      ),
    },
    {
      key: "status",
      cell: (row) =>
        row.needs_rate ? (
          <StateBadge state="failed">{t("needsRate")}</StateBadge>
        ) : (
          <StateBadge state={row.status}>{t(row.status)}</StateBadge>
        ),
    },
  ];
  const create = may("interconnect:write") ? (
    <>
      <FormDialog
        trigger={
          <Button size="sm">
            <ClipboardPaste aria-hidden />
            {t("pair")}
          </Button>
        }
        title={t("pair")}
        description={t("pairText")}
        fields={[
          { kind: "text", name: "code", label: t("pairCode"), required: true, isSecret: true },
          { kind: "text", name: "name", label: t("pairName"), hint: t("pairNameHint") },
          {
            kind: "number",
            name: "markup_bps",
            label: t("fields.markup_bps.label"),
            value: 1000,
            unit: "%",
            scale: 100,
            step: 0.01,
            min: 0,
            required: true,
          },
          { kind: "switch", name: "moves", label: t("pairMoves"), hint: t("pairMovesHint"), value: false },
        ]}
        columns={1}
        write={{
          path: "/admin/interconnect/connections/pair",
          goTo: "/admin/connections/{id}/settings",
          success: t("pairDone"),
        }}
        submitLabel={t("pairSubmit")}
      />
      <FormDialog
        trigger={
          <Button size="sm" variant="secondary">
            <Plus aria-hidden />
            {t("byHand")}
          </Button>
        }
        title={t("new")}
        description={t("newText")}
        fields={connectionFields(null, t)}
        write={{ path: "/admin/interconnect/connections", goTo: "/admin/connections/{id}/settings" }}
        submitLabel={t("new")}
      />
    </>
  ) : null;
  return (
    <ListPage page={page} rows={connections} rowKey={(row) => row.id} columns={columns} create={create} />
  );
});
