import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { type MailServerOut, mailSecurities } from "@/lib/notifications/server/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-system.mailServer">>>;

/** A password that is left empty stays, as long as it goes to the same place. */
export function serverFields(server: MailServerOut, t: Texts): FieldSpec[] {
  const fields: FieldSpec[] = [
    {
      kind: "text",
      name: "host",
      label: t("host"),
      placeholder: "smtp.example.com",
      required: true,
      value: server.host,
    },
    {
      kind: "select",
      name: "security",
      label: t("security"),
      value: server.security ?? "starttls",
      options: mailSecurities.map((value) => ({ value, label: t(`securities.${value}`) })),
    },
    {
      kind: "number",
      name: "port",
      label: t("port"),
      hint: t("portHint"),
      required: true,
      min: 1,
      max: 65_535,
      value: server.port ?? 587,
    },
    { kind: "text", name: "user", label: t("user"), hint: t("userHint"), value: server.user },
    {
      kind: "password",
      name: "password",
      label: t("password"),
      hint: t("passwordHint"),
      placeholder: server.password_set ? t("stored") : undefined,
      empty: "omit",
    },
  ];
  if (server.from_fixed) return fields;
  return [
    ...fields,
    {
      kind: "email",
      name: "from",
      label: t("from"),
      hint: t("fromHint"),
      required: true,
      value: server.from,
    },
  ];
}
