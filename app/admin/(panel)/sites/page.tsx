import { Globe, Plus } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Money } from "@/components/ui/money";
import { hasPermission } from "@/lib/accounts/permissions";
import { requirePageAdmin } from "@/lib/http/session";
import { type SiteView, siteListQuery } from "@/lib/interconnect/main/admin/schema";
import { listSites } from "@/lib/interconnect/main/admin-queries";
import { listAdminMemberLevels } from "@/lib/pricing/admin-queries";
import { siteFields } from "./site-fields";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-trade.sites"))("title") };
}

export default async function SitesPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await requirePageAdmin("/admin/sites", "interconnect:read");
  const list = await readListQuery(siteListQuery, "/admin/sites", searchParams);
  const [data, levels, t] = await Promise.all([
    listSites(list.query),
    listAdminMemberLevels(),
    getTranslations("admin-trade"),
  ]);
  const columns: Column<SiteView>[] = [
    {
      key: "name",
      head: t("sites.columns.name"),
      cell: (row) => (
        <Link href={`/admin/sites/${row.id}`} className="group block">
          <span className="font-medium group-hover:text-pine">{row.name}</span>
          <code className="block max-w-56 truncate font-mono text-ink-faint text-xs">{row.api_key}</code>
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
    <FormDialog
      trigger={
        <Button size="sm">
          <Plus aria-hidden />
          {t("sites.new")}
        </Button>
      }
      title={t("sites.new")}
      description={t("sites.newText")}
      fields={siteFields(null, levels, t)}
      write={{ path: "/admin/interconnect/sites" }}
      submitLabel={t("sites.new")}
      once={{
        title: t("sites.onceTitle"),
        note: t("sites.onceNote"),
        fields: [
          { name: "pairing_code", label: t("sites.pairingCode") },
          { name: "key", label: t("sites.key") },
          { name: "secret", label: t("sites.secret") },
        ],
      }}
    />
  ) : null;
  return (
    <>
      <PageHead title={t("sites.title")} description={t("sites.description")} actions={create} />
      <FilterBar search={{ placeholder: t("sites.search") }} />
      <DataTable
        label={t("sites.title")}
        columns={columns}
        rows={data.sites}
        rowKey={(row) => row.id}
        empty={{ icon: Globe, title: t("sites.empty"), description: t("sites.emptyText"), action: create }}
        isFiltered={list.isFiltered}
        clearHref="/admin/sites"
        page={{
          page: data.page,
          perPage: data.per_page,
          total: data.total,
          href: (page) => list.href({ page }),
        }}
      />
    </>
  );
}
