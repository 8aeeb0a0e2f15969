import { Users } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import type { SearchParams } from "@/components/admin/list-query";
import { StateBadge } from "@/components/admin/state-badge";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { CsvLink } from "@/components/admin/table/csv-link";
import type { Column } from "@/components/admin/table/data-table";
import { rowOptions } from "@/components/admin/table/filter-options";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { listUsers } from "@/lib/accounts/staff/admin-queries";
import { userQuery, type userRow } from "@/lib/accounts/staff/schema";
import { hasPermission } from "@/lib/acts/permissions";
import { listLevelChoices } from "@/lib/pricing/admin-queries";
import { getSettings } from "@/lib/settings/queries";

type Row = z.infer<typeof userRow>;

const page = adminPage({
  path: "/admin/users",
  text: "admin-people.users",
  icon: Users,
  permission: "customers:read",
  menu: { group: "customers", hotkey: "u" },
});

export const generateMetadata = page.generateMetadata;

export default async function UsersPage({ searchParams }: { searchParams: SearchParams }) {
  const actor = await page.open();
  const mayWrite = hasPermission(actor, "customers:write");
  const list = await page.readList(userQuery, searchParams);
  const [data, own, levels, { currency }, t] = await Promise.all([
    listUsers(list.query),
    page.own(actor),
    listLevelChoices(),
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
          <span className="block truncate font-medium group-hover:text-pine" title={row.email}>
            {row.email}
          </span>
          <span className="block truncate text-ink-faint text-xs" title={row.nickname}>
            {row.nickname}
          </span>
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
      key: "recharged",
      head: t("columns.recharged"),
      align: "right",
      isOptional: true,
      cell: (row) => <Money value={row.recharged} currency={currency} />,
    },
    {
      key: "factor",
      head: t("columns.factor"),
      isOptional: true,
      cell: (row) => (row.totp_enabled ? t("factorOn") : null),
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
    <ListPage
      page={page}
      list={list}
      data={data}
      own={own}
      rows={data.users}
      rowKey={(row) => row.id}
      columns={columns}
      selectable={mayWrite}
      takesMatch
      bulk={
        mayWrite ? (
          <>
            <BulkAction
              label={t("bulk.level")}
              path="/admin/users/bulk"
              title={t("bulk.level")}
              description={t("bulk.levelText")}
              success={t("bulk.done")}
              choice={{ member: "member_level_id", label: t("columns.level"), options: rowOptions(levels) }}
            />
            <BulkAction
              label={t("bulk.enable")}
              path="/admin/users/bulk"
              body={{ status: "active" }}
              title={t("bulk.enableTitle")}
              description={t("bulk.enableText")}
              success={t("bulk.done")}
            />
            <BulkAction
              label={t("bulk.disable")}
              path="/admin/users/bulk"
              body={{ status: "disabled" }}
              title={t("bulk.disableTitle")}
              description={t("bulk.disableText")}
              success={t("bulk.done")}
              tone="danger"
            />
          </>
        ) : null
      }
      sort={list.query.sort}
      filters={{
        search: { placeholder: t("search") },
        selects: [
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
            options: rowOptions(levels),
          },
        ],
        children: hasPermission(actor, "exports:read") ? (
          <CsvLink href={`/api/v1/admin/users/export?${list.text}`} />
        ) : null,
      }}
    />
  );
}
