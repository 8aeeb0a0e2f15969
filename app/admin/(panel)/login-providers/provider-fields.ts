import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { inLanguages, type Languages } from "@/components/admin/form/in-languages";
import { type AdminLoginProvider, createLoginProviderBody } from "@/lib/accounts/identities/schema";

export type ProviderTexts = Awaited<ReturnType<typeof getTranslations<"admin-people.loginProviders">>>;

/** Values of a provider that are known beforehand. */
export interface Preset {
  key: string;
  name: string;
  issuer: string;
  scopes: string;
}

export const presets: readonly Preset[] = [
  { key: "google", name: "Google", issuer: "https://accounts.google.com", scopes: "openid email profile" },
  { key: "telegram", name: "Telegram", issuer: "https://oauth.telegram.org", scopes: "openid profile" },
];

/** A secret that is left empty stays, as long as it goes to the same issuer. */
export function providerFields(
  row: AdminLoginProvider | null,
  preset: Preset | null,
  { t, languages, callbackUrl }: { t: ProviderTexts; languages: Languages; callbackUrl: string },
): FieldSpec[] {
  const own = fieldsOf(createLoginProviderBody, row && { ...row, secret: undefined }, t, {
    name: { initial: preset?.name },
    ...(row ? {} : { key: { initial: preset?.key, hint: t("fields.key.hint", { callback: callbackUrl }) } }),
    issuer: { kind: "url", initial: preset?.issuer },
    client_id: {},
    secret: { kind: "password", empty: "omit", placeholder: row?.secret_set ? t("stored") : undefined },
    scopes: { initial: preset?.scopes },
    icon: {},
    sort_order: {},
    is_enabled: {},
  });
  return inLanguages(own, ["name"], languages, row?.translations);
}
