import { ShieldCheck } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { adminPage } from "@/app/admin/_frame/admin-page";
import { actionsColumn, CreateAction } from "@/components/admin/form/row-actions";
import { ListPage } from "@/components/admin/list-page";
import { StateBadge } from "@/components/admin/state-badge";
import { type ListColumns, timeColumn } from "@/components/admin/table/columns";
import { listStaff } from "@/lib/accounts/staff/admin-queries";
import { listRoles } from "@/lib/accounts/staff/roles/own-roles";
import { type staffMember, staffRoles } from "@/lib/accounts/staff/schema";
import { StaffActions } from "./staff-actions";
import { StaffTabs } from "./staff-tabs";

type Row = z.infer<typeof staffMember>;

const page = adminPage({
  path: "/admin/staff",
  text: "admin-system.staff",
  icon: ShieldCheck,
  permission: "staff:read",
  menu: { group: "system", after: "settings" },
});

export const generateMetadata = page.generateMetadata;

export default page.show(async ({ actor, t, may }) => {
  const mayWrite = may("staff:write");
  const [{ staff }, { own }, account] = await Promise.all([
    listStaff(),
    listRoles(),
    getTranslations("admin.account.role"),
  ]);
  const roleOptions = [
    ...staffRoles.map((value): { value: string; label: string } => ({ value, label: t(`roles.${value}`) })),
    ...own.map(({ id, name }) => ({ value: `own:${id}`, label: name })),
  ];
  const columns: ListColumns<typeof page.text, Row> = [
    {
      key: "name",
      cell: (row) => (
        <>
          <span className="font-medium">{row.name}</span>
          {row.id === actor.staffId ? (
            <span className="ml-1.5 text-ink-faint text-xs">({t("you")})</span>
          ) : null}
          <span className="block text-ink-faint text-xs">{row.email}</span>
        </>
      ),
    },
    { key: "role", cell: (row) => row.own_role?.name ?? account(row.role) },
    {
      key: "totp",
      from: "md",
      cell: (row) => (
        <StateBadge state={row.totp_enabled ? "active" : "draft"}>
          {row.totp_enabled ? t("on") : t("off")}
        </StateBadge>
      ),
    },
    {
      key: "status",
      cell: (row) => (
        <StateBadge tone={row.status === "disabled" ? "danger" : row.must_change_password ? "warn" : "ok"}>
          {row.status === "disabled" ? t("disabled") : row.must_change_password ? t("fresh") : t("active")}
        </StateBadge>
      ),
    },
    timeColumn("login", (row) => row.last_login_at, {
      style: "datetime",
      none: t("never"),
      from: "md",
    }),
    mayWrite
      ? actionsColumn((row) =>
          row.id === actor.staffId ? null : <StaffActions member={row} roleOptions={roleOptions} />,
        )
      : null,
  ];
  const create = mayWrite ? (
    <CreateAction
      fields={[
        { kind: "text", name: "name", label: t("fields.name"), required: true },
        { kind: "email", name: "email", label: t("fields.email"), required: true },
        { kind: "select", name: "role", label: t("fields.role"), value: "support", options: roleOptions },
      ]}
      columns={1}
      description={t("newText")}
      once={{
        title: t("onceTitle"),
        note: t("onceNote"),
        fields: [
          { name: "email", label: t("fields.email") },
          { name: "one_time_password", label: t("password") },
        ],
      }}
      write={{ path: "/admin/staff" }}
      label={t("new")}
    />
  ) : null;
  return (
    <ListPage page={page} rows={staff} rowKey={(row) => row.id} columns={columns} create={create}>
      <StaffTabs current="people" />
    </ListPage>
  );
});
