import { Download, ScrollText } from "lucide-react";
import { getLocale } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { type ListColumns, momentColumn } from "@/components/admin/table/columns";
import { listOptions } from "@/components/admin/table/filter-options";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import { listAudit } from "@/lib/accounts/staff/admin-queries";
import { type auditEntry, auditQuery } from "@/lib/accounts/staff/schema";
import { auditAreas } from "@/lib/acts/audit-actions";
import { AuditDetails } from "./_components/audit-details";
import { sayTarget } from "./_components/audit-words";
import { ChainCheck } from "./_components/chain-check";
import { auditPlace } from "./audit-target";

type Row = z.infer<typeof auditEntry>;

const page = adminPage({
  path: "/admin/audit",
  text: "admin-system.audit",
  icon: ScrollText,
  permission: "staff:read",
  menu: { group: "system", after: "staff" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(auditQuery, async ({ list, frame, t }) => {
  const [data, locale] = await Promise.all([listAudit(list.query), getLocale()]);
  const sentenceOf = (action: string) => {
    const key = `sentences.${action.replace(".", "_")}` as "sentences.product_update";
    return t.has(key) ? t(key) : <code className="font-mono">{action}</code>;
  };
  const areas = listOptions(auditAreas, (value) => t(`areas.${value}`)).sort((a, b) =>
    a.label.localeCompare(b.label, locale),
  );
  const columns: ListColumns<typeof page.text, Row> = [
    momentColumn(),
    { key: "actor", cell: (row) => row.actor.replace(/^staff:/, "") },
    {
      key: "action",
      className: "max-w-[36rem]",
      cell: (row) => (
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{sentenceOf(row.action)}</span>
            <Target target={row.target} />
          </p>
          <details className="mt-0.5 text-xs open:mt-1">
            <summary className="w-fit cursor-pointer rounded-sm py-1 text-ink-faint hover:text-ink">
              {t("details")}
            </summary>
            <div className="mt-1.5 flex flex-col gap-2">
              <AuditDetails action={row.action} data={row.data} />
              <p className="flex flex-wrap gap-x-3 text-ink-faint">
                {row.ip ? <code className="font-mono">{row.ip}</code> : null}
                {row.request_id ? <code className="font-mono">{row.request_id}</code> : null}
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
      from: "xl",
      cell: (row) =>
        row.ip ? (
          <Link href={list.href({ search: row.ip })} title={t("onlyFrom")} className="hover:text-pine">
            <code className="font-mono text-ink-muted text-xs">{row.ip}</code>
          </Link>
        ) : null,
    },
  ];
  return (
    <ListPage
      areas={["admin-system.audit.chain"]}
      {...frame}
      data={data}
      rows={data.entries}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          {
            name: "action",
            label: t("anyArea"),
            options: areas,
          },
        ],
        dates: true,
      }}
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
      note={
        list.query.target ? (
          <p className="mb-3 flex flex-wrap items-center gap-2 text-sm">
            {t("filtered")}
            <Target target={list.query.target} />
            <Link href={list.href({ target: null })} className="text-pine hover:underline">
              {t("clearTarget")}
            </Link>
          </p>
        ) : null
      }
    />
  );
});

async function Target({ target }: { target: string }) {
  const [place, words] = [auditPlace(target), await sayTarget(target)];
  return place ? (
    <Link href={place} className="text-ink-muted hover:text-pine hover:underline">
      {words}
    </Link>
  ) : (
    <span className="text-ink-muted">{words}</span>
  );
}
