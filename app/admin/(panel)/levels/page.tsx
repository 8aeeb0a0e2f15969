import { Medal } from "lucide-react";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { shopMoney } from "@/app/admin/_frame/shop-money";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { inLanguages, languagesOf } from "@/components/admin/form/in-languages";
import { actionsColumn, CreateAction, DeleteAction, EditAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, numberColumn } from "@/components/admin/table/columns";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { deepestRow } from "@/lib/core/paging";
import { listAdminMemberLevels } from "@/lib/pricing/admin-queries";
import { type AdminMemberLevel, memberLevelBody } from "@/lib/pricing/schema";
import { getSettings } from "@/lib/settings/queries";

const page = adminPage({
  path: "/admin/levels",
  text: "admin-people.levels",
  icon: Medal,
  permission: "marketing:read",
  menu: { group: "customers", after: "users" },
});

export const generateMetadata = page.generateMetadata;

export default page.show(async ({ t, may }) => {
  const mayWrite = may("marketing:write");
  const [levels, settings, money] = await Promise.all([listAdminMemberLevels(), getSettings(), shopMoney()]);
  const languages = languagesOf(settings);
  const reachedBy = (row: AdminMemberLevel) =>
    [
      row.recharge_threshold === "0.00" ? null : t("byRecharge", { amount: money(row.recharge_threshold) }),
      row.spend_threshold === "0.00" ? null : t("bySpend", { amount: money(row.spend_threshold) }),
    ]
      .filter(Boolean)
      .join(", ") || t("byHand");
  const fields = (row: AdminMemberLevel | null) =>
    inLanguages(
      fieldsOf(memberLevelBody, row, t, {
        name: {},
        slug: { proposedFrom: "name" },
        discount_percent: { unit: "%" },
        sort_order: {},
        recharge_threshold: {},
        spend_threshold: {},
        icon: {},
        is_default: {},
      }),
      ["name"],
      languages,
      row?.translations,
    );
  const columns: ListColumns<typeof page.text, AdminMemberLevel> = [
    {
      key: "name",
      cell: (row) => (
        <span className="flex items-center gap-2">
          <span className="font-medium">{row.name}</span>
          {row.is_default ? <StateBadge state="active">{t("default")}</StateBadge> : null}
        </span>
      ),
    },
    { key: "discount", align: "right", cell: (row) => `${row.discount_percent} %` },
    { key: "thresholds", from: "md", cell: reachedBy },
    {
      key: "users",
      align: "right",
      cell: (row) => {
        const count = row.users === deepestRow ? `${deepestRow}+` : row.users;
        return may("customers:read") ? (
          <Link href={`/admin/users?member_level_id=${row.id}`} className="hover:text-pine">
            {count}
          </Link>
        ) : (
          count
        );
      },
    },
    numberColumn("prices", (row) => row.prices, { from: "md" }),
    actionsColumn((row) => (
      <>
        <Link href={`/admin/levels/${row.id}`} className={buttonClass("ghost", "sm")}>
          {t("prices")}
        </Link>
        {mayWrite ? (
          <>
            <EditAction
              title={row.name}
              fields={fields(row)}
              path={`/admin/member-levels/${row.id}`}
              method="PUT"
            />
            <DeleteAction
              title={t("deleteTitle", { name: row.name })}
              description={t("deleteText")}
              path={`/admin/member-levels/${row.id}`}
            />
          </>
        ) : null}
      </>
    )),
  ];
  const create = mayWrite ? (
    <CreateAction fields={fields(null)} write={{ path: "/admin/member-levels" }} label={t("new")} />
  ) : null;
  return <ListPage page={page} rows={levels} rowKey={(row) => row.id} columns={columns} create={create} />;
});
