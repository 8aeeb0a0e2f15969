import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { FormDialog } from "@/components/admin/form/form-dialog";
import type { OwnRoleView } from "@/lib/accounts/staff/roles/role-schema";
import { areaFields } from "../_components/area-fields";

type RoleDialogProps = {
  trigger: ReactNode;
  /** Changed; without it a role is made. */
  role?: OwnRoleView;
  /** Role with which a new one begins. */
  like?: Pick<OwnRoleView, "name" | "areas" | "act_limit" | "day_limit">;
};

/** Makes a role, or changes one. */
export async function RoleDialog({ trigger, role, like }: RoleDialogProps) {
  const [t, form] = await Promise.all([getTranslations("admin-system.roles"), getTranslations("admin.form")]);
  const filled = role ?? like;
  const fields: FieldSpec[] = [
    { kind: "text", name: "name", label: t("name"), value: filled?.name ?? "", required: true, wide: true },
    ...(await areaFields(filled?.areas)),
    ...(["act_limit", "day_limit"] as const).map(
      (name): FieldSpec => ({
        kind: "money",
        name,
        label: t(name === "act_limit" ? "actLimit" : "dayLimit"),
        hint: t("limitHint"),
        value: filled?.[name] ?? null,
        when: { name: "areas.money", values: ["write"] },
      }),
    ),
  ];
  return (
    <FormDialog
      trigger={trigger}
      title={role ? role.name : t("new")}
      description={t("newText")}
      fields={fields}
      write={
        role
          ? { path: `/admin/staff/roles/${role.id}`, method: "PUT", success: t("saved") }
          : { path: "/admin/staff/roles", success: t("created") }
      }
      submitLabel={form(role ? "save" : "create")}
    />
  );
}
