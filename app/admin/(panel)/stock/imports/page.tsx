import { FileUp } from "lucide-react";
import { getLocale } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { KeyImport } from "@/components/admin/keys/key-import";
import { ListPage } from "@/components/admin/list-page";
import { Panel } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import type { ListColumns } from "@/components/admin/table/columns";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { findOpenImport, listImports } from "@/lib/stock/imports/queries";
import { type KeyImportView, keyImportQuery } from "@/lib/stock/imports/schema";

const page = adminPage({
  path: "/admin/stock/imports",
  text: "admin-sell.imports",
  icon: FileUp,
  permission: "stock:write",
});

export const generateMetadata = page.generateMetadata;

const leftOut = ({ not_imported }: KeyImportView) =>
  Object.values(not_imported).reduce((sum, count) => sum + count, 0);

/** A check stores nothing: its count is of what would come in. */
const importedOf = ({ status, imported }: KeyImportView) =>
  status === "checking" || status === "checked" ? "—" : imported;

export default page.list(keyImportQuery, async ({ list, frame, t }) => {
  const locale = await getLocale();
  const [data, found] = await Promise.all([listImports(list.query, locale), findOpenImport(null, locale)]);
  const columns: ListColumns<typeof page.text, KeyImportView> = [
    {
      key: "text",
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium">{row.name || t("pasted")}</span>
          <DateTime value={row.created_at} className="text-ink-faint text-xs" />
        </span>
      ),
    },
    {
      key: "option",
      from: "md",
      cell: (row) =>
        row.sku_id === null ? (
          t("options")
        ) : (
          <Link href={`/admin/stock/${row.sku_id}`} className="hover:text-pine">
            {row.sku_name}
          </Link>
        ),
    },
    {
      key: "status",
      cell: (row) => (
        <span className="block min-w-0">
          <StateBadge state={row.status}>{t(`statuses.${row.status}`)}</StateBadge>
          {row.is_running ? (
            <span className="tabular mt-1 block text-ink-faint text-xs">
              {t("progress", { done: row.pieces_done, total: row.pieces })}
            </span>
          ) : null}
          {row.problem ? (
            <span className="mt-1 block break-words text-danger text-xs">{row.problem}</span>
          ) : null}
        </span>
      ),
    },
    { key: "imported", align: "right", cell: importedOf },
    {
      key: "notImported",
      align: "right",
      cell: (row) =>
        leftOut(row) === 0 ? (
          0
        ) : (
          <a
            href={`/api/v1/admin/stock/imports/${row.id}/lines`}
            download
            className="tabular underline underline-offset-4"
          >
            {leftOut(row)}
          </a>
        ),
    },
  ];
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.imports}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{ dates: true }}
      live="/admin/stock/imports"
      areas={["admin-sell.keys"]}
    >
      <Panel title={t("new")} description={t("newText")} className="mb-4">
        <KeyImport skuId={null} found={found} />
      </Panel>
    </ListPage>
  );
});
