import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { AccountActs } from "@/components/admin/account/account-acts";
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
  return (
    <span className="flex flex-wrap justify-end gap-1">
      <FormDialog
        trigger={
          <Button variant="ghost" size="sm">
            {t("edit")}
          </Button>
        }
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
      <AccountActs
        account={member}
        path={path}
        name={name}
        t={t}
        variant="ghost"
        password="one_time_password"
      />
    </span>
  );
}
