import { Files, Plus } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, timeColumn } from "@/components/admin/table/columns";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
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

export default page.show(async ({ t, may }) => {
  const rows = await listAdminPages();
  const columns: ListColumns<typeof page.text, AdminPageRow> = [
    {
      key: "title",
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
    { key: "place", from: "md", cell: (row) => t(`places.${row.place}`) },
    {
      key: "state",
      cell: (row) => (
        <StateBadge state={row.is_published ? "active" : "draft"}>
          {t(row.is_published ? "published" : "draft")}
        </StateBadge>
      ),
    },
    timeColumn("updated", (row) => row.updated_at, { style: "datetime", from: "lg" }),
  ];
  const create = may("content:write") ? (
    <Link href="/admin/pages/new" className={buttonClass("primary", "sm")}>
      <Plus aria-hidden />
      {t("new")}
    </Link>
  ) : null;
  return <ListPage page={page} rows={rows} rowKey={(row) => row.id} columns={columns} create={create} />;
});
