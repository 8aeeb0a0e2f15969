import { getTranslations } from "next-intl/server";
import { ConfirmAction } from "@/components/admin/form/confirm-action";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Button } from "@/components/ui/button";
import type { AdminLicense } from "@/lib/licenses/schema";

/** Renewal of the same license, and its end. */
export async function LicenseActs({ license }: { license: AdminLicense }) {
  const t = await getTranslations("admin-sell.licenses");
  const path = `/admin/licenses/${license.id}`;
  const isRevoked = license.status === "revoked";
  return (
    <>
      <FormDialog
        trigger={
          <Button variant="ghost" size="sm">
            {t("renew")}
          </Button>
        }
        title={t("renewTitle")}
        description={t("renewText")}
        columns={1}
        fields={[
          {
            kind: "datetime",
            name: "expires_at",
            label: t("columns.expires"),
            hint: t("expiresHint"),
            value: license.expires_at,
            empty: "null",
          },
        ]}
        write={{ path, method: "PATCH", success: t("renewed") }}
        submitLabel={t("renew")}
      />
      <ConfirmAction
        trigger={
          <Button variant="ghost" size="sm">
            {isRevoked ? t("restore") : t("revoke")}
          </Button>
        }
        title={isRevoked ? t("restoreTitle") : t("revokeTitle")}
        description={isRevoked ? t("restoreText") : t("revokeText")}
        confirmLabel={isRevoked ? t("restore") : t("revoke")}
        path={path}
        method="PATCH"
        body={{ revoked: !isRevoked, seen: { revoked: isRevoked } }}
        success={isRevoked ? t("restored") : t("revoked")}
        tone={isRevoked ? "primary" : "danger"}
      />
    </>
  );
}
