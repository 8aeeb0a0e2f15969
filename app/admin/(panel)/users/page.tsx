import { Users } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { readListQuery, type SearchParams } from "@/components/admin/list-query";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { FilterBar } from "@/components/admin/table/filter-bar";
import { DateTime } from "@/components/ui/date-time";
import { Money } from "@/components/ui/money";
import { listUsers } from "@/lib/accounts/staff/admin-queries";
import { userQuery, type userRow } from "@/lib/accounts/staff/schema";
import { requirePageAdmin } from "@/lib/http/session";
import { listAdminMemberLevels } from "@/lib/pricing/admin-queries";
import { getSettings } from "@/lib/settings/queries";

type Row = z.infer<typeof userRow>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-people.users"))("title") };
}

export default async function UsersPage({ searchParams }: { searchParams: SearchParams }) {
  await requirePageAdmin("/admin/users", "customers:read");
  const list = await readListQuery(userQuery, "/admin/users", searchParams);
  const [data, levels, { currency }, t] = await Promise.all([
    listUsers(list.query),
    listAdminMemberLevels(),
    getSettings(),
    getTranslations("admin-people.users"),
  ]);
  const columns: Column<Row>[] = [
    {
      key: "user",
      head: t("columns.user"),
      className: "max-w-72",
      cell: (row) => (
        <Link href={`/admin/users/${row.id}`} className="group block min-w-0">
          <span className="block truncate font-medium group-hover:text-pine">{row.email}</span>
          <span className="block truncate text-ink-faint text-xs">{row.nickname}</span>
        </Link>
      ),
    },
    {
      key: "level",
      head: t("columns.level"),
      from: "md",
      cell: (row) => (
        <>
          {row.member_level?.name ?? <span className="text-ink-faint">{t("noLevel")}</span>}
          {row.is_level_fixed ? <span className="ml-1.5 text-ink-faint text-xs">{t("fixed")}</span> : null}
        </>
      ),
    },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => <StateBadge state={row.status}>{t(row.status)}</StateBadge>,
    },
    {
      key: "spent",
      head: t("columns.spent"),
      align: "right",
      sort: { down: "spent" },
      cell: (row) => <Money value={row.spent} currency={currency} />,
    },
    {
      key: "login",
      head: t("columns.login"),
      align: "right",
      from: "lg",
      sort: { down: "last_login" },
      cell: (row) =>
        row.last_login_at ? (
          <DateTime value={row.last_login_at} className="text-ink-muted" />
        ) : (
          <span className="text-ink-faint">{t("never")}</span>
        ),
    },
    {
      key: "created",
      head: t("columns.created"),
      align: "right",
      from: "md",
      sort: { up: "oldest", down: "newest" },
      cell: (row) => <DateTime value={row.created_at} style="date" className="text-ink-muted" />,
    },
  ];
  return (
    <>
      <PageHead title={t("title")} />
      <FilterBar
        search={{ placeholder: t("search") }}
        selects={[
          {
            name: "status",
            label: t("anyStatus"),
            options: [
              { value: "active", label: t("active") },
              { value: "disabled", label: t("disabled") },
            ],
          },
          {
            name: "member_level_id",
            label: t("anyLevel"),
            options: levels.map((level) => ({ value: String(level.id), label: level.name })),
          },
        ]}
      />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={data.users}
        rowKey={(row) => row.id}
        empty={{ icon: Users, title: t("empty"), description: t("emptyText") }}
        isFiltered={list.isFiltered}
        clearHref="/admin/users"
        sort={{ value: list.query.sort, href: (sort) => list.href({ sort }) }}
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
