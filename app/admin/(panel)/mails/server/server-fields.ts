import type { getTranslations } from "next-intl/server";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { type MailServerOut, mailSecurities, mailServerBody } from "@/lib/notifications/server/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-system.mailServer">>>;

/** A password that is left empty stays, as long as it goes to the same place. */
export const serverFields = (server: MailServerOut, t: Texts) =>
  fieldsOf(mailServerBody, { ...server, password: undefined }, t, {
    host: { placeholder: "smtp.example.com" },
    security: {
      value: server.security ?? "starttls",
      options: mailSecurities.map((value) => ({ value, label: t(`securities.${value}`) })),
    },
    port: { value: server.port ?? 587 },
    user: { empty: "text" },
    password: {
      kind: "password",
      placeholder: server.password_set ? t("stored") : undefined,
      empty: "omit",
    },
    ...(server.from_fixed ? {} : { from: { required: true, empty: "text" } }),
  });
