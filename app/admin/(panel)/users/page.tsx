import { Users } from "lucide-react";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { ListPage } from "@/components/admin/list-page";
import { BulkAction } from "@/components/admin/table/bulk-action";
import { type ListColumns, moneyColumn, stateColumn, timeColumn } from "@/components/admin/table/columns";
import { listFilter, rowFilter, rowOptions } from "@/components/admin/table/filter-options";
import { Link } from "@/components/ui/link";
import { listUsers } from "@/lib/accounts/staff/admin-queries";
import { userQuery, type userRow } from "@/lib/accounts/staff/schema";
import { hasGuestOrders } from "@/lib/orders/staff/admin-queries";
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

export default page.list(userQuery, async ({ list, frame, t, may }) => {
  const mayWrite = may("customers:write");
  const { search = "" } = list.query;
  const maySeeOrders = search.includes("@") && may("orders:read");
  const [data, hasGuest, levels, { currency }] = await Promise.all([
    listUsers(list.query),
    maySeeOrders ? hasGuestOrders(search) : false,
    listLevelChoices(),
    getSettings(),
  ]);
  const columns: ListColumns<typeof page.text, Row> = [
    {
      key: "user",
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
      from: "md",
      cell: (row) => (
        <>
          {row.member_level?.name ?? <span className="text-ink-faint">{t("noLevel")}</span>}
          {row.is_level_fixed ? <span className="ml-1.5 text-ink-faint text-xs">{t("fixed")}</span> : null}
        </>
      ),
    },
    stateColumn("status", (row) => [row.status, t(row.status)]),
    moneyColumn("spent", (row) => [row.spent, currency], { sort: { down: "spent" } }),
    moneyColumn("recharged", (row) => [row.recharged, currency], { isOptional: true }),
    { key: "factor", isOptional: true, cell: (row) => (row.totp_enabled ? t("factorOn") : null) },
    timeColumn("login", (row) => row.last_login_at, {
      style: "datetime",
      none: t("never"),
      from: "lg",
      sort: { down: "last_login" },
    }),
    timeColumn("created", (row) => row.created_at, {
      style: "date",
      from: "md",
      sort: { up: "oldest", down: "newest" },
    }),
  ];
  return (
    <ListPage
      {...frame}
      data={data}
      rows={data.users}
      rowKey={(row) => row.id}
      columns={columns}
      selectable={mayWrite}
      note={
        hasGuest ? (
          <Link
            href={`/admin/orders?search=${encodeURIComponent(search)}`}
            className="mb-3 inline-block py-1 text-pine text-sm underline underline-offset-4"
          >
            {t("guestOrders")}
          </Link>
        ) : null
      }
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
      filters={{
        search: { placeholder: t("search") },
        selects: [
          listFilter("status", t("anyStatus"), ["active", "disabled"], (value) => t(value)),
          rowFilter("member_level_id", t("anyLevel"), levels),
        ],
      }}
      csv={may("exports:read") && "/admin/users/export"}
    />
  );
});
