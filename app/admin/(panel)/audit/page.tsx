import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { ClientMessages } from "@/components/store/client-messages";
import { DateTime } from "@/components/ui/date-time";
import { listAudit } from "@/lib/accounts/staff/admin-queries";
import { type auditEntry, auditQuery } from "@/lib/accounts/staff/schema";
import { requirePageAdmin } from "@/lib/http/session";
import { ChainCheck } from "./_components/chain-check";

type Row = z.infer<typeof auditEntry>;

const areas = [
  "order",
  "product",
  "stock",
  "user",
  "wallet",
  "settings",
  "staff",
  "site",
  "connection",
] as const;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-system.audit"))("title") };
}

export default async function AuditPage({ searchParams }: { searchParams: SearchParams }) {
  await requirePageAdmin("/admin/audit", "staff:read");
  const list = await readListQuery(auditQuery, "/admin/audit", searchParams);
  const [data, t] = await Promise.all([listAudit(list.query), getTranslations("admin-system.audit")]);
  const columns: Column<Row>[] = [
    {
      key: "time",
      head: t("columns.time"),
      cell: (row) => <DateTime value={row.created_at} style="exact" className="whitespace-nowrap" />,
    },
    { key: "actor", head: t("columns.actor"), cell: (row) => row.actor.replace(/^staff:/, "") },
    {
      key: "action",
      head: t("columns.action"),
      cell: (row) => <code className="font-mono text-xs">{row.action}</code>,
    },
    {
      key: "target",
      head: t("columns.target"),
      from: "md",
      cell: (row) => <code className="whitespace-nowrap font-mono text-xs">{row.target}</code>,
    },
    {
      key: "data",
      head: t("columns.data"),
      from: "lg",
      className: "max-w-96",
      cell: (row) => {
        const text = JSON.stringify(row.data);
        return text === "{}" ? null : (
          <code className="block truncate font-mono text-ink-muted text-xs" title={text}>
            {text}
          </code>
        );
      },
    },
    {
      key: "ip",
      head: t("columns.ip"),
      from: "xl",
      cell: (row) => (
        <code className="font-mono text-ink-muted text-xs" title={row.request_id ?? undefined}>
          {row.ip}
        </code>
      ),
    },
  ];
  return (
    <ClientMessages areas={["admin", "admin-system"]}>
      <PageHead title={t("title")} description={t("description")} actions={<ChainCheck />} />
      <FilterBar
        search={{ name: "actor", placeholder: t("actor") }}
        selects={[
          {
            name: "action",
            label: t("actions.any"),
            options: areas.map((value) => ({ value, label: t(`actions.${value}`) })),
          },
        ]}
      />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={data.entries}
        rowKey={(row) => row.id}
        empty={{ icon: ScrollText, title: t("empty"), description: t("emptyText") }}
        isFiltered={list.isFiltered}
        clearHref="/admin/audit"
        page={{
          page: data.page,
          perPage: data.per_page,
          total: data.total,
          href: (page) => list.href({ page }),
        }}
      />
    </ClientMessages>
  );
}
