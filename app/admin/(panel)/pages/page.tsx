import { Files, Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import type { Column } from "@/components/admin/table/data-table";
import { buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { hasPermission } from "@/lib/acts/permissions";
import { listAdminPages } from "@/lib/content/pages/queries";
import type { AdminPageRow } from "@/lib/content/pages/schema";

const page = adminPage({
  path: "/admin/pages",
  text: "admin-content.pages",
  icon: Files,
  permission: "content:read",
  menu: { group: "content", after: "posts" },
});

export const generateMetadata = page.generateMetadata;

export default async function OwnPagesPage() {
  const actor = await page.open();
  const [rows, t] = await Promise.all([listAdminPages(), getTranslations("admin-content.pages")]);
  const columns: Column<AdminPageRow>[] = [
    {
      key: "title",
      head: t("columns.title"),
      className: "max-w-96",
      cell: (row) => (
        <Link href={`/admin/pages/${row.id}`} className="group block min-w-0">
          <span className="block truncate font-medium group-hover:text-pine" title={row.title}>
            {row.title}
          </span>
          <code className="block truncate font-mono text-ink-faint text-xs">/pages/{row.slug}</code>
        </Link>
      ),
    },
    { key: "place", head: t("columns.place"), from: "md", cell: (row) => t(`places.${row.place}`) },
    {
      key: "state",
      head: t("columns.state"),
      cell: (row) => (
        <StateBadge state={row.is_published ? "active" : "draft"}>
          {t(row.is_published ? "published" : "draft")}
        </StateBadge>
      ),
    },
    {
      key: "updated",
      head: t("columns.updated"),
      align: "right",
      from: "lg",
      cell: (row) => <DateTime value={row.updated_at} className="text-ink-muted" />,
    },
  ];
  const create = hasPermission(actor, "content:write") ? (
    <Link href="/admin/pages/new" className={buttonClass("primary", "sm")}>
      <Plus aria-hidden />
      {t("new")}
    </Link>
  ) : null;
  return <ListPage page={page} rows={rows} rowKey={(row) => row.id} columns={columns} create={create} />;
}
