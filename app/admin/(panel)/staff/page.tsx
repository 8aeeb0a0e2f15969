import { Plus, ShieldCheck } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { PageHead } from "@/components/admin/page-frame";
import { StateBadge } from "@/components/admin/state-badge";
import { type Column, DataTable } from "@/components/admin/table/data-table";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { hasPermission } from "@/lib/accounts/permissions";
import { listStaff } from "@/lib/accounts/staff/admin-queries";
import { listRoles } from "@/lib/accounts/staff/own-roles";
import { type staffMember, staffRoles } from "@/lib/accounts/staff/schema";
import { requirePageAdmin } from "@/lib/http/session";
import { StaffActions } from "./staff-actions";
import { StaffTabs } from "./staff-tabs";

type Row = z.infer<typeof staffMember>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("admin-system.staff"))("title") };
}

export default async function StaffPage() {
  const actor = await requirePageAdmin("/admin/staff", "staff:read");
  const mayWrite = hasPermission(actor, "staff:write");
  const [{ staff }, { own }, t, account] = await Promise.all([
    listStaff(),
    listRoles(),
    getTranslations("admin-system.staff"),
    getTranslations("admin.account.role"),
  ]);
  const roleOptions = [
    ...staffRoles.map((value): { value: string; label: string } => ({ value, label: t(`roles.${value}`) })),
    ...own.map(({ id, name }) => ({ value: `own:${id}`, label: name })),
  ];
  const columns: (Column<Row> | null)[] = [
    {
      key: "name",
      head: t("columns.name"),
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
    { key: "role", head: t("columns.role"), cell: (row) => row.own_role?.name ?? account(row.role) },
    {
      key: "totp",
      head: t("columns.totp"),
      from: "md",
      cell: (row) => (
        <StateBadge state={row.totp_enabled ? "active" : "draft"}>
          {row.totp_enabled ? t("on") : t("off")}
        </StateBadge>
      ),
    },
    {
      key: "status",
      head: t("columns.status"),
      cell: (row) => (
        <StateBadge
          state={row.status}
          {...(row.must_change_password && row.status === "active" ? { tone: "warn" as const } : {})}
        >
          {row.status === "disabled" ? t("disabled") : row.must_change_password ? t("fresh") : t("active")}
        </StateBadge>
      ),
    },
    {
      key: "login",
      head: t("columns.login"),
      align: "right",
      from: "md",
      cell: (row) =>
        row.last_login_at ? (
          <DateTime value={row.last_login_at} className="text-ink-muted" />
        ) : (
          <span className="text-ink-faint">{t("never")}</span>
        ),
    },
    mayWrite
      ? {
          key: "actions",
          head: "",
          align: "right",
          cell: (row) =>
            row.id === actor.staffId ? null : <StaffActions member={row} roleOptions={roleOptions} />,
        }
      : null,
  ];
  return (
    <>
      <PageHead
        title={t("title")}
        actions={
          mayWrite ? (
            <FormDialog
              trigger={
                <Button size="sm">
                  <Plus aria-hidden />
                  {t("new")}
                </Button>
              }
              title={t("new")}
              description={t("newText")}
              columns={1}
              fields={[
                { kind: "text", name: "name", label: t("fields.name"), required: true },
                { kind: "email", name: "email", label: t("fields.email"), required: true },
                {
                  kind: "select",
                  name: "role",
                  label: t("fields.role"),
                  value: "support",
                  options: roleOptions,
                },
              ]}
              write={{ path: "/admin/staff" }}
              submitLabel={t("new")}
              once={{
                title: t("onceTitle"),
                note: t("onceNote"),
                fields: [
                  { name: "email", label: t("fields.email") },
                  { name: "one_time_password", label: t("password") },
                ],
              }}
            />
          ) : null
        }
      />
      <StaffTabs current="people" />
      <DataTable
        label={t("title")}
        columns={columns}
        rows={staff}
        rowKey={(row) => row.id}
        empty={{ icon: ShieldCheck, title: t("title") }}
      />
    </>
  );
}
