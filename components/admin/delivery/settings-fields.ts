import { getTranslations } from "next-intl/server";
import type { SettingsForm } from "@/lib/fulfillment/schema";
import type { FieldSpec } from "../form/field-spec";

/** The form of a fulfiller's settings, from the fields that it names. `suggested` fills empty ones, by field. */
export async function settingsFields(
  { code, fields, values }: SettingsForm,
  suggested: Record<string, string> = {},
): Promise<FieldSpec[]> {
  const t = await getTranslations("admin-sell.delivery");
  const say = (place: string) => (t.has(place as never) ? t(place as never) : undefined);
  return fields.map(({ key, kind, required, min, max, choices = [], when }): FieldSpec => {
    const common = {
      name: `settings.${code}.${key}`,
      label: say(`${code}.fields.${key}`) ?? key,
      hint: say(`${code}.hints.${key}`),
      required,
      ...(when ? { when: { name: `settings.${code}.${when.key}`, values: [when.is] } } : {}),
    };
    const value = values[key] ?? null;
    if (kind === "lines") return { ...common, kind, value: Array.isArray(value) ? value : [], wide: true };
    if (kind === "time")
      return { ...common, kind: "datetime", value: value === null ? null : String(value), empty: "null" };
    if (kind === "text")
      return { ...common, kind, value: String(value || (suggested[key] ?? "")), empty: "text" };
    if (kind === "choice")
      return {
        ...common,
        kind: "select",
        value: String(value ?? ""),
        options: choices.map((choice) => ({
          value: choice,
          label: say(`${code}.choices.${key}.${choice}`) ?? choice,
        })),
      };
    const limits = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
    return { ...common, kind, value: value === null ? null : Number(value), empty: "null", ...limits };
  });
}
