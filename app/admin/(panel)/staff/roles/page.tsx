import { Plus, ShieldCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { shopMoney } from "@/app/admin/_frame/shop-money";
import { actionsColumn, DeleteAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, numberColumn } from "@/components/admin/table/columns";
import { Button } from "@/components/ui/button";
import { listRoles } from "@/lib/accounts/staff/roles/own-roles";
import type { OwnRoleView } from "@/lib/accounts/staff/roles/role-schema";
import type { AccessLevel, PermissionArea } from "@/lib/acts/permissions";
import { AreaSummary } from "../_components/area-summary";
import { StaffTabs } from "../staff-tabs";
import { RoleDialog } from "./role-dialog";
import { SeeAs } from "./see-as";

interface Row {
  key: string;
  name: string;
  areas: Record<PermissionArea, AccessLevel>;
  act_limit: string | null;
  day_limit: string | null;
  members: number;
  own?: OwnRoleView;
}

const page = adminPage({
  path: "/admin/staff/roles",
  text: "admin-system.roles",
  icon: ShieldCheck,
  permission: "staff:read",
});

export const generateMetadata = page.generateMetadata;

/** An own role manages no staff, whatever the one does that it is copied from. */
const copiedFrom = ({ areas, act_limit, day_limit }: Row) => ({
  areas: { ...areas, staff: areas.staff === "write" ? ("read" as const) : areas.staff },
  act_limit,
  day_limit,
});

export default page.show(async ({ t, may, actor }) => {
  const mayWrite = may("staff:write");
  const [{ fixed, own }, names, money] = await Promise.all([
    listRoles(),
    getTranslations("admin.account.role"),
    shopMoney(),
  ]);
  const sum = (limit: string | null) => (limit === null ? t("anySum") : money(limit));
  const rows: Row[] = [
    ...fixed.map((each) => ({ key: each.role, name: names(each.role), ...each })),
    ...own.map((role) => ({ ...role, key: String(role.id), own: role })),
  ];
  const columns: ListColumns<typeof page.text, Row> = [
    {
      key: "name",
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{row.name}</span>
          {row.own ? null : <StateBadge state="draft">{t("fixed")}</StateBadge>}
        </span>
      ),
    },
    {
      key: "access",
      className: "max-w-[34rem]",
      cell: (row) => (
        <div className="flex flex-col gap-0.5 text-[0.8125rem]">
          <AreaSummary areas={row.areas} />
          {row.areas.money === "write" && (row.act_limit !== null || row.day_limit !== null) ? (
            <p className="text-ink-muted">
              {t("limits", { act: sum(row.act_limit), day: sum(row.day_limit) })}
            </p>
          ) : null}
        </div>
      ),
    },
    numberColumn("members", (row) => row.members),
    mayWrite
      ? actionsColumn((row) => (
          <>
            {actor.role === "owner" && row.key !== "owner" ? (
              <SeeAs role={row.key} label={t("seeAs")} />
            ) : null}
            <RoleDialog
              like={{ ...copiedFrom(row), name: t("copyOf", { name: row.name }) }}
              trigger={
                <Button variant="ghost" size="sm">
                  {t("copy")}
                </Button>
              }
            />
            {row.own ? (
              <RoleDialog
                role={row.own}
                trigger={
                  <Button variant="ghost" size="sm">
                    {t("edit")}
                  </Button>
                }
              />
            ) : null}
            {row.own && row.members === 0 ? (
              <DeleteAction
                title={t("deleteTitle", { name: row.name })}
                description={t("deleteText")}
                path={`/admin/staff/roles/${row.own.id}`}
              />
            ) : null}
          </>
        ))
      : null,
  ];
  const create = mayWrite ? (
    <RoleDialog
      trigger={
        <Button size="sm">
          <Plus aria-hidden />
          {t("new")}
        </Button>
      }
    />
  ) : null;
  return (
    <ListPage page={page} rows={rows} rowKey={(row) => row.key} columns={columns} create={create}>
      <StaffTabs current="roles" />
    </ListPage>
  );
});
