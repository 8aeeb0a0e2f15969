import { getTranslations } from "next-intl/server";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { Button } from "@/components/ui/button";

/** Gives all that somebody has to another account. The page behind the dialog shows what that is. */
export async function MergeCustomer({
  from,
  name,
  into = null,
}: {
  from: { user_id: number } | { email: string };
  name: string;
  /** The account that is meant; another one may be named. */
  into?: number | null;
}) {
  const t = await getTranslations("admin-people.customer");
  const isAccount = "user_id" in from;
  const label = into === null ? t("merge") : t("mergeHere");
  const title = isAccount ? "mergeTitle" : into === null ? "mergeGuestTitle" : "mergeHereTitle";
  return (
    <FormDialog
      trigger={
        <Button variant="secondary" size="sm">
          {label}
        </Button>
      }
      title={t(title, { name })}
      description={isAccount ? t("mergeAccountText") : t("mergeGuestText")}
      columns={1}
      danger
      fields={[
        {
          kind: "text",
          name: "into",
          label: t("mergeInto"),
          hint: t("mergeIntoHint"),
          value: into === null ? "" : String(into),
          required: true,
        },
      ]}
      fixed={from}
      write={{ path: "/admin/customers/merge", success: t("merged"), goTo: "/admin/users/{user_id}" }}
      submitLabel={label}
    />
  );
}
