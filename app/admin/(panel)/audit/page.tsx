import { Download, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { ClientMessages } from "@/components/store/client-messages";
import { buttonClass } from "@/components/ui/button-class";
import { DateTime } from "@/components/ui/date-time";
import { listAudit } from "@/lib/accounts/staff/admin-queries";
import { type auditEntry, auditQuery } from "@/lib/accounts/staff/schema";
import { requirePageAdmin } from "@/lib/http/session";
import { AuditDetails } from "./_components/audit-details";
import { ChainCheck } from "./_components/chain-check";
import { auditPlace } from "./audit-target";

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
  const sentenceOf = (action: string) => {
    const key = `sentences.${action.replace(".", "_")}` as "sentences.product_update";
    return t.has(key) ? t(key) : action;
  };
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
      className: "max-w-[36rem]",
      cell: (row) => (
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{sentenceOf(row.action)}</span>
            <Target target={row.target} />
          </p>
          <details className="mt-0.5 text-xs open:mt-1">
            <summary className="w-fit cursor-pointer rounded-sm text-ink-faint hover:text-ink">
              {t("details")}
            </summary>
            <div className="mt-1.5 flex flex-col gap-2">
              <AuditDetails data={row.data} />
              <p className="flex flex-wrap gap-x-3 text-ink-faint">
                <code className="font-mono">{row.action}</code>
                {row.ip ? <code className="font-mono">{row.ip}</code> : null}
                <Link href={list.href({ target: row.target })} className="text-pine hover:underline">
                  {t("onlyThis")}
                </Link>
              </p>
            </div>
          </details>
        </div>
      ),
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
      <PageHead
        title={t("title")}
        description={t("description")}
        actions={
          <>
            <a
              href={`/api/v1/admin/audit/export${list.text ? `?${list.text}` : ""}`}
              className={buttonClass("secondary", "sm")}
            >
              <Download aria-hidden />
              {t("csv")}
            </a>
            <ChainCheck />
          </>
        }
      />
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
      {list.query.target ? (
        <p className="mb-3 flex flex-wrap items-center gap-2 text-sm">
          {t("filtered")}
          <code className="rounded-sm bg-sunken px-1.5 font-mono text-xs">{list.query.target}</code>
          <Link href={list.href({ target: null })} className="text-pine hover:underline">
            {t("clearTarget")}
          </Link>
        </p>
      ) : null}
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

function Target({ target }: { target: string }) {
  const place = auditPlace(target);
  const code = <code className="break-all font-mono text-xs">{target}</code>;
  return place ? (
    <Link href={place} className="text-ink-muted hover:text-pine hover:underline">
      {code}
    </Link>
  ) : (
    <span className="text-ink-muted">{code}</span>
  );
}
