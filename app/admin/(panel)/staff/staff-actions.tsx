import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { staffMember } from "@/lib/accounts/staff/schema";

type StaffActionsProps = {
  member: z.infer<typeof staffMember>;
  roleOptions: readonly { value: string; label: string }[];
};

export async function StaffActions({ member, roleOptions }: StaffActionsProps) {
  const t = await getTranslations("admin-system.staff");
  const path = `/admin/staff/${member.id}`;
  const { name } = member;
  const isActive = member.status === "active";
  const ask = (label: string) => (
    <Button variant="ghost" size="sm">
      {label}
    </Button>
  );
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <FormDialog
        trigger={ask(t("edit"))}
        title={name}
        columns={1}
        fields={[
          { kind: "text", name: "name", label: t("fields.name"), value: name, required: true },
          {
            kind: "select",
            name: "role",
            label: t("fields.role"),
            value: member.own_role ? `own:${member.own_role.id}` : member.role,
            options: roleOptions,
          },
        ]}
        write={{ path, method: "PATCH", success: t("changed") }}
        submitLabel={t("edit")}
      />
      <ConfirmAction
        trigger={ask(t("resetPassword"))}
        title={t("resetPasswordTitle", { name })}
        description={t("resetPasswordText")}
        confirmLabel={t("resetPassword")}
        path={path}
        method="PATCH"
        body={{ reset_password: true }}
        success={t("changed")}
        once={{
          title: t("onceTitle"),
          note: t("onceNote"),
          fields: [{ name: "one_time_password", label: t("password") }],
        }}
      />
      {member.totp_enabled ? (
        <ConfirmAction
          trigger={ask(t("resetTotp"))}
          title={t("resetTotpTitle", { name })}
          description={t("resetTotpText")}
          confirmLabel={t("resetTotp")}
          path={path}
          method="PATCH"
          body={{ reset_totp: true }}
          success={t("changed")}
        />
      ) : null}
      <ConfirmAction
        trigger={ask(isActive ? t("disable") : t("enable"))}
        title={isActive ? t("disableTitle", { name }) : t("enable")}
        description={isActive ? t("disableText") : member.email}
        confirmLabel={isActive ? t("disable") : t("enable")}
        path={path}
        method="PATCH"
        body={{ status: isActive ? "disabled" : "active" }}
        success={t("changed")}
        tone={isActive ? "danger" : "primary"}
      />
    </span>
  );
}
