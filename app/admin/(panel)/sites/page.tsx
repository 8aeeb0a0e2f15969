import { Globe } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { CreateAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { StateBadge } from "@/components/admin/state-badge";
import type { Column } from "@/components/admin/table/data-table";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/acts/permissions";
import { type SiteView, siteListQuery } from "@/lib/interconnect/main/admin/schema";
import { listSites } from "@/lib/interconnect/main/admin-queries";
import { listLevelChoices } from "@/lib/pricing/admin-queries";
import { siteFields } from "./site-fields";

const page = adminPage({
  path: "/admin/sites",
  text: "admin-trade.sites",
  icon: Globe,
  permission: "interconnect:read",
  menu: { group: "mainSide", hotkey: "i" },
});

export const generateMetadata = page.generateMetadata;

export default async function SitesPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const list = await page.readList(siteListQuery, searchParams);
  const [data, own, levels, t] = await Promise.all([
    listSites(list.query),
    page.own(actor),
    listLevelChoices(),
    getTranslations("admin-trade"),
  ]);
  const columns: Column<SiteView>[] = [
    {
      key: "name",
      head: t("sites.columns.name"),
      cell: (row) => (
        <Link href={`/admin/sites/${row.id}`} className="group block">
          <span className="font-medium group-hover:text-pine">{row.name}</span>
          <code className="block max-w-56 truncate font-mono text-ink-faint text-xs" title={row.api_key}>
            {row.api_key}
          </code>
        </Link>
      ),
    },
    { key: "mode", head: t("sites.columns.mode"), cell: (row) => t(`modeShort.${row.settlement_mode}`) },
    {
      key: "deposit",
      head: t("sites.columns.deposit"),
      align: "right",
      from: "md",
      cell: (row) => <Money value={row.deposit} currency={row.currency} />,
    },
    {
      key: "held",
      head: t("sites.columns.held"),
      align: "right",
      cell: (row) =>
        row.held_orders > 0 ? (
          <Link href={`/admin/held?site_id=${row.id}`} className="font-medium text-warn hover:underline">
            {row.held_orders}
          </Link>
        ) : (
          0
        ),
    },
    {
      key: "callbacks",
      head: t("sites.columns.callbacks"),
      align: "right",
      from: "md",
      cell: (row) =>
        row.failed_callbacks > 0 ? (
          <Link
            href={`/admin/callbacks?site_id=${row.id}&status=failed`}
            className="font-medium text-danger hover:underline"
          >
            {row.failed_callbacks}
          </Link>
        ) : (
          0
        ),
    },
    {
      key: "last",
      head: t("sites.columns.lastCall"),
      align: "right",
      from: "lg",
      cell: (row) =>
        row.last_call_at ? (
          <DateTime value={row.last_call_at} className="text-ink-muted" />
        ) : (
          <span className="text-ink-faint">{t("sites.never")}</span>
        ),
    },
    {
      key: "status",
      head: t("sites.columns.status"),
      cell: (row) => <StateBadge state={row.status}>{t(`sites.${row.status}`)}</StateBadge>,
    },
  ];
  const create = hasPermission(actor, "interconnect:write") ? (
    <CreateAction
      fields={siteFields(null, levels, t)}
      description={t("sites.newText")}
      once={{
        title: t("sites.onceTitle"),
        note: t("sites.onceNote"),
        fields: [
          { name: "pairing_code", label: t("sites.pairingCode") },
          { name: "key", label: t("sites.key") },
          { name: "secret", label: t("sites.secret") },
        ],
      }}
      write={{ path: "/admin/interconnect/sites" }}
      label={t("sites.new")}
    />
  ) : null;
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      rows={data.sites}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{ search: { placeholder: t("sites.search") } }}
      create={create}
    />
  );
}
