import { baseLocale, type Locale } from "@/lib/core/locale";
import { listSettings } from "@/lib/settings/definitions";
import { readIn } from "./parts";

/** Label and hint of each setting, by its path. */
export type SettingTexts = Record<string, { label: string; hint?: string | undefined }>;

/** A member of a group stands inside it: the build takes a dot in a message's key for a group as well. */
function textAt(texts: unknown, path: string): SettingTexts[string] | undefined {
  const found = path
    .split(".")
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts);
  return found as SettingTexts[string] | undefined;
}

/** English stands in the definitions, every other language in its own settings.json. */
export async function settingTexts(reader: Locale): Promise<SettingTexts> {
  const locale = readIn(reader, "admin");
  const texts: unknown = locale === baseLocale ? {} : (await import(`./${locale}/settings.json`)).default;
  return Object.fromEntries(
    listSettings().map(({ path, setting: { label, hint } }) => [
      path,
      textAt(texts, path) ?? { label, hint },
    ]),
  );
}
