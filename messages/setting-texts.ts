import { listSettings } from "@/lib/settings/definitions";

/** Label and hint of each setting, by its path. */
export type SettingTexts = Record<string, { label: string; hint?: string | undefined }>;

/** English stands in the definitions, every other language in its own settings.json. */
export async function settingTexts(locale: string): Promise<SettingTexts> {
  if (locale !== "en") return (await import(`./${locale}/settings.json`)).default;
  return Object.fromEntries(
    listSettings().map(({ path, setting: { label, hint } }) => [path, { label, hint }]),
  );
}
