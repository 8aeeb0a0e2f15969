import { defaultSettings } from "@/lib/settings/defaults";
import { getSettings } from "@/lib/settings/queries";
import type { Settings } from "@/lib/settings/types";

/** A page that says the database is gone must still have a title. */
export async function findSettings(): Promise<Settings> {
  try {
    return await getSettings();
  } catch {
    return defaultSettings;
  }
}
