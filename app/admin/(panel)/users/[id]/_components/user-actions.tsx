import { randomUUID } from "node:crypto";
import { getTranslations } from "next-intl/server";
import type { z } from "zod";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import type { userDetail } from "@/lib/accounts/staff/schema";

type UserActionsProps = {
  user: z.infer<typeof userDetail>;
  levels: readonly { id: number; name: string }[];
  mayMoveMoney: boolean;
};

export async function UserActions({ user, levels, mayMoveMoney }: UserActionsProps) {
  const [t, form] = await Promise.all([getTranslations("admin-people.user"), getTranslations("admin.form")]);
  const path = `/admin/users/${user.id}`;
  const ask = (label: string) => (
    <Button variant="secondary" size="sm">
      {label}
    </Button>
  );
  return (
    <>
      {mayMoveMoney ? (
        <FormDialog
          trigger={ask(t("adjust"))}
          title={t("adjust")}
          description={t("adjustText")}
          columns={1}
          fields={[
            {
              kind: "select",
              name: "direction",
              label: t("direction"),
              options: [
                { value: "in", label: t("in") },
                { value: "out", label: t("out") },
              ],
            },
            { kind: "money", name: "amount", label: t("amount"), required: true },
            { kind: "text", name: "remark", label: t("remark"), required: true },
          ]}
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
      {mayMoveMoney ? (
        <ConfirmAction
          trigger={ask(t("resetPassword"))}
          title={t("resetPasswordTitle")}
          description={t("resetPasswordText")}
          confirmLabel={t("resetPassword")}
          path={path}
          method="PATCH"
          body={{ reset_password: true }}
          success={t("changed")}
          once={{
            title: t("onceTitle"),
            note: t("onceNote"),
            fields: [{ name: "new_password", label: t("onceTitle") }],
          }}
        />
      ) : null}
      {user.totp_enabled ? (
        <ConfirmAction
          trigger={ask(t("resetTotp"))}
          title={t("resetTotpTitle")}
          description={t("resetTotpText")}
          confirmLabel={t("resetTotp")}
          path={path}
          method="PATCH"
          body={{ reset_totp: true }}
          success={t("changed")}
        />
      ) : null}
      <ConfirmAction
        trigger={ask(user.status === "active" ? t("disable") : t("enable"))}
        title={user.status === "active" ? t("disableTitle") : t("enable")}
        description={user.status === "active" ? t("disableText") : user.email}
        confirmLabel={user.status === "active" ? t("disable") : t("enable")}
        path={path}
        method="PATCH"
        body={{ status: user.status === "active" ? "disabled" : "active" }}
        success={t("changed")}
        tone={user.status === "active" ? "danger" : "primary"}
      />
    </>
  );
}

/** Staff's own words about a customer. */
export async function UserNote({ user, mayWrite }: { user: UserActionsProps["user"]; mayWrite: boolean }) {
  const [t, form] = await Promise.all([getTranslations("admin-people.user"), getTranslations("admin.form")]);
  return (
    <Panel
      title={t("note")}
      description={t("noteText")}
      actions={
        mayWrite ? (
          <FormDialog
            trigger={
              <Button variant="ghost" size="sm">
                {t("noteWrite")}
              </Button>
            }
            title={t("note")}
            description={t("noteText")}
            columns={1}
            fields={[{ kind: "textarea", name: "note", label: t("note"), value: user.note, rows: 6 }]}
            write={{ path: `/admin/users/${user.id}`, method: "PATCH", success: form("saved") }}
            submitLabel={form("save")}
          />
        ) : null
      }
    >
      {user.note ? (
        <p className="whitespace-pre-wrap break-words text-sm">{user.note}</p>
      ) : (
        <p className="text-ink-faint text-sm">{t("noteNone")}</p>
      )}
    </Panel>
  );
}
