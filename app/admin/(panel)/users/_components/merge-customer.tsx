"use client";

import { useTranslations } from "next-intl";
import { FormDialog } from "@/components/admin/form/form-dialog";
import { FormPreview } from "@/components/admin/form/form-preview";
import { Button } from "@/components/ui/button";
import type { MergePreview as Preview } from "@/lib/orders/customers/schema";
import { MergePreview } from "./merge-preview";

/** Gives all that somebody has to another account, once the dialog has shown whose it is and what goes over. */
export function MergeCustomer({
  from,
  name,
  into = null,
}: {
  from: { user_id: number } | { email: string };
  name: string;
  /** The account that is meant; another one may be named. */
  into?: number | null;
}) {
  const t = useTranslations("admin-people.merge");
  const isAccount = "user_id" in from;
  const label = into === null ? t("act") : t("here");
  const title = isAccount ? "title" : into === null ? "guestTitle" : "hereTitle";
  return (
    <FormDialog
      trigger={
        <Button variant="secondary" size="sm">
          {label}
        </Button>
      }
      title={t(title, { name })}
      description={isAccount ? t("accountText") : t("guestText")}
      columns={1}
      danger
      fields={[
        {
          kind: "text",
          name: "into",
          label: t("into"),
          hint: t("intoHint"),
          value: into === null ? "" : String(into),
          required: true,
        },
      ]}
      fixed={from}
      preview={(body, onKnown) => (
        <FormPreview<Preview> path="/admin/customers/merge" body={body} onKnown={onKnown}>
          {(answer) => <MergePreview {...answer} />}
        </FormPreview>
      )}
      write={{ path: "/admin/customers/merge", success: t("done"), goTo: "/admin/users/{user_id}" }}
      submitLabel={label}
    />
  );
}
