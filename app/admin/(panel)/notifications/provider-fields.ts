import type { getTranslations } from "next-intl/server";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import type { ChannelProviderOut, NotificationChannelOut } from "@/lib/notifications/outbound/schema";
import { baseLocale, localeName, locales } from "@/messages/locales";
import { readIn } from "@/messages/parts";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-notify">>>;

type FieldKey = Parameters<Texts>[0] & `fields.${string}`;

/** A channel's form, from what its provider asks for. A secret that is left empty stays as it is. */
export function providerFields(
  provider: ChannelProviderOut,
  channel: NotificationChannelOut | null,
  t: Texts,
): FieldSpec[] {
  const settings = provider.fields.map((field): FieldSpec => {
    const name = `${provider.code}_${field.key}`;
    const common = {
      name: `settings.${field.key}`,
      label: t(`fields.${name}` as FieldKey),
      hint: t(`hints.${name}` as FieldKey) || undefined,
    };
    if (field.kind === "secret") {
      const isSet = channel?.secrets_set.includes(field.key) ?? false;
      return {
        ...common,
        kind: "password",
        required: !isSet,
        empty: "omit",
        placeholder: isSet ? t("stored") : undefined,
      };
    }
    return {
      ...common,
      kind: field.kind,
      required: field.required,
      value: channel?.settings[field.key] ?? field.default ?? "",
    };
  });
  return [
    {
      kind: "text",
      name: "name",
      label: t("name"),
      required: true,
      value: channel?.name ?? t(`providers.${provider.code}`),
    },
    // Programs read no words.
    ...(provider.code === "events"
      ? []
      : [
          {
            kind: "select" as const,
            name: "locale",
            label: t("language"),
            value: channel?.locale ?? baseLocale,
            options: locales
              .filter((value) => readIn(value, "admin") === value || value === channel?.locale)
              .map((value) => ({ value, label: localeName(value) })),
          },
        ]),
    ...settings,
    ...(channel
      ? [{ kind: "switch" as const, name: "is_enabled", label: t("isEnabled"), value: channel.is_enabled }]
      : []),
  ];
}
