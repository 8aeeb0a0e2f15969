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
import { isOrderNo } from "@/lib/core/ids";
import { findCustomer } from "@/lib/orders/customers/find-customer";
import type { FoundCustomer } from "@/lib/orders/customers/schema";
import { listLevelChoices } from "@/lib/pricing/admin-queries";
import { findGuestAddresses } from "@/lib/reports/sql/find-users";
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

const mostGuests = 5;

/** Customers whom the list of accounts does not hold: guests by the beginning of the address, anybody by an order's number. */
async function findOthers(search: string): Promise<FoundCustomer[]> {
  if (isOrderNo(search.toUpperCase())) {
    const found = await findCustomer(search);
    return found ? [found] : [];
  }
  if (!search.includes("@")) return [];
  return (await findGuestAddresses(search, mostGuests)).map((email) => ({ user_id: null, email }));
}

type NotesProps = { tag: string | null; allLabel: string; label: string; others: readonly FoundCustomer[] };

/** Above the list: the tag by which it is filtered, and whom the search finds besides. */
function Notes({ tag, allLabel, label, others }: NotesProps) {
  if (!tag && others.length === 0) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {tag ? (
        <>
          {tag}
          <Link href="/admin/users" className={noteLink}>
            {allLabel}
          </Link>
        </>
      ) : null}
      {others.length > 0 ? label : null}
      {others.map(({ user_id, email }) => (
        <Link
          key={email}
          href={
            user_id === null
              ? `/admin/users/guest?email=${encodeURIComponent(email)}`
              : `/admin/users/${user_id}`
          }
          className={noteLink}
        >
          {email}
        </Link>
      ))}
    </p>
  );
}

const noteLink = "inline-block py-1 text-pine underline underline-offset-4";

export default page.list(userQuery, async ({ list, frame, t, may }) => {
  const mayWrite = may("customers:write");
  const { search = "", tag } = list.query;
  const [data, others, levels, { currency }] = await Promise.all([
    listUsers(list.query),
    findOthers(search.trim()),
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
    {
      key: "tags",
      isOptional: true,
      cell: (row) => (row.tags.length > 0 ? <span className="text-xs">{row.tags.join(", ")}</span> : null),
    },
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
        <Notes
          tag={tag ? t("ofTag", { tag }) : null}
          allLabel={t("allTags")}
          label={t("guests")}
          others={others}
        />
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
