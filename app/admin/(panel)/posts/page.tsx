import { FileText, Plus } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { StateBadge } from "@/components/admin/state-badge";
import type { Column } from "@/components/admin/table/data-table";
import { listOptions } from "@/components/admin/table/filter-options";
import { buttonClass } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { hasPermission } from "@/lib/acts/permissions";
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

export default async function PostsPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const list = await page.readList(adminPostQuery, searchParams);
  const [data, t] = await Promise.all([listAdminPosts(list.query), getTranslations("admin-content.posts")]);
  const at = now().toISOString();
  const tones = { draft: "neutral", planned: "warn", published: "ok" } as const;
  const stateOf = (row: AdminPostRow): keyof typeof tones =>
    !row.is_published ? "draft" : row.published_at && row.published_at > at ? "planned" : "published";
  const columns: Column<AdminPostRow>[] = [
    {
      key: "title",
      head: t("columns.title"),
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
    { key: "type", head: t("columns.type"), from: "md", cell: (row) => t(`types.${row.type}`) },
    {
      key: "state",
      head: t("columns.state"),
      cell: (row) => {
        const state = stateOf(row);
        return <StateBadge tone={tones[state]}>{t(state)}</StateBadge>;
      },
    },
    {
      key: "published",
      head: t("columns.published"),
      align: "right",
      from: "md",
      cell: (row) =>
        row.published_at ? <DateTime value={row.published_at} className="text-ink-muted" /> : null,
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
          {
            name: "type",
            label: t("anyType"),
            options: listOptions(postTypes, (value) => t(`types.${value}`)),
          },
          {
            name: "is_published",
            label: t("anyState"),
            options: [
              { value: "true", label: t("published") },
              { value: "false", label: t("draft") },
            ],
          },
        ],
      }}
      create={create}
    />
  );
}
