import { Button } from "@/components/ui/button";
import { ConfirmAction } from "../form/confirm-action";

type Word = "resetPassword" | "resetTotp" | "disable";
type Key = `${Word}${"" | "Title" | "Text"}` | "enable" | "onceTitle" | "onceNote" | "password" | "changed";

type AccountActsProps = {
  account: { email: string; status: string; totp_enabled: boolean };
  /** Where a change of it is sent to. */
  path: string;
  name: string;
  t: (key: Key, values?: { name: string }) => string;
  variant: "ghost" | "secondary";
  /** Member of the answer that holds a new password; null: the reader may not make one. */
  password: string | null;
};

/** Acts on the log-in of a customer or a member of staff: a new password, no second factor, off and on again. */
export function AccountActs({ account, path, name, t, variant, password }: AccountActsProps) {
  const act = (label: string) => ({
    trigger: (
      <Button variant={variant} size="sm">
        {label}
      </Button>
    ),
    confirmLabel: label,
    path,
    method: "PATCH" as const,
    success: t("changed"),
  });
  return (
    <>
      {password ? (
        <ConfirmAction
          {...act(t("resetPassword"))}
          title={t("resetPasswordTitle", { name })}
          description={t("resetPasswordText")}
          body={{ reset_password: true }}
          once={{
            title: t("onceTitle"),
            note: t("onceNote"),
            fields: [{ name: password, label: t("password") }],
          }}
        />
      ) : null}
      {account.totp_enabled ? (
        <ConfirmAction
          {...act(t("resetTotp"))}
          title={t("resetTotpTitle", { name })}
          description={t("resetTotpText")}
          body={{ reset_totp: true }}
        />
      ) : null}
      {account.status === "active" ? (
        <ConfirmAction
          {...act(t("disable"))}
          title={t("disableTitle", { name })}
          description={t("disableText")}
          body={{ status: "disabled" }}
        />
      ) : (
        <ConfirmAction
          {...act(t("enable"))}
          title={t("enable")}
          description={account.email}
          body={{ status: "active" }}
          tone="primary"
        />
      )}
    </>
  );
}
