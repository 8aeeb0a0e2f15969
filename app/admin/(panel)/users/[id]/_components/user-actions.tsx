import { randomUUID } from "node:crypto";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { z } from "zod";
import { AccountActs } from "@/components/admin/account/account-acts";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { MoneyAct } from "@/components/admin/form/money-limit";
import { moveFields } from "@/components/admin/form/move-fields";
import { Button } from "@/components/ui/button";
import type { userDetail } from "@/lib/accounts/staff/schema";
import { MergeCustomer } from "../../_components/merge-customer";

type UserActionsProps = {
  user: z.infer<typeof userDetail>;
  levels: readonly { id: number; name: string }[];
  mayMoveMoney: boolean;
};

export async function UserActions({ user, levels, mayMoveMoney }: UserActionsProps) {
  const [t, form] = await Promise.all([getTranslations("admin-people.user"), getTranslations("admin.form")]);
  const path = `/admin/users/${user.id}`;
  const ask = (label: ReactNode) => (
    <Button variant="secondary" size="sm">
      {label}
    </Button>
  );
  return (
    <>
      {mayMoveMoney ? (
        <FormDialog
          trigger={ask(<MoneyAct act={t("adjust")} />)}
          title={t("adjust")}
          description={t("adjustText")}
          columns={1}
          fields={moveFields(t, { required: true })}
          // One form, one booking: a second press of the same form moves nothing.
          fixed={{ request_key: randomUUID() }}
          write={{
            path: `/admin/wallets/${user.id}/adjust`,
            success: t("adjusted"),
            approval: { kind: "wallet.adjust", user_id: user.id },
          }}
          submitLabel={t("adjust")}
        />
      ) : null}
      <FormDialog
        trigger={ask(t("levelChange"))}
        title={t("levelChange")}
        description={t("levelText")}
        columns={1}
        fields={[
          {
            kind: "select",
            name: "member_level_id",
            label: t("level"),
            value: user.member_level ? String(user.member_level.id) : "",
            choose: "—",
            numeric: true,
            empty: "null",
            options: levels.map((level) => ({ value: String(level.id), label: level.name })),
          },
          { kind: "switch", name: "is_fixed", label: t("levelFixed"), value: user.is_level_fixed },
        ]}
        write={{ path: `/admin/member-levels/users/${user.id}`, method: "PUT", success: form("saved") }}
        submitLabel={form("save")}
      />
      {user.sessions > 0 ? (
        <ConfirmAction
          trigger={ask(t("endSessions"))}
          title={t("endSessionsTitle")}
          description={t("endSessionsText")}
          confirmLabel={t("endSessions")}
          path={path}
          method="PATCH"
          body={{ end_sessions: true }}
          success={t("changed")}
        />
      ) : null}
      {user.passkeys > 0 ? (
        <ConfirmAction
          trigger={ask(t("removePasskeys"))}
          title={t("removePasskeysTitle")}
          description={t("removePasskeysText")}
          confirmLabel={t("removePasskeys")}
          path={path}
          method="PATCH"
          body={{ remove_passkeys: true }}
          success={t("changed")}
        />
      ) : null}
      {user.identities.length > 0 ? (
        <ConfirmAction
          trigger={ask(t("removeIdentities"))}
          title={t("removeIdentitiesTitle")}
          description={t("removeIdentitiesText")}
          confirmLabel={t("removeIdentities")}
          path={path}
          method="PATCH"
          body={{ remove_identities: true }}
          success={t("changed")}
        />
      ) : null}
      {mayMoveMoney ? <MergeCustomer from={{ user_id: user.id }} name={user.email} /> : null}
      <AccountActs
        account={user}
        path={path}
        name={user.email}
        t={t}
        variant="secondary"
        password={mayMoveMoney ? "new_password" : null}
      />
    </>
  );
}
