import { Plus, ShieldCheck } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { Button } from "@/components/ui/button";
import {
  type AccessLevel,
  hasPermission,
  type PermissionArea,
  permissionAreas,
} from "@/lib/accounts/permissions";
import { listRoles } from "@/lib/accounts/staff/own-roles";
import type { OwnRoleView } from "@/lib/accounts/staff/role-schema";
import { requirePageAdmin } from "@/lib/http/session";
import { StaffTabs } from "../staff-tabs";
import { RoleDialog } from "./role-dialog";

interface Row {
  key: string;
  name: string;
  areas: Record<PermissionArea, AccessLevel>;
  act_limit: string | null;
  day_limit: string | null;
  members: number;
  own?: OwnRoleView;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-system.roles"))("title") };
}

export default async function RolesPage() {
  const actor = await requirePageAdmin("/admin/staff/roles", "staff:read");
  const mayWrite = hasPermission(actor, "staff:write");
  const [{ fixed, own }, t, names] = await Promise.all([
    listRoles(),
    getTranslations("admin-system.roles"),
    getTranslations("admin.account.role"),
  ]);
  const rows: Row[] = [
    ...fixed.map((each) => ({ key: each.role, name: names(each.role), ...each })),
    ...own.map((role) => ({ ...role, key: String(role.id), own: role })),
  ];
  const namesOf = (row: Row, level: AccessLevel) =>
    permissionAreas
      .filter((area) => row.areas[area] === level)
      .map((area) => t(`areas.${area}`))
      .join(" · ");
  const columns: (Column<Row> | null)[] = [
    {
      key: "name",
      head: t("columns.name"),
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{row.name}</span>
          {row.own ? null : <StateBadge state="draft">{t("fixed")}</StateBadge>}
        </span>
      ),
    },
    {
      key: "access",
      head: t("columns.access"),
      className: "max-w-[34rem]",
      cell: (row) => (
        <div className="flex flex-col gap-0.5 text-[0.8125rem]">
          {(["write", "read"] as const).map((level) => {
            const areas = namesOf(row, level);
            return areas ? (
              <p key={level} className={level === "read" ? "text-ink-muted" : ""}>
                {t(`summary.${level}`, { areas })}
              </p>
            ) : null;
          })}
          {row.areas.money === "write" && (row.act_limit !== null || row.day_limit !== null) ? (
            <p className="text-ink-muted">
              {t("limits", { act: row.act_limit ?? t("anySum"), day: row.day_limit ?? t("anySum") })}
            </p>
          ) : null}
        </div>
      ),
    },
    { key: "members", head: t("columns.members"), align: "right", cell: (row) => row.members },
    mayWrite
      ? {
          key: "actions",
          head: "",
          align: "right",
          cell: (row) =>
            row.own ? (
              <span className="flex flex-wrap justify-end gap-1">
                <RoleDialog
                  role={row.own}
                  trigger={
                    <Button variant="ghost" size="sm">
                      {t("edit")}
                    </Button>
                  }
                />
                {row.members === 0 ? (
                  <ConfirmAction
                    trigger={
                      <Button variant="ghost" size="sm">
                        {t("delete")}
                      </Button>
                    }
                    title={t("deleteTitle", { name: row.name })}
                    description={t("deleteText")}
                    confirmLabel={t("delete")}
                    path={`/admin/staff/roles/${row.own.id}`}
                    method="DELETE"
                    success={t("deleted")}
                  />
                ) : null}
              </span>
            ) : null,
        }
      : null,
  ];
  return (
    <>
      <PageHead
        title={t("title")}
        description={t("description")}
        actions={
          mayWrite ? (
            <RoleDialog
              trigger={
                <Button size="sm">
                  <Plus aria-hidden />
                  {t("new")}
                </Button>
              }
            />
          ) : null
        }
      />
      <StaffTabs current="roles" />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        empty={{ icon: ShieldCheck, title: t("title") }}
      />
    </>
  );
}
