import { FileText, Plus } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, timeColumn } from "@/components/admin/table/columns";
import { listFilter } from "@/components/admin/table/filter-options";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { listAdminPosts } from "@/lib/content/admin-queries";
import { type AdminPostRow, adminPostQuery, postTypes } from "@/lib/content/schema";
import { now } from "@/lib/core/clock";

const page = adminPage({
  path: "/admin/posts",
  text: "admin-content.posts",
  icon: FileText,
  permission: "content:read",
  menu: { group: "content" },
});

export const generateMetadata = page.generateMetadata;

export default page.list(adminPostQuery, async ({ list, t, may }) => {
  const data = await listAdminPosts(list.query);
  const at = now().toISOString();
  const tones = { draft: "neutral", planned: "warn", published: "ok" } as const;
  const stateOf = (row: AdminPostRow): keyof typeof tones =>
    !row.is_published ? "draft" : row.published_at && row.published_at > at ? "planned" : "published";
  const columns: ListColumns<typeof page.text, AdminPostRow> = [
    {
      key: "title",
      className: "max-w-96",
      cell: (row) => (
        <Link href={`/admin/posts/${row.id}`} className="group block min-w-0">
          <span className="block truncate font-medium group-hover:text-pine" title={row.title}>
            {row.title}
          </span>
          <code className="block truncate font-mono text-ink-faint text-xs" title={row.slug}>
            {row.slug}
          </code>
        </Link>
      ),
    },
    { key: "type", from: "md", cell: (row) => t(`types.${row.type}`) },
    {
      key: "state",
      cell: (row) => {
        const state = stateOf(row);
        return <StateBadge tone={tones[state]}>{t(state)}</StateBadge>;
      },
    },
    timeColumn("published", (row) => row.published_at, { style: "datetime", from: "md" }),
    timeColumn("updated", (row) => row.updated_at, { style: "datetime", from: "lg" }),
  ];
  const create = may("content:write") ? (
    <Link href="/admin/posts/new" className={buttonClass("primary", "sm")}>
      <Plus aria-hidden />
      {t("new")}
    </Link>
  ) : null;
  return (
    <ListPage
      page={page}
      list={list}
      data={data}
      rows={data.posts}
      rowKey={(row) => row.id}
      columns={columns}
      filters={{
        search: { placeholder: t("search") },
        selects: [
          listFilter("type", t("anyType"), postTypes, (value) => t(`types.${value}`)),
          listFilter("is_published", t("anyState"), ["true", "false"], (value) =>
            t(value === "true" ? "published" : "draft"),
          ),
        ],
      }}
      create={create}
    />
  );
});
